import type { Query } from '../../connection/query.ts';
import { isAccessible } from './user-snapshot.ts';

/** The manager of a user, and whether an external service has access to the user. */
export interface UserAccess {
  managedById: string;
  isErased: boolean;
  isOpen: boolean;
}

/**
 * Finds the manager of a user, also of an erased one.
 *
 * @param externalServiceId null for an operator; then `isOpen` is false
 */
export async function findUserAccess(
  query: Query,
  externalServiceId: string | null,
  userId: string,
): Promise<UserAccess | undefined> {
  const [user] = await query<UserAccess>(
    `select managed_by_id as "managedById", erased_at is not null as "isErased", ${isAccessible()} as "isOpen"
     from users u where id = $2`,
    [externalServiceId, userId],
  );
  return user;
}

/** The fields of a user that can be changed, and its identifier in the system of its manager. */
export type StoredUserFields = Record<
  | 'firstName'
  | 'lastName'
  | 'birthday'
  | 'email'
  | 'gender'
  | 'mainSportType'
  | 'playingHand'
  | 'externalUserId',
  string | null
>;

export async function readUserFields(query: Query, userId: string): Promise<StoredUserFields> {
  const [stored] = await query<StoredUserFields>(
    `select u.first_name as "firstName", u.last_name as "lastName", to_char(u.birthday, 'YYYY-MM-DD') as "birthday", u.email as "email",
         u.gender as "gender", u.main_sport_type as "mainSportType", u.playing_hand as "playingHand",
         l.external_user_id as "externalUserId"
       from users u left join user_links l on l.user_id = u.id and l.external_service_id = u.managed_by_id
       where u.id = $1`,
    [userId],
  );
  return stored!;
}

/** Links a user to an identifier of an external service, or changes the identifier. */
export async function saveUserLink(
  query: Query,
  link: { externalServiceId: string; externalUserId: string; userId: string },
): Promise<void> {
  await query(
    `insert into user_links (external_service_id, external_user_id, user_id) values ($1, $2, $3)
         on conflict (user_id, external_service_id) do update set external_user_id = excluded.external_user_id`,
    [link.externalServiceId, link.externalUserId, link.userId],
  );
}
