import type { z } from 'zod';
import { errorFactory } from '../../api-error.ts';
import { recordChange } from '../audit/record-change.ts';
import type { ServiceContext } from '../service-context.ts';
import { deleteOldDeliveries } from '../webhook-deliveries/delete-old-deliveries.ts';
import { type EndpointManager, waitsForOf } from './by-partner.ts';
import { findWebhookEndpoint } from './find-webhook-endpoint.ts';
import type { WebhookEndpointIdInput } from './pause-webhook-endpoint.ts';

export { WebhookEndpointIdInput as DeleteWebhookEndpointInput } from './pause-webhook-endpoint.ts';
export const deleteWebhookEndpointErrors = ['webhook_endpoint_not_found'] as const;
const createError = errorFactory(deleteWebhookEndpointErrors);

export interface DeletedWebhookEndpoint {
  id: string;
}

/** Upper bound on the time that a request spends deleting deliveries. */
const forgettingMillis = 800;

/**
 * Deletes an endpoint. After the response nothing more is sent to it. Its deliveries are also deleted. If there are
 * many, most are deleted after the response (`deleteOrphanedDeliveries`).
 *
 * @throws ApiError `webhook_endpoint_not_found`.
 */
export async function deleteWebhookEndpoint(
  context: ServiceContext,
  by: EndpointManager,
  { webhookEndpointId }: z.output<typeof WebhookEndpointIdInput>,
): Promise<DeletedWebhookEndpoint> {
  await context.database.transaction(async (em) => {
    const endpoint = await findWebhookEndpoint(em, webhookEndpointId, createError, by);
    const { externalService, url, types, signature } = endpoint;
    await recordChange(em, context, by, {
      action: 'deleteWebhookEndpoint',
      subjectId: webhookEndpointId,
      before: { externalServiceId: externalService.id, url, types, signature },
    });
    em.remove(endpoint);
  }, waitsForOf(by));
  const until = context.now() + forgettingMillis;
  await deleteOldDeliveries(context, webhookEndpointId, () => context.now() < until);
  return { id: webhookEndpointId };
}
