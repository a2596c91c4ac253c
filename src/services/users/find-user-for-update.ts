import type { ErrorFactory } from '../../api-error.ts';
import type { Query } from '../../db/connection/query.ts';
import { lockRows } from '../../db/queries/lock-rows.ts';
import { findUserAccess, type UserAccess } from '../../db/queries/partners/user-for-update.ts';
import type { Supporter } from '../access/authorize-operator.ts';
import type { Partner } from '../access/authorize-partner.ts';

/**
 * Finds a user for a change and locks it until the transaction ends. A partner may change the users that it manages,
 * an operator all users.
 *
 * @param createError of the calling function, whose list must have the errors of this one
 * @param orErased if true, erased users are also found
 * @throws ApiError for a partner `user_access_denied` (unknown users and those without access alike),
 * `user_not_managed`; for an operator `user_not_found`.
 */
export async function findUserForUpdate(
  query: Query,
  by: Partner<'userwrite'> | Supporter,
  userId: string,
  createError: ErrorFactory<'user_access_denied' | 'user_not_managed' | 'user_not_found'>,
  orErased = false,
): Promise<Pick<UserAccess, 'managedById' | 'isErased'>> {
  const externalServiceId = 'externalServiceId' in by ? by.externalServiceId : null;
  // Locked before the checks, so that their result stays valid.
  await lockRows(query, 'users', [userId], 'for update');
  const user = await findUserAccess(query, externalServiceId, userId);
  const isFound = user !== undefined && (orErased || !user.isErased);
  if (externalServiceId === null) {
    if (!isFound) throw createError('user_not_found');
    return user;
  }
  if (isFound && user.managedById === externalServiceId) return user;
  if (user?.isOpen) throw createError('user_not_managed');
  throw createError('user_access_denied', {
    message:
      'The external service may not change this user, because it neither manages the user nor was granted access, or the user does not exist. Check the id, or ask an operator for access.',
  });
}
