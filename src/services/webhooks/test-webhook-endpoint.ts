import type { z } from 'zod';
import { refusals } from '../../errors.ts';
import type { Administrator } from '../access/authorize-operator.ts';
import { recordChange } from '../audit/record-change.ts';
import { signingKeysOf, toSignedRequest } from '../webhook-deliveries/signed-request.ts';
import { findWebhookEndpoint } from './find-webhook-endpoint.ts';
import type { WebhookEndpointIdInput } from './pause-webhook-endpoint.ts';
import { readWebhookEndpointOf } from './read-webhook-endpoint.ts';
import { OutgoingFailure, type OutgoingRequest, type WebhookContext } from './webhook-dependencies.ts';

export const testWebhookEndpointErrors = [
  'webhook_endpoint_not_found',
  'webhook_secrets_key_missing',
  'webhook_secret_unreadable',
] as const;
const refuse = refusals(testWebhookEndpointErrors);

/** The type of an event that is sent to try an endpoint out. The feed never has it. */
export const testedType = 'webhook_endpoint.tested';

/** What came back. */
export interface TestedWebhookEndpoint {
  /** The `webhook-id` that was sent. */
  webhookId: string;
  /** The HTTP status; null where there was no answer. */
  status: number | null;
  milliseconds: number;
  /** The first 1,024 bytes of the answer. */
  answer: string | null;
  /** Why there was no answer. */
  error: string | null;
}

/** An operator waits less long than a delivery: every answer to operators is there within 3 s. */
export const testTimeoutMillis = 2_000;

/**
 * Sends one signed event to an endpoint at once, also to one that is paused, and answers what came back. Its type is
 * `webhook_endpoint.tested` and its `sequence` 0, which no change has; its `data` is the endpoint. Nothing of it is in the
 * feed or among the deliveries, and it changes nothing of the endpoint.
 *
 * @throws ApiError `webhook_endpoint_not_found`, `webhook_secrets_key_missing`, `webhook_secret_unreadable`.
 */
export async function testWebhookEndpoint(
  context: WebhookContext,
  administrator: Administrator,
  { webhookEndpointId }: z.output<typeof WebhookEndpointIdInput>,
): Promise<TestedWebhookEndpoint> {
  const { secrets } = context.webhooks;
  const id = context.newId();
  // Recorded before it is sent: whatever becomes of it then, it is known who has sent it.
  const { keys, endpoint, data } = await context.database.transaction(async (em) => {
    const endpoint = await findWebhookEndpoint(em, webhookEndpointId, refuse);
    if (!secrets) throw refuse('webhook_secrets_key_missing');
    const keys = signingKeysOf(endpoint, secrets, context.now());
    if (!keys) throw refuse('webhook_secret_unreadable');
    await recordChange(em, context, administrator, {
      action: 'testWebhookEndpoint',
      subjectType: 'webhook_endpoint',
      subjectId: webhookEndpointId,
      after: { webhookId: id },
    });
    return { keys, endpoint, data: await readWebhookEndpointOf(em, context, webhookEndpointId) };
  });

  const at = context.now();
  const body = context.toBody({
    id,
    sequence: 0,
    type: testedType,
    at: toInstant(at),
    actorType: administrator.actor.type,
    requestId: context.requestId,
    externalServiceId: endpoint.externalService.id,
    externalCourtBookingId: null,
    data,
  });
  const request = toSignedRequest(keys, { id, body, now: at, timeoutMillis: testTimeoutMillis });
  return sendTest(context, endpoint.url, id, request);
}

/** Sends a request once, and answers what came back. */
export async function sendTest(
  { webhooks, now }: WebhookContext,
  url: string,
  id: string,
  request: OutgoingRequest,
): Promise<TestedWebhookEndpoint> {
  const at = now();
  const answer = await webhooks.outgoing.post(url, request).catch((error: unknown) => {
    if (error instanceof OutgoingFailure) return error;
    throw error;
  });
  const milliseconds = now() - at;
  return answer instanceof OutgoingFailure
    ? { webhookId: id, status: null, milliseconds, answer: null, error: answer.message }
    : { webhookId: id, status: answer.status, milliseconds, answer: answer.text, error: null };
}

/** `YYYY-MM-DDTHH:MM:SS.ffffffZ` */
function toInstant(millis: number): string {
  return new Date(millis).toISOString().replace('Z', '000Z');
}
