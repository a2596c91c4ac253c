import type { WebhookEndpoint } from '../../db/entities/webhook.ts';
import type { OutgoingRequest, SecretBox } from '../webhooks/webhook-dependencies.ts';
import { openedBy } from '../webhooks/webhook-secret.ts';
import { type SigningKey, sign } from './signature.ts';

type Signing = Pick<WebhookEndpoint, 'signature' | 'secret' | 'formerSecret' | 'formerSecretUntil'>;

/**
 * Returns the keys for signing: the current secret, and the former one during an overlap. Returns undefined if the
 * current secret was encrypted with another key. If the former one was, it is left out.
 *
 * @param now Unix milliseconds
 */
export function signingKeysOf(
  { signature: kind, secret, formerSecret, formerSecretUntil }: Signing,
  secrets: SecretBox,
  now: number,
): SigningKey[] | undefined {
  const current = openedBy(secrets, secret);
  if (!current) return undefined;
  const overlaps = formerSecret != null && Date.parse(formerSecretUntil!) > now;
  const former = overlaps ? openedBy(secrets, formerSecret) : undefined;
  return [current, ...(former ? [former] : [])].map((secret) => ({ kind, secret }));
}

/**
 * Returns the request for a webhook, as in Standard Webhooks 1.0. `now`: the time of the attempt in Unix milliseconds.
 */
export function toSignedRequest(
  keys: readonly SigningKey[],
  { id, body, now, timeoutMillis }: { id: string; body: object; now: number; timeoutMillis: number },
): OutgoingRequest {
  const text = JSON.stringify(body);
  const timestamp = Math.floor(now / 1_000);
  return {
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Courtbridge-Webhooks/1',
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': sign(keys, id, timestamp, text),
    },
    body: text,
    timeoutMillis,
  };
}
