import { z } from 'zod';
import { errorFactory } from '../../api-error.ts';
import type { Administrator } from '../access/authorize-operator.ts';
import { changeRow } from '../audit/record-change.ts';
import { uuid } from '../values/fields.ts';
import type { WebhookContext } from '../webhooks/webhook-dependencies.ts';
import { checkUrl, webhookUrl } from '../webhooks/webhook-endpoint-fields.ts';
import { alertTypesInOrder, alertTypesInput, findAlertEndpoint } from './alert-endpoint-fields.ts';

/** Omitted fields stay unchanged. */
export const UpdateAlertEndpointInput = z.strictObject({
  alertEndpointId: uuid(),
  url: webhookUrl().optional(),
  types: alertTypesInput().optional(),
});

export const updateAlertEndpointErrors = ['alert_endpoint_not_found', 'webhook_url_refused'] as const;
const createError = errorFactory(updateAlertEndpointErrors);

/**
 * Changes the address or the types of an alert endpoint. Returns its id. The address applies from the next attempt on,
 * including retries. The types apply to alerts raised from now on.
 *
 * @throws ApiError `alert_endpoint_not_found`, `webhook_url_refused`.
 */
export function updateAlertEndpoint(
  context: WebhookContext,
  administrator: Administrator,
  { alertEndpointId, url, types }: z.output<typeof UpdateAlertEndpointInput>,
): Promise<string> {
  if (url !== undefined) checkUrl(context.webhooks.outgoing, url, createError);
  return context.database.transaction(async (em) => {
    const endpoint = await findAlertEndpoint(em, alertEndpointId, createError);
    const given = { url, types: types && alertTypesInOrder(types) };
    await changeRow(em, context, administrator, endpoint, given, 'updateAlertEndpoint');
    return alertEndpointId;
  });
}
