import { createHash } from 'node:crypto';

const confirmMinutes = 10;

/** For how long a dry run can be confirmed, in milliseconds. */
export const confirmMillis = confirmMinutes * 60_000;

/**
 * Returns the token that confirms a dry run: its expiry, and a digest of the input and of what it affects. It has no secret,
 * because it protects against mistakes and not against operators, who may do the same without a dry run.
 *
 * @param until Unix milliseconds
 */
export function confirmTokenFor(input: unknown, affected: unknown, until: number): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([input, affected, until]))
    .digest('base64url');
  return `${until.toString(36)}.${digest}`;
}

/** Returns true if the token is of a dry run of the same input that affected the same, and is not older than ten minutes. */
export function isConfirmed(token: string, input: unknown, affected: unknown, now: number): boolean {
  const until = Number.parseInt(token, 36);
  return now < until && confirmTokenFor(input, affected, until) === token;
}
