import type { z } from 'zod';
import { errorFactory } from '../../api-error.ts';
import type { Administrator } from '../access/authorize-operator.ts';
import { recordChange } from '../audit/record-change.ts';
import { findWebhookEndpoint } from './find-webhook-endpoint.ts';
import type { WebhookEndpointIdInput } from './pause-webhook-endpoint.ts';
import { announceWebhookEndpoint } from './read-webhook-endpoint.ts';
import type { WebhookContext } from './webhook-dependencies.ts';

export const resumeWebhookEndpointErrors = ['webhook_endpoint_not_found'] as const;
const createError = errorFactory(resumeWebhookEndpointErrors);

/**
 * Resumes an endpoint, whatever it was paused for. The changes that it missed are sent first, oldest first. Nothing
 * changes if it is not paused.
 *
 * @throws ApiError `webhook_endpoint_not_found`.
 */
export function resumeWebhookEndpoint(
  context: WebhookContext,
  administrator: Administrator,
  { webhookEndpointId }: z.output<typeof WebhookEndpointIdInput>,
): Promise<string> {
  return context.database.transaction(async (em) => {
    const endpoint = await findWebhookEndpoint(em, webhookEndpointId, createError);
    const { pausedBecause } = endpoint;
    if (pausedBecause == null) return webhookEndpointId;
    const now = new Date(context.now()).toISOString();
    await context.database.callIn(em, 'resume_webhook_endpoint', { endpointId: webhookEndpointId, now });
    await recordChange(em, context, administrator, {
      action: 'resumeWebhookEndpoint',
      subjectType: 'webhook_endpoint',
      subjectId: webhookEndpointId,
      before: { pausedBecause },
      after: { pausedBecause: null },
    });
    await announceWebhookEndpoint(em, context, administrator, 'webhook_endpoint.resumed', endpoint);
    return webhookEndpointId;
  });
}
