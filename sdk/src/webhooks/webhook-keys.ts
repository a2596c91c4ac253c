import { fromBase64, type Signature } from './webhook-headers.ts';
import { WebhookVerificationError } from './webhook-verification-error.ts';

export interface WebhookKey {
  /** The version of the signatures that it can verify. */
  version: 'v1' | 'v1a';
  /** Returns true if a signature is valid. The time does not depend on how much of the signature is wrong. */
  fits(signature: Signature, content: Uint8Array<ArrayBuffer>): Promise<boolean>;
}

const algorithms = { v1: { name: 'HMAC', hash: 'SHA-256' }, v1a: { name: 'Ed25519' } };

/**
 * Reads a secret in the form that the platform shows: `whsec_…` is a shared secret, and `whpk_…` is the public key of a pair.
 *
 * @throws TypeError if it is neither. The message does not contain the secret
 */
export function readSecret(secret: string): {
  version: WebhookKey['version'];
  bytes: Uint8Array<ArrayBuffer>;
} {
  const [, prefix, value] = /^(whsec|whpk)_(.*)$/.exec(typeof secret === 'string' ? secret.trim() : '') ?? [];
  const bytes = value === undefined ? undefined : fromBase64(value);
  const version = prefix === 'whsec' ? 'v1' : 'v1a';
  // Standard Webhooks 1.0 has secrets of 24 to 64 bytes; RFC 8032 has public keys of 32.
  if (bytes && (version === 'v1' ? bytes.length >= 24 && bytes.length <= 64 : bytes.length === 32))
    return { version, bytes };
  throw new TypeError(
    'This is not a webhook secret. A secret is the complete text that begins with whsec_ or whpk_, as the operator showed it when the endpoint was created or its secret was rotated. Check the environment variable. If the secret is lost, ask an operator to rotate it.',
  );
}

/** @throws TypeError as {@link readSecret} does. */
export function toWebhookKey(secret: string): WebhookKey {
  const { version, bytes } = readSecret(secret);
  // Imported at the first webhook, because some platforms allow no cryptography while a program is loaded.
  let imported: Promise<CryptoKey> | undefined;
  return {
    version,
    fits: async (signature, content) => {
      imported ??= importKey(version, bytes, 'verify');
      // The specification of each platform requires a comparison in constant time.
      return crypto.subtle.verify(algorithms[version].name, await imported, signature.bytes, content);
    },
  };
}

/** @throws WebhookVerificationError `unsupported_platform` */
export async function importKey(
  version: WebhookKey['version'],
  bytes: Uint8Array<ArrayBuffer>,
  usage: 'sign' | 'verify',
): Promise<CryptoKey> {
  const algorithm = algorithms[version];
  try {
    return await crypto.subtle.importKey('raw', bytes, algorithm, false, [usage]);
  } catch (cause) {
    throw new WebhookVerificationError(
      'unsupported_platform',
      `The Web Crypto of this platform does not support ${algorithm.name}. Use Node 20 or later, Bun, Deno, workerd or a browser of 2025, or ask an operator for an endpoint with a whsec_ secret.`,
      { cause },
    );
  }
}
