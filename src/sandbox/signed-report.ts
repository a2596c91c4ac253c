import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { canonicalJson } from '../rules/canonical-json.ts';

/** Returns the report and its Ed25519 signature (RFC 8032) over its canonical JSON (RFC 8785), in base64. */
export function signReport(report: object, privateKey: string): { report: object; signature: string } {
  const plain = JSON.parse(JSON.stringify(report));
  const signature = sign(null, Buffer.from(canonicalJson(plain)), createPrivateKey(privateKey));
  return { report: plain, signature: signature.toString('base64') };
}

/** Returns the public key as a JSON Web Key (RFC 8037). */
export function publicKeyOf(privateKey: string): object {
  return createPublicKey(createPrivateKey(privateKey)).export({ format: 'jwk' });
}
