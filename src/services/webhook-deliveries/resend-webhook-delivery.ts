import { z } from 'zod';
import { errorFactory } from '../../api-error.ts';
import type { Administrator } from '../access/authorize-operator.ts';
import { recordChange } from '../audit/record-change.ts';
import type { ServiceContext } from '../service-context.ts';
import { uuid } from '../values/fields.ts';
import { findWebhookEndpoint } from '../webhooks/find-webhook-endpoint.ts';
import { rescheduleDeliveries } from './reschedule-deliveries.ts';

export const ResendWebhookDeliveryInput = z.strictObject({ webhookEndpointId: uuid(), changeId: uuid() });

export const resendWebhookDeliveryErrors = ['webhook_endpoint_not_found', 'change_not_found'] as const;
const createError = errorFactory(resendWebhookDeliveryErrors);

/**
 * Sends a change to an endpoint of its external service at once, delivered or not, and whatever types the endpoint
 * has. For a paused endpoint it stays queued until it is resumed. Returns the id of the change.
 *
 * @throws ApiError `webhook_endpoint_not_found`, `change_not_found`.
 */
export function resendWebhookDelivery(
  context: ServiceContext,
  administrator: Administrator,
  { webhookEndpointId, changeId }: z.output<typeof ResendWebhookDeliveryInput>,
): Promise<string> {
  return context.database.transaction(async (em) => {
    const endpoint = await findWebhookEndpoint(em, webhookEndpointId, createError);
    const range = { from: changeId, to: changeId, ofItsTypes: false, limit: 1 };
    const { count } = await rescheduleDeliveries(em, context, endpoint, range);
    if (count === 0) throw createError('change_not_found');
    await recordChange(em, context, administrator, {
      action: 'resendWebhookDelivery',
      subjectId: webhookEndpointId,
      after: { changeId },
    });
    return changeId;
  });
}
