import type { Query } from '../../connection/query.ts';

/** A user's identifier in the system of a partner. */
export interface UserLinkId {
  externalServiceId: string;
  externalUserId: string;
}

const former = (field: string) => `
    select before ->> '${field}' from audit_events where subject_id = $1 and before ? '${field}'
    union select after ->> '${field}' from audit_events where subject_id = $1 and after ? '${field}'`;

/** Returns the current and former e-mail addresses of a user, in order, without those of other users. */
export async function findUserEmails(query: Query, userId: string): Promise<string[]> {
  const rows = await query<{ email: string }>(
    `select email from (
       select email from users where id = $1
       union select email from former_user_names where user_id = $1
       union ${former('email')}
     ) known
     where email is not null and not exists (select from users u where u.email = known.email and u.id <> $1)
     order by email collate "C"`,
    [userId],
  );
  return rows.map(({ email }) => email);
}

/** Returns the current and former last names of a user, as far as audit events have them. */
export async function findLastNames(query: Query, userId: string): Promise<string[]> {
  const rows = await query<{ name: string }>(
    `select name from (select last_name from users where id = $1 union ${former('lastName')}) known (name)
     where name is not null order by name collate "C"`,
    [userId],
  );
  return rows.map(({ name }) => name);
}

/** Returns the current and former identifiers of a user, in order, without those of other users. */
export function findUserLinks(query: Query, userId: string, managedById: string): Promise<UserLinkId[]> {
  return query(
    `select external_service_id as "externalServiceId", external_user_id as "externalUserId"
     from user_links where user_id = $1
     union select service_id, id from (
       select external_service_id, external_user_id from former_user_names where user_id = $1
       union select $2::uuid, id from (${former('externalUserId')}) f (id)
     ) known (service_id, id)
     where id is not null and not exists (
       select from user_links where external_service_id = service_id and external_user_id = id and user_id <> $1
     )
     order by 1, 2`,
    [userId, managedById],
  );
}
