import type { z } from 'zod';
import { errorFactory } from '../../api-error.ts';
import { AlertEndpoint } from '../../db/entities/alert.ts';
import type { Administrator } from '../access/authorize-operator.ts';
import { recordChange } from '../audit/record-change.ts';
import { signingKeysOf } from '../webhook-deliveries/signed-request.ts';
import { sendTest, type TestedWebhookEndpoint } from '../webhooks/test-webhook-endpoint.ts';
import type { WebhookContext } from '../webhooks/webhook-dependencies.ts';
import { secretErrors } from '../webhooks/webhook-secret.ts';
import type { AlertEndpointIdInput } from './delete-alert-endpoint.ts';

export { AlertEndpointIdInput as TestAlertEndpointInput } from './delete-alert-endpoint.ts';
export const testAlertEndpointErrors = ['alert_endpoint_not_found', ...secretErrors] as const;
const createError = errorFactory(testAlertEndpointErrors);

/**
 * Sends one signed event of the type `alert.tested` to an alert endpoint at once, and returns the response. It is not
 * an alert.
 *
 * @throws ApiError `alert_endpoint_not_found`, `webhook_secrets_key_missing`, `webhook_secret_unreadable`.
 */
export async function testAlertEndpoint(
  context: WebhookContext,
  administrator: Administrator,
  { alertEndpointId }: z.output<typeof AlertEndpointIdInput>,
): Promise<TestedWebhookEndpoint> {
  const { secrets } = context.webhooks;
  const id = context.newId();
  // Recorded before it is sent, so that the sender is known whatever happens.
  const { url, keys } = await context.database.transaction(async (em) => {
    const endpoint = await em.findOne(AlertEndpoint, alertEndpointId);
    if (!endpoint) throw createError('alert_endpoint_not_found');
    if (!secrets) throw createError('webhook_secrets_key_missing');
    const keys = signingKeysOf({ ...endpoint, signature: 'HMAC_SHA256' }, secrets, context.now());
    if (!keys)
      throw createError('webhook_secret_unreadable', {
        message:
          'The secret of this endpoint was encrypted by another WEBHOOK_SECRETS_KEY than the one configured. Have the former key configured again, or rotate the secret with overlapHours 0.',
      });
    await recordChange(em, context, administrator, {
      action: 'testAlertEndpoint',
      subjectId: alertEndpointId,
      after: { webhookId: id },
    });
    return { url: endpoint.url, keys };
  });
  const now = context.now();
  const message = 'A test: this is where alerts are sent.';
  const body = { type: 'alert.tested', timestamp: new Date(now).toISOString(), data: { message } };
  return sendTest(context, url, keys, { id, body, now });
}
