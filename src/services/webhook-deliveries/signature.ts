import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  randomBytes,
  sign as signBy,
} from 'node:crypto';
import type { webhookSignatures } from '../../db/entities/webhook.ts';

/** The kind of signature: with a shared secret, or with a key pair whose public key the receiver has. */
export type SignatureKind = (typeof webhookSignatures)[number];

export interface SigningKey {
  kind: SignatureKind;
  /** 32 bytes: the shared secret of HMAC_SHA256, or the seed of the ED25519 key pair (RFC 8032, section 5.1.5). */
  secret: Uint8Array;
}

/**
 * Returns the value of `webhook-signature`, with one signature per key in the given order. The receiver accepts the
 * first one that it can verify, so that a secret can be rotated (Standard Webhooks 1.0, "Signature scheme" and
 * "Webhook Headers").
 *
 * @param timestampSeconds of the attempt, as in `webhook-timestamp`
 */
export function sign(
  keys: readonly SigningKey[],
  id: string,
  timestampSeconds: number,
  body: string,
): string {
  const signed = Buffer.from(`${id}.${timestampSeconds}.${body}`);
  return keys
    .map(({ kind, secret }) =>
      kind === 'HMAC_SHA256'
        ? `v1,${createHmac('sha256', secret).update(signed).digest('base64')}`
        : `v1a,${signBy(null, signed, privateKey(secret)).toString('base64')}`,
    )
    .join(' ');
}

/** Returns a new secret: 32 random bytes. For ED25519 they are the seed of a new key pair. */
export function newSecret(_kind: SignatureKind, random: (size: number) => Buffer = randomBytes): Buffer {
  return random(32);
}

/**
 * Returns what the receiver verifies with: `whsec_` and the shared secret, or `whpk_` and the public key, in base64.
 */
export function shownSecret(kind: SignatureKind, secret: Uint8Array): string {
  return kind === 'HMAC_SHA256'
    ? `whsec_${Buffer.from(secret).toString('base64')}`
    : `whpk_${publicKey(secret).toString('base64')}`;
}

// The PKCS #8 prefix of an ed25519 seed (RFC 8410, section 7). Node cannot read a bare seed.
const pkcs8Head = Buffer.from('302e020100300506032b657004220420', 'hex');

function privateKey(seed: Uint8Array): KeyObject {
  return createPrivateKey({ key: Buffer.concat([pkcs8Head, seed]), format: 'der', type: 'pkcs8' });
}

function publicKey(seed: Uint8Array): Buffer {
  const { x } = createPublicKey(privateKey(seed)).export({ format: 'jwk' });
  return Buffer.from(x!, 'base64url');
}
