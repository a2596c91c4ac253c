import { z } from 'zod';
import { errorFactory } from '../../api-error.ts';
import { queryIn } from '../../db/connection/query.ts';
import { AlertEndpoint, alertTypes } from '../../db/entities/alert.ts';
import { lockName } from '../../db/queries/lock-name.ts';
import { maxEndpoints } from '../../rules/webhooks.ts';
import type { Administrator } from '../access/authorize-operator.ts';
import { recordChange } from '../audit/record-change.ts';
import type { IssuedWebhookSecret } from '../webhooks/create-webhook-endpoint.ts';
import type { WebhookContext } from '../webhooks/webhook-dependencies.ts';
import { checkUrl, webhookUrl } from '../webhooks/webhook-endpoint-fields.ts';
import { makeWebhookSecret } from '../webhooks/webhook-secret.ts';
import { alertTypesInOrder, alertTypesInput } from './alert-endpoint-fields.ts';

export const CreateAlertEndpointInput = z.strictObject({
  url: webhookUrl(),
  types: alertTypesInput().optional(),
});

export const createAlertEndpointErrors = [
  'webhook_url_refused',
  'too_many_webhook_endpoints',
  'webhook_secrets_key_missing',
] as const;
const createError = errorFactory(createAlertEndpointErrors);

/**
 * Creates an alert endpoint. It receives alerts that are raised from now on. The secret is returned once and stored
 * encrypted.
 *
 * @throws ApiError `webhook_url_refused`, `too_many_webhook_endpoints`, `webhook_secrets_key_missing`.
 */
export function createAlertEndpoint(
  context: WebhookContext,
  administrator: Administrator,
  { url, types = [...alertTypes] }: z.output<typeof CreateAlertEndpointInput>,
): Promise<IssuedWebhookSecret> {
  const { outgoing, secrets } = context.webhooks;
  checkUrl(outgoing, url, createError);
  const { sealed, shown } = makeWebhookSecret(secrets, 'HMAC_SHA256', createError);
  return context.database.transaction(async (em) => {
    // Serializes creations, so that the maximum is not exceeded.
    await lockName(queryIn(em), 'courtbridge/alert endpoints');
    if ((await em.count(AlertEndpoint)) >= maxEndpoints)
      throw createError('too_many_webhook_endpoints', {
        message: `Alerts go to at most ${maxEndpoints} endpoints. Delete one first.`,
      });
    const id = context.newId();
    const taken = { url, types: alertTypesInOrder(types) };
    const createdAt = new Date(context.now()).toISOString();
    em.create(AlertEndpoint, { id, ...taken, secret: sealed, createdAt });
    await recordChange(em, context, administrator, {
      action: 'createAlertEndpoint',
      subjectId: id,
      after: taken,
    });
    return { id, secret: shown };
  });
}
