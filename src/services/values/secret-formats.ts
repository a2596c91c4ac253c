import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

// Not in the document: what a token looks like. GitHub's shape: a vendor prefix that leak scanners find, 256 random
// bits, and a checksum, so that a mistyped token is refused without asking the database.
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const secretLength = 43;
const checksumLength = 6;

/** What a token opens: the partner interface, or the operators' GraphQL. */
export type TokenKind = 'partner' | 'operator';
const prefixes = { partner: 'cbp_', operator: 'cbo_' } as const;

/** A new secret token: `cbp_` or `cbo_`, 43 characters of base62, 6 of checksum. */
export function newToken(kind: TokenKind, random: (size: number) => Buffer = randomBytes): string {
  const secret = base62(BigInt(`0x${random(32).toString('hex')}`), secretLength);
  return prefixes[kind] + secret + checksum(secret);
}

/** Whether a string can be a token at all. */
export function isWellFormedToken(kind: TokenKind, token: string): boolean {
  const prefix = prefixes[kind];
  if (token.length !== prefix.length + secretLength + checksumLength || !token.startsWith(prefix))
    return false;
  const secret = token.slice(prefix.length, -checksumLength);
  return token.endsWith(checksum(secret));
}

/** What is kept of a token: its SHA-256. */
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
