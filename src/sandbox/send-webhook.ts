import { randomUUID } from 'node:crypto';
import { sign } from '../services/webhook-deliveries/signature.ts';
import { toSignedRequest } from '../services/webhook-deliveries/signed-request.ts';
import type { Outgoing, OutgoingRequest } from '../services/webhooks/webhook-dependencies.ts';
import type { SentWebhook } from './scenario.ts';
import type { Change, Tenant } from './tenant.ts';

const timeoutMillis = 15_000;

/** Sends a change as a webhook, signed as the kind says, and returns the status of the receiver. */
export async function sendWebhook(
  outgoing: Outgoing,
  { url, secret, formerSecret }: NonNullable<Tenant['webhook']>,
  kind: SentWebhook['kind'],
  { id, type, timestamp, sequence, data }: Change,
): Promise<number | undefined> {
  const keyOf = (text: string) => ({
    kind: 'HMAC_SHA256' as const,
    secret: Buffer.from(text.replace('whsec_', ''), 'base64'),
  });
  const unknown = `whsec_${Buffer.from(randomUUID().slice(0, 32)).toString('base64')}`;
  const own = [secret, ...(formerSecret ? [formerSecret] : [])];
  // The right signature is neither the first nor the last one, whichever secret the receiver has.
  const several = kind === 'rotated' ? [unknown, ...own, unknown] : own;
  const keys = (kind === 'forged' ? [unknown] : several).map(keyOf);
  const tenMinutes = 600_000;
  const now = kind === 'old' ? Date.now() - tenMinutes : Date.now();
  const body = { type, timestamp, sequence, data };
  const request = toSignedRequest(keys, { id, body, now, timeoutMillis });
  const changed = changedRequest(kind, request, (text) =>
    sign(keys, id, Number(request.headers['webhook-timestamp']), text),
  );
  const response = await outgoing.post(url, changed).catch(() => undefined);
  return response?.status;
}

/** Returns the request as a kind of webhook needs it. */
function changedRequest(
  kind: SentWebhook['kind'],
  { headers, body, ...others }: OutgoingRequest,
  signatureOf: (text: string) => string,
): OutgoingRequest {
  const { 'webhook-signature': _, ...unsigned } = headers;
  if (kind === 'unsigned') return { ...others, headers: unsigned, body };
  if (kind !== 'spaced') return { ...others, headers, body };
  const spaced = JSON.stringify(JSON.parse(body), null, 3);
  return { ...others, headers: { ...headers, 'webhook-signature': signatureOf(spaced) }, body: spaced };
}
