import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

// Not in the document: the format of a token. It follows GitHub's: a vendor prefix that leak scanners find, 256
// random bits, and a checksum. So a mistyped token is rejected without a database query.
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const secretLength = 43;
const checksumLength = 6;

/** The interface that a token is for: the partner API or the operators' GraphQL API. */
export type TokenKind = 'partner' | 'operator';
const prefixes = { partner: 'cbp_', operator: 'cbo_' } as const;

/** Returns a new secret token: `cbp_` or `cbo_`, 43 characters of base62, and 6 of checksum. */
export function newToken(kind: TokenKind, random: (size: number) => Buffer = randomBytes): string {
  const secret = base62(BigInt(`0x${random(32).toString('hex')}`), secretLength);
  return prefixes[kind] + secret + checksum(secret);
}

/** Returns true if the format and checksum of a token are valid. */
export function isWellFormedToken(kind: TokenKind, token: string): boolean {
  const prefix = prefixes[kind];
  if (token.length !== prefix.length + secretLength + checksumLength || !token.startsWith(prefix))
    return false;
  const secret = token.slice(prefix.length, -checksumLength);
  return token.endsWith(checksum(secret));
}

/** Returns the SHA-256 of a token. Only the hash is stored. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

function checksum(secret: string): string {
  return base62(BigInt(crc32(secret)), checksumLength);
}

function base62(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; text.length < length; rest /= 62n) text = alphabet[Number(rest % 62n)] + text;
  return text;
}
