import { createHash } from 'node:crypto';
import type { Query } from '../../db/connection/query.ts';
import { insertSubmittedForm } from '../../db/queries/operators/submitted-forms.ts';
import type { SignedIn } from '../access/authorize-operator.ts';

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

/**
 * Uses up a token in the transaction of the change, and waits for another transaction that does. Returns false if the
 * token has confirmed a change. After a rollback it can be used again.
 */
export function useToken(query: Query, { actor }: SignedIn, token: string): Promise<boolean> {
  const id = createHash('sha256').update(token).digest('hex').slice(0, 32);
  return insertSubmittedForm(query, id, actor.id);
}
