import type { Query } from '../../connection/query.ts';

/** Returns the external services that manage the users, have linked them, or were granted access to them. */
export function findServicesOfUsers(
  query: Query,
  userIds: readonly string[],
): Promise<{ userId: string; id: string }[]> {
  return query(
    `select user_id as "userId", external_service_id as id from user_links where user_id = any ($1::uuid[])
     union select user_id, external_service_id from user_grants where user_id = any ($1::uuid[])
     union select id, managed_by_id from users where id = any ($1::uuid[])`,
    [userIds],
  );
}

/** Deletes fields from the audit events about users, and marks these events as erased. */
export async function eraseFromAuditEvents(
  query: Query,
  userIds: readonly string[],
  fields: readonly string[],
): Promise<void> {
  await query(
    `update audit_events
       set before = before - $2::text[] || '{"erased": true}', after = after - $2::text[] || '{"erased": true}'
       where subject_id = any ($1::uuid[])`,
    [userIds, fields],
  );
}

/**
 * Replaces the data of users in the changes about them. The outbox comes first. Changes that are sequenced meanwhile
 * are then found in `changes`.
 */
export async function eraseUsersFromChanges(query: Query, userIds: readonly string[]): Promise<void> {
  for (const table of ['change_outbox', 'changes'])
    await query(
      `update ${table} set data = '{"status": "ERASED"}' || (
           select jsonb_object_agg(field, value) from jsonb_each(data) as d (field, value)
           where field in ('id', 'managed', 'managedBy')
         )
         where subject_id = any ($1::uuid[])`,
      [userIds],
    );
}
