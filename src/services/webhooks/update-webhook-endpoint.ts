import { z } from 'zod';
import { errorFactory } from '../../api-error.ts';
import type { ChangeType } from '../../rules/change-types.ts';
import { changeRow } from '../audit/record-change.ts';
import { sequenceChanges, sequenceChangesBefore } from '../changes/sequence-changes.ts';
import { uuid } from '../values/fields.ts';
import { checkReadable, type EndpointManager, waitsForOf } from './by-partner.ts';
import { findWebhookEndpoint } from './find-webhook-endpoint.ts';
import type { WebhookContext } from './webhook-dependencies.ts';
import { checkUrl, sortTypes, webhookTypes, webhookUrl } from './webhook-endpoint-fields.ts';

/** Omitted fields stay unchanged. */
export const UpdateWebhookEndpointInput = z.strictObject({
  webhookEndpointId: uuid(),
  url: webhookUrl().optional(),
  types: webhookTypes().optional(),
});

export const updateWebhookEndpointErrors = ['webhook_endpoint_not_found', 'webhook_url_refused'] as const;
const createError = errorFactory(updateWebhookEndpointErrors);
const createOwnError = errorFactory(['scope_permission_denied']);

/**
 * Changes the address or the types of an endpoint. Returns its id. The address applies from the next attempt on,
 * including retries. The types apply to changes that are committed from now on.
 *
 * @throws ApiError `webhook_endpoint_not_found`, `webhook_url_refused`.
 */
export async function updateWebhookEndpoint(
  context: WebhookContext,
  by: EndpointManager,
  { webhookEndpointId, url, types }: z.output<typeof UpdateWebhookEndpointInput>,
): Promise<string> {
  if (url !== undefined) checkUrl(context.webhooks.outgoing, url, createError);
  // Sequences most changes in short transactions, which do not block others.
  if (types) await sequenceChanges(context);
  return context.database.transaction(async (em) => {
    if (types) await sequenceChangesBefore(em, context);
    const endpoint = await findWebhookEndpoint(em, webhookEndpointId, createError, by);
    const given = { url, types: types && sortTypes(types) };
    if ('scopes' in by) checkReadable(by, (given.types ?? endpoint.types) as ChangeType[], createOwnError);
    const changed = await changeRow(em, context, by, endpoint, given, 'updateWebhookEndpoint');
    if (changed) endpoint.updatedAt = new Date(context.now()).toISOString();
    return webhookEndpointId;
  }, waitsForOf(by));
}
