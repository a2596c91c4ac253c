import type { Query } from '../../../connection/query.ts';
import { databaseFunctions } from '../../../functions/functions.ts';

/** The audit events about a person among the next ones after a position. */
export interface PersonAuditEvents {
  /** The number of events that were searched. */
  count: number;
  /** The id of the last of them; null if there were none. */
  last: string | null;
  found: unknown[];
}

/** Searches the audit events after an id, in order, for those about a user or an address. */
export async function searchPersonAuditEvents(
  query: Query,
  person: { userId: string | undefined; addresses: readonly string[] },
  { after, limit }: { after: string; limit: number },
): Promise<PersonAuditEvents> {
  const own = `(participant ->> 'email' = any ($3::text[]) or participant ->> 'userId' = $2::text)`;
  // It shows only the person's own place in a booking, because the other participants are private.
  const shown = (snapshot: string) => `case when ${snapshot} ? 'participants' then jsonb_set(
    ${snapshot}, '{participants}',
    (select coalesce(jsonb_agg(participant), '[]') from jsonb_array_elements(${snapshot} -> 'participants') participant where ${own})
  ) else ${snapshot} end`;
  const names = (snapshot: string) =>
    `exists (select from jsonb_path_query(${snapshot}, '$.participants[*]') participant where ${own})`;
  const [page] = await query<PersonAuditEvents>(
    `with page as materialized (
         select * from audit_events where id > $1 order by id limit ${limit}
       )
       select (select count(*)::int from page) as count, (select id from page order by id desc limit 1) as last,
         (select coalesce(jsonb_agg(jsonb_build_object(
            'id', id, 'at', ${databaseFunctions().schema}.as_instant(at), 'action', action, 'actorType', actor_type,
            'subjectType', subject_type, 'subjectId', subject_id, 'before', ${shown('before')}, 'after', ${shown('after')}
          ) order by id), '[]')
          from page where subject_id::text = $2::text
            or (subject_type = 'court_booking' and (${names('before')} or ${names('after')}))) as found`,
    [after, person.userId ?? null, person.addresses],
  );
  return page!;
}
