import type { Endpoint } from './world.ts';

/** The bytes in front of a 32-byte ed25519 seed in PKCS #8 (RFC 8410, section 7). */
const pkcs8Head = [
  0x30, 0x2e, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20,
];

/** Returns the value of `webhook-signature`, with a signature for each key, in the given order (Standard Webhooks 1.0). */
export async function sign(
  kind: Endpoint['signature'],
  secrets: readonly Uint8Array<ArrayBuffer>[],
  signed: string,
): Promise<string> {
  const bytes = new TextEncoder().encode(signed);
  const signatures = secrets.map(async (secret) => {
    if (kind === 'ED25519')
      return `v1a,${toBase64(await crypto.subtle.sign('Ed25519', await pairOf(secret), bytes))}`;
    const hmac = { name: 'HMAC', hash: 'SHA-256' };
    const key = await crypto.subtle.importKey('raw', secret, hmac, false, ['sign']);
    return `v1,${toBase64(await crypto.subtle.sign('HMAC', key, bytes))}`;
  });
  return (await Promise.all(signatures)).join(' ');
}

/** Returns the secret that a receiver verifies with: `whsec_` and the shared secret, or `whpk_` and the public key, in base64. */
export async function shownSecret(
  kind: Endpoint['signature'],
  secret: Uint8Array<ArrayBuffer>,
): Promise<string> {
  if (kind === 'HMAC_SHA256') return `whsec_${toBase64(secret.buffer)}`;
  const { x } = await crypto.subtle.exportKey('jwk', await pairOf(secret));
  return `whpk_${x!.replaceAll('-', '+').replaceAll('_', '/')}=`;
}

function pairOf(seed: Uint8Array): Promise<CryptoKey> {
  const pkcs8 = Uint8Array.from([...pkcs8Head, ...seed]);
  return crypto.subtle.importKey('pkcs8', pkcs8, 'Ed25519', true, ['sign']);
}

function toBase64(bytes: ArrayBuffer): string {
  return btoa(String.fromCharCode(...new Uint8Array(bytes)));
}
