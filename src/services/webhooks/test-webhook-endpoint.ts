import type { z } from 'zod';
import { errorFactory } from '../../api-error.ts';
import { instantAt } from '../../rules/instant.ts';
import { faultOfStatus } from '../../rules/next-attempt.ts';
import { recordChange } from '../audit/record-change.ts';
import { testedType } from '../changes/meanings-of-changes.ts';
import { toWebhookBody } from '../resources/change-response.ts';
import type { SigningKey } from '../webhook-deliveries/signature.ts';
import { signingKeysOf, toSignedRequest } from '../webhook-deliveries/signed-request.ts';
import { type EndpointManager, waitsForOf } from './by-partner.ts';
import { findWebhookEndpoint } from './find-webhook-endpoint.ts';
import type { WebhookEndpointIdInput } from './pause-webhook-endpoint.ts';
import { readWebhookEndpointOf } from './read-webhook-endpoint.ts';
import { OutgoingFailure, type WebhookContext } from './webhook-dependencies.ts';
import { secretErrors } from './webhook-secret.ts';

export { WebhookEndpointIdInput as TestWebhookEndpointInput } from './pause-webhook-endpoint.ts';
export const testWebhookEndpointErrors = ['webhook_endpoint_not_found', ...secretErrors] as const;
const createError = errorFactory(testWebhookEndpointErrors);

export interface TestedWebhookEndpoint {
  webhookId: string;
  /** The HTTP status, or null without a response. */
  status: number | null;
  milliseconds: number;
  /** The first 1,024 bytes of the response. */
  answer: string | null;
  /** Why there was no response, or why it was not accepted. */
  error: string | null;
}

/** Shorter than for a delivery, because operators get every response within 3 s. */
export const testTimeoutMillis = 2_000;

/**
 * Sends one signed event to an endpoint at once, even if it is paused, and returns the response. Its type is
 * `webhook_endpoint.tested`, its `sequence` is 0, which no change has, and its `data` is the endpoint. It is neither
 * in the feed nor among the deliveries, and does not change the endpoint.
 *
 * @throws ApiError `webhook_endpoint_not_found`, `webhook_secrets_key_missing`, `webhook_secret_unreadable`.
 */
export async function testWebhookEndpoint(
  context: WebhookContext,
  by: EndpointManager,
  { webhookEndpointId }: z.output<typeof WebhookEndpointIdInput>,
): Promise<TestedWebhookEndpoint> {
  const { secrets } = context.webhooks;
  const id = context.newId();
  // Recorded before it is sent, so that the sender is known whatever happens.
  const { keys, endpoint, data } = await context.database.transaction(async (em) => {
    const endpoint = await findWebhookEndpoint(em, webhookEndpointId, createError, by);
    if (!secrets) throw createError('webhook_secrets_key_missing');
    const keys = signingKeysOf(endpoint, secrets, context.now());
    if (!keys) throw createError('webhook_secret_unreadable');
    await recordChange(em, context, by, {
      action: 'testWebhookEndpoint',
      subjectId: webhookEndpointId,
      after: { webhookId: id },
    });
    return { keys, endpoint, data: await readWebhookEndpointOf(em, webhookEndpointId) };
  }, waitsForOf(by));

  const at = context.now();
  const body = toWebhookBody({
    id,
    sequence: 0,
    type: testedType,
    at: instantAt(at * 1_000),
    actorType: by.actor.type,
    requestId: context.requestId,
    externalServiceId: endpoint.externalService.id,
    externalCourtBookingId: null,
    data,
  });
  return sendTest(context, endpoint.url, keys, { id, body, now: at });
}

/** Sends a signed event at once and returns the response. */
export async function sendTest(
  { webhooks, now }: WebhookContext,
  url: string,
  keys: readonly SigningKey[],
  event: { id: string; body: object; now: number },
): Promise<TestedWebhookEndpoint> {
  const request = toSignedRequest(keys, { ...event, timeoutMillis: testTimeoutMillis });
  const at = now();
  const answer = await webhooks.outgoing.post(url, request).catch((error: unknown) => {
    if (error instanceof OutgoingFailure) return error;
    throw error;
  });
  const sent = { webhookId: event.id, milliseconds: now() - at };
  return answer instanceof OutgoingFailure
    ? { ...sent, status: null, answer: null, error: answer.message }
    : { ...sent, status: answer.status, answer: answer.text, error: faultOfStatus(answer.status) ?? null };
}
