import type { KnownUsers } from './known-users.ts';
import type { Rejection } from './rejection.ts';
import type { NewUser, StoredUser } from './user.ts';

/** The errors of a creation that depend on the state, in the order of the checks. */
export const creationErrors = ['email_already_in_use', 'external_user_id_already_in_use'] as const;

export type CreationVerdict =
  | { outcome: 'created' }
  | { outcome: 'unchanged'; user: StoredUser }
  | { outcome: 'refused'; rejection: Rejection<(typeof creationErrors)[number]> };

/**
 * Judges the creation of a user (document, section 4.1).
 *
 * Not in the document: the same pair of address and id again is the same user, so that a client can repeat a request whose
 * response was lost.
 */
export function judgeCreation(known: KnownUsers, { email, externalUserId }: NewUser): CreationVerdict {
  const linked = known.linked(externalUserId);
  if (linked?.email === email) return { outcome: 'unchanged', user: linked };
  const rejection = addressError(known, email);
  if (rejection) return { outcome: 'refused', rejection };
  return linked
    ? { outcome: 'refused', rejection: { error: 'external_user_id_already_in_use' } }
    : { outcome: 'created' };
}

/** Returns the error of an address that somebody has. A user that keeps its address needs no check. */
export function addressError(
  known: KnownUsers,
  email: string,
): Rejection<'email_already_in_use'> | undefined {
  const ownerId = known.ownerOf(email);
  return ownerId === undefined ? undefined : { error: 'email_already_in_use', ownerId };
}
