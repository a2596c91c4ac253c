import { addressError } from './create-user.ts';
import { judgeManager, type managerErrors } from './erase-user.ts';
import type { KnownUsers } from './known-users.ts';
import type { Rejection } from './rejection.ts';
import { changesOf, isEmpty, type StoredUser, type UserChanges } from './user.ts';

export type UserUpdateError =
  | (typeof managerErrors)[number]
  | 'email_already_in_use'
  | 'external_user_id_already_in_use';

export type UserUpdateVerdict =
  | { outcome: 'updated'; before: StoredUser; changes: UserChanges }
  | { outcome: 'unchanged'; user: StoredUser }
  | { outcome: 'refused'; rejection: Rejection<UserUpdateError> };

/** Judges changes of a user by the external service that manages it. */
export function judgeUserUpdate(known: KnownUsers, userId: string, wanted: UserChanges): UserUpdateVerdict {
  const judged = judgeManager(known, userId);
  if ('error' in judged) return { outcome: 'refused', rejection: judged };
  const changes = changesOf(judged, wanted);
  if (isEmpty(changes)) return { outcome: 'unchanged', user: judged };
  const { email, externalUserId } = changes;
  const rejection = email == null ? undefined : addressError(known, email);
  if (rejection) return { outcome: 'refused', rejection };
  if (externalUserId !== undefined && known.linked(externalUserId))
    return { outcome: 'refused', rejection: { error: 'external_user_id_already_in_use' } };
  return { outcome: 'updated', before: judged, changes };
}
