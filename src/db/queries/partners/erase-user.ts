import type { Query } from '../../connection/query.ts';

/** Returns the ids of the external services that manage a user, have linked it, or were granted access to it. */
export async function findServicesOfUser(
  query: Query,
  userId: string,
  managedById: string,
): Promise<string[]> {
  const rows = await query<{ id: string }>(
    `select external_service_id as id from user_links where user_id = $1
       union select external_service_id from user_grants where user_id = $1
       union select $2`,
    [userId, managedById],
  );
  return rows.map(({ id }) => id);
}

/** Deletes fields from the audit events about a user, and marks these events as erased. */
export async function eraseFromAuditEvents(
  query: Query,
  userId: string,
  fields: readonly string[],
): Promise<void> {
  await query(
    `update audit_events
       set before = before - $2::text[] || '{"erased": true}', after = after - $2::text[] || '{"erased": true}'
       where subject_id = $1`,
    [userId, fields],
  );
}

/**
 * Replaces the data of a user in the changes about it. The outbox comes first. Changes that are sequenced meanwhile are
 * then found in `changes`.
 */
export async function eraseUserFromChanges(query: Query, userId: string): Promise<void> {
  for (const table of ['change_outbox', 'changes'])
    await query(
      `update ${table} set data = '{"status": "ERASED"}' || (
           select jsonb_object_agg(field, value) from jsonb_each(data) as d (field, value)
           where field in ('id', 'managed', 'managedBy')
         )
         where subject_id = $1`,
      [userId],
    );
}
