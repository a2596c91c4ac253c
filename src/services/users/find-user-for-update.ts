import type { Database } from '../../db/connection/database.ts';
import type { Refuse } from '../../errors.ts';
import type { Supporter } from '../access/authorize-operator.ts';
import type { Partner } from '../access/authorize-partner.ts';
import { isAccessible } from './read-user.ts';

interface Found {
  managedById: string;
  isErased: boolean;
}

/**
 * Finds a user that is to be changed, and locks it until the transaction ends. A partner may change whom it manages, an
 * operator everybody.
 *
 * @param refuse of the verb: its list must have what is refused here.
 * @param orErased one who was erased is found, too.
 * @throws ApiError of a partner `user_access_denied` (unknown and not open alike), `user_not_managed`; of an operator
 * `user_not_found`.
 */
export async function findUserForUpdate(
  query: Database['query'],
  by: Partner<'userwrite'> | Supporter,
  userId: string,
  refuse: Refuse<'user_access_denied' | 'user_not_managed' | 'user_not_found'>,
  orErased = false,
): Promise<Found> {
  const externalServiceId = 'externalServiceId' in by ? by.externalServiceId : null;
  // Locked before it is judged: what is judged must hold.
  await query('select from users where id = $1 for update', [userId]);
  const [user] = await query<Found & { isOpen: boolean }>(
    `select managed_by_id as "managedById", erased_at is not null as "isErased", ${isAccessible()} as "isOpen"
     from users u where id = $2`,
    [externalServiceId, userId],
  );
  const isFound = user !== undefined && (orErased || !user.isErased);
  if (externalServiceId === null) {
    if (!isFound) throw refuse('user_not_found');
    return user;
  }
  if (isFound && user.managedById === externalServiceId) return user;
  if (user?.isOpen) throw refuse('user_not_managed');
  throw refuse('user_access_denied', {
    message:
      'The external service may not change this user: it neither manages it nor was granted it, or there is no such user. Check the id, or ask an operator for access.',
  });
}
