import type { KnownUsers } from './known-users.ts';
import type { Rejection } from './rejection.ts';
import type { StoredUser } from './user.ts';

/** The errors of a change of a user by id, in the order of the checks. */
export const managerErrors = ['user_access_denied', 'user_not_managed'] as const;

/** The operations whose recorded external id belongs to a user. */
export const userOperations = ['batchUsers', 'createUser', 'getUserByExternalId', 'updateUser', 'upsertUser'];

export type ErasureVerdict =
  | { outcome: 'erased'; before: StoredUser }
  | { outcome: 'unchanged'; user?: undefined }
  | { outcome: 'refused'; rejection: Rejection<(typeof managerErrors)[number]> };

/** Judges whether a user may be erased. Repeating it changes nothing. */
export function judgeErasure(known: KnownUsers, userId: string): ErasureVerdict {
  const judged = judgeManager(known, userId, true);
  if ('error' in judged) return { outcome: 'refused', rejection: judged };
  return judged.isErased ? { outcome: 'unchanged' } : { outcome: 'erased', before: judged };
}

/** The same for a user that is linked to an id. Not in the document: if none is, there is nothing to erase. */
export function judgeErasureByExternalId(known: KnownUsers, externalUserId: string): ErasureVerdict {
  const linked = known.linked(externalUserId);
  return linked ? judgeErasure(known, linked.id) : { outcome: 'unchanged' };
}

/**
 * Returns a user that the external service may change, or the error. Only the one that manages a user may change it. An
 * unknown user has the same error as one without access.
 *
 * @param orErased if true, an erased user is returned, too
 */
export function judgeManager(
  known: KnownUsers,
  userId: string,
  orErased = false,
): StoredUser | Rejection<(typeof managerErrors)[number]> {
  const user = known.user(userId);
  if (user?.managedById === known.externalServiceId && (orErased || !user.isErased)) return user;
  if (known.isOpen(userId)) return { error: 'user_not_managed' };
  return {
    error: 'user_access_denied',
    message:
      'The external service may not change this user, because it neither manages the user nor was granted access, or the user does not exist. Check the id, or ask an operator for access.',
  };
}

/** Returns what remains of a user. Bookings refer to it. */
export const erased = ({ id, managedById, updatedAt }: StoredUser): StoredUser => ({
  id,
  managedById,
  links: {},
  updatedAt,
  isErased: true,
});
