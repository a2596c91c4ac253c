import { addressError } from './create-user.ts';
import type { KnownUsers } from './known-users.ts';
import type { Rejection } from './rejection.ts';
import { changesOf, isEmpty, type NewUser, type StoredUser, type UserChanges } from './user.ts';

/** The errors of an upsert that depend on the state, in the order of the checks. */
export const userUpsertErrors = ['user_access_denied', 'user_not_managed', 'email_already_in_use'] as const;

export type UserUpsertVerdict =
  | { outcome: 'created' }
  | { outcome: 'updated'; before: StoredUser; changes: UserChanges }
  | { outcome: 'unchanged'; user: StoredUser }
  | { outcome: 'refused'; rejection: Rejection<(typeof userUpsertErrors)[number]> };

/** Judges an upsert. Users have no version, so the last write wins. */
export function judgeUserUpsert(known: KnownUsers, upsert: NewUser): UserUpsertVerdict {
  const verdict = judgeUserUpsertExceptAddress(known, upsert);
  if (!takesAddress(verdict)) return verdict;
  const rejection = addressError(known, upsert.email);
  return rejection ? { outcome: 'refused', rejection } : verdict;
}

/** Judges everything about an upsert except that its address is free. */
export function judgeUserUpsertExceptAddress(
  known: KnownUsers,
  { externalUserId, ...fields }: NewUser,
): UserUpsertVerdict {
  const linked = known.linked(externalUserId);
  if (!linked) return { outcome: 'created' };
  if (!known.isOpen(linked.id)) return { outcome: 'refused', rejection: { error: 'user_access_denied' } };
  const changes = changesOf(linked, fields);
  if (isEmpty(changes)) return { outcome: 'unchanged', user: linked };
  if (linked.managedById !== known.externalServiceId)
    return { outcome: 'refused', rejection: { error: 'user_not_managed' } };
  return { outcome: 'updated', before: linked, changes };
}

/** Returns true if the user would get an address that it does not have. */
export const takesAddress = (verdict: { outcome: string; changes?: UserChanges }) =>
  verdict.outcome === 'created' || verdict.changes?.email !== undefined;
