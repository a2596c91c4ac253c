import { z } from 'zod';
import { errorFactory } from '../../api-error.ts';
import type { Administrator } from '../access/authorize-operator.ts';
import { recordChange } from '../audit/record-change.ts';
import type { ServiceContext } from '../service-context.ts';
import { uuid } from '../values/fields.ts';
import type { DeletedWebhookEndpoint } from '../webhooks/delete-webhook-endpoint.ts';
import { findAlertEndpoint } from './alert-endpoint-fields.ts';

export const AlertEndpointIdInput = z.strictObject({ alertEndpointId: uuid() });
export { AlertEndpointIdInput as DeleteAlertEndpointInput };

export const deleteAlertEndpointErrors = ['alert_endpoint_not_found'] as const;
const createError = errorFactory(deleteAlertEndpointErrors);

/**
 * Deletes an alert endpoint with its secret and deliveries.
 *
 * @throws ApiError `alert_endpoint_not_found`.
 */
export function deleteAlertEndpoint(
  context: ServiceContext,
  administrator: Administrator,
  { alertEndpointId }: z.output<typeof AlertEndpointIdInput>,
): Promise<DeletedWebhookEndpoint> {
  return context.database.transaction(async (em) => {
    const endpoint = await findAlertEndpoint(em, alertEndpointId, createError);
    em.remove(endpoint);
    await recordChange(em, context, administrator, {
      action: 'deleteAlertEndpoint',
      subjectId: alertEndpointId,
      before: { url: endpoint.url },
    });
    return { id: alertEndpointId };
  });
}
