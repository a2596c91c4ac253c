import type { z } from 'zod';
import { refusals } from '../../errors.ts';
import type { Administrator } from '../access/authorize-operator.ts';
import { recordChange } from '../audit/record-change.ts';
import type { ServiceContext } from '../service-context.ts';
import { deleteOldDeliveries } from '../webhook-deliveries/delete-old-deliveries.ts';
import { findWebhookEndpoint } from './find-webhook-endpoint.ts';
import type { WebhookEndpointIdInput } from './pause-webhook-endpoint.ts';

export const deleteWebhookEndpointErrors = ['webhook_endpoint_not_found'] as const;
const refuse = refusals(deleteWebhookEndpointErrors);

/** What became of an endpoint. */
export interface DeletedWebhookEndpoint {
  id: string;
}

/** Who waits for an answer does not wait longer for deliveries. */
const forgettingMillis = 800;

/**
 * Deletes an endpoint: from the answer on nothing more is sent. Its deliveries go with it; where they are many, most of them
 * after the answer (`forgetDeliveriesOfNobody`).
 *
 * @throws ApiError `webhook_endpoint_not_found`.
 */
export async function deleteWebhookEndpoint(
  context: ServiceContext,
  administrator: Administrator,
  { webhookEndpointId }: z.output<typeof WebhookEndpointIdInput>,
): Promise<DeletedWebhookEndpoint> {
  await context.database.transaction(async (em) => {
    const endpoint = await findWebhookEndpoint(em, webhookEndpointId, refuse);
    const { externalService, url, types, signature } = endpoint;
    await recordChange(em, context, administrator, {
      action: 'deleteWebhookEndpoint',
      subjectType: 'webhook_endpoint',
      subjectId: webhookEndpointId,
      before: { externalServiceId: externalService.id, url, types, signature },
    });
    em.remove(endpoint);
  });
  const until = context.now() + forgettingMillis;
  await deleteOldDeliveries(context, webhookEndpointId, () => context.now() < until);
  return { id: webhookEndpointId };
}
