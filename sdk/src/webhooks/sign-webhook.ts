import { joined } from './raw-body.ts';
import { importKey, readSecret } from './webhook-keys.ts';

/** The content to sign, and the secret. */
export interface SignWebhookInput {
  /** A shared secret, `whsec_…`. */
  secret: string;
  /** The body, as it will be sent. */
  body: string;
  /** The `webhook-id`. Default: a random UUID. */
  id?: string | undefined;
  /** The time of the attempt, in Unix milliseconds. Default: now. */
  now?: number | undefined;
}

/**
 * Signs a webhook like the platform, to test a receiver. Send the body with these headers.
 *
 * @returns the three headers; rejects with a `TypeError` if the secret is not a `whsec_…`
 */
export async function signWebhook({
  secret,
  body,
  id = crypto.randomUUID(),
  now = Date.now(),
}: SignWebhookInput): Promise<{
  'webhook-id': string;
  'webhook-timestamp': string;
  'webhook-signature': string;
}> {
  const { version, bytes } = readSecret(secret);
  if (version !== 'v1')
    throw new TypeError('`secret` is a public key, which cannot sign. Pass a shared secret, whsec_….');
  const timestamp = String(Math.floor(now / 1_000));
  const content = joined([new TextEncoder().encode(`${id}.${timestamp}.${body}`)]);
  const signature = await crypto.subtle.sign('HMAC', await importKey(version, bytes, 'sign'), content);
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${btoa(String.fromCharCode(...new Uint8Array(signature)))}`,
  };
}
