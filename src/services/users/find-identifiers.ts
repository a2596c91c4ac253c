import type { Database } from '../../db/connection/database.ts';
import type { Link } from '../erasing/erasure.ts';

/**
 * Returns the current and former addresses and links of a user, in order. Addresses and links that now belong to
 * another user are left out.
 *
 * Triggers store the former ones (db/entities/user.ts). They are also in the audit events until those are deleted.
 */
export async function findIdentifiers(
  query: Database['query'],
  userId: string,
  managedById: string,
): Promise<{ addresses: string[]; links: Link[] }> {
  const former = (field: string) => `
    select before ->> '${field}' from audit_events where subject_id = $1 and before ? '${field}'
    union select after ->> '${field}' from audit_events where subject_id = $1 and after ? '${field}'`;
  const addresses = await query<{ email: string }>(
    `select email from (
       select email from users where id = $1
       union select email from former_user_names where user_id = $1
       union ${former('email')}
     ) known
     where email is not null and not exists (select from users u where u.email = known.email and u.id <> $1)
     order by email collate "C"`,
    [userId],
  );
  const links = await query<Link>(
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
  return { addresses: addresses.map(({ email }) => email), links };
}
