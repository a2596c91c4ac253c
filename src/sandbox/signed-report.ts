import { createPrivateKey, createPublicKey, sign } from 'node:crypto';

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

/** Returns JSON with sorted keys and without spaces (RFC 8785). Reports have no numbers but integers. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`).join(',')}}`;
}
