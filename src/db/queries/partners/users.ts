import type { Query } from '../../connection/query.ts';
import { isAccessible, type UserSnapshot, userSnapshot } from './user-snapshot.ts';

/** Finds a user that the external service has access to, or an erased user that it managed. */
export async function findAccessibleUser(
  query: Query,
  externalServiceId: string,
  userId: string,
): Promise<UserSnapshot | undefined> {
  const [row] = await query<{ user: UserSnapshot }>(
    `select ${userSnapshot()} as user
     from users u left join user_links l on l.user_id = u.id and l.external_service_id = $1
     where u.id = $2 and (${isAccessible()} or (u.erased_at is not null and u.managed_by_id = $1))`,
    [externalServiceId, userId],
  );
  return row?.user;
}

/** Finds the user that an external service has linked to an identifier, and whether the service has access to it. */
export async function findUserByExternalId(
  query: Query,
  externalServiceId: string,
  externalUserId: string,
): Promise<{ user: UserSnapshot; isOpen: boolean } | undefined> {
  const [row] = await query<{ user: UserSnapshot; isOpen: boolean }>(
    `select ${userSnapshot()} as user, ${isAccessible()} as "isOpen"
     from user_links l join users u on u.id = l.user_id
     where l.external_service_id = $1 and l.external_user_id = $2`,
    [externalServiceId, externalUserId],
  );
  return row;
}

/** Returns an existing user as an external service reads it, whether or not the service has access. */
export async function readUserForService(
  query: Query,
  externalServiceId: string,
  userId: string,
): Promise<UserSnapshot> {
  const [row] = await query<{ user: UserSnapshot }>(
    `select ${userSnapshot()} as user
       from users u left join user_links l on l.user_id = u.id and l.external_service_id = $1
       where u.id = $2`,
    [externalServiceId, userId],
  );
  return row!.user;
}
