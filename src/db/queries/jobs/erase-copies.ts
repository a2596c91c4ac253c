import type { Query } from '../../connection/query.ts';
import type { UserLinkId } from '../partners/user-identifiers.ts';
import { type Erasure, isHashed, shortlyBefore } from './erasures.ts';

/** Maximum number of bookings that one query finds by a participant. */
export const bookingsAtOnce = 100;
/** Maximum number of requests that one query changes. */
export const requestsAtOnce = 500;
/** Maximum number of audit events or rejected requests that one query scans. */
export const eventsAtOnce = 2_000;

/** Finds the next bookings with this address, in the order of their ids. */
export function findBookingsByAddress(
  query: Query,
  address: string,
  after: string,
): Promise<{ id: string }[]> {
  return query<{ id: string }>(
    `select court_booking_id as id from court_booking_participants
     where email = $1 and court_booking_id > $2 order by court_booking_id limit ${bookingsAtOnce}`,
    [address, after],
  );
}

/** Erases the external ids of users from recorded requests before `until`. Returns the number of changed requests. */
export async function eraseFromRequests(
  query: Query,
  {
    links,
    operations,
    until,
  }: { links: readonly UserLinkId[] | null; operations: readonly string[]; until: string },
): Promise<number> {
  const requests = await query(
    `update partner_requests r set external_id = null from (
       select p.id from jsonb_to_recordset($1::jsonb) as l ("externalServiceId" uuid, "externalUserId" text)
       join partner_requests p on p.external_id = l."externalUserId" and p.external_service_id = l."externalServiceId"
       where p.operation = any ($2::text[]) and p.id < $3 limit ${requestsAtOnce}
     ) found where r.id = found.id returning 1`,
    [JSON.stringify(links), operations, until],
  );
  return requests.length;
}

/**
 * Erases the external ids of requests that were rejected because they named the user's address, among the next ones
 * that were rejected for this reason. Returns how many were scanned, and the last one.
 */
export async function eraseFromRejectedRequests(
  query: Query,
  userId: string,
  after: string,
): Promise<{ count: number; last: string | null }> {
  const [page] = await query<{ count: number; last: string | null }>(
    `with page as materialized (
       select id, conflicting_ids, external_id from partner_requests
       where error_type = 'email_already_in_use' and id > $2 order by id limit ${eventsAtOnce}
     ), erased as (
       update partner_requests set external_id = null where id = any (array(
         select id from page where conflicting_ids = array[$1::uuid] and external_id is not null
       ))
     )
     select (select count(*)::int from page) as count, (select id from page order by id desc limit 1) as last`,
    [userId, after],
  );
  return page!;
}

/** A page of audit events. */
export interface EventPage {
  events: number;
  last: string | null;
  /** The bookings that named one of the hashed addresses. */
  found: [courtBookingId: string, hash: string][];
  /** The events of named queries of operators. */
  queries: [id: string, name: string][];
}

/** Finds bookings by the addresses in the next audit events, and operators' queries, in the order of the events' ids. */
export async function findEvents(
  query: Query,
  { after, end, hashes }: { after: string; end: string; hashes: readonly string[] },
): Promise<EventPage> {
  const [page] = await query<EventPage>(
    `with page as materialized (
       select id, action, subject_type, subject_id, before, after from audit_events
       where id > $1 and id < $2 order by id limit ${eventsAtOnce}
     )
     select (select count(*)::int from page) as events, (select id from page order by id desc limit 1) as last,
       (select coalesce(jsonb_agg(distinct jsonb_build_array(subject_id, hash)), '[]')
        from page, lateral (
          select jsonb_path_query(before, '$.participants[*].email') #>> '{}' as email
          union select jsonb_path_query(after, '$.participants[*].email') #>> '{}'
        ) named, lateral (select encode(sha256(convert_to(email, 'UTF8')), 'hex') as hash) hashed
        where subject_type = 'court_booking' and hash = any ($3::text[])) as found,
       (select coalesce(jsonb_agg(jsonb_build_array(id, after ->> 'name')), '[]')
        from page where action = 'runQuery' and after ? 'name') as queries`,
    [after, end, hashes],
  );
  return page!;
}

/** Returns the events of named queries of operators that were recorded since the erasure began. */
export async function findQueriesSince(
  query: Query,
  { createdAt }: Pick<Erasure, 'createdAt'>,
): Promise<[id: string, name: string][]> {
  const rows = await query<{ id: string; name: string }>(
    `select id, after ->> 'name' as name from audit_events
     where id >= ${shortlyBefore('$1')} and action = 'runQuery' and after ? 'name'`,
    [createdAt],
  );
  return rows.map(({ id, name }) => [id, name]);
}

/** Erases the names from the events of operators' queries. Their time and count remain. */
export async function eraseQueryNames(query: Query, ids: readonly string[]): Promise<void> {
  await query(
    `update audit_events set after = after || '{"name": "erased"}' where id = any ($1::uuid[]) and action = 'runQuery'`,
    [ids],
  );
}

/**
 * Erases hashed external ids from the requests that were in progress when the erasure began. Ids that belong to a user
 * again stay.
 */
export async function eraseFromRequestsInProgress(
  query: Query,
  { hashes, createdAt }: Pick<Erasure, 'hashes' | 'createdAt'>,
  before: string,
  operations: readonly string[],
): Promise<void> {
  await query(
    `update partner_requests r set external_id = null
     where id >= ${shortlyBefore('$2')} and id < $3 and operation = any ($4::text[]) and external_id is not null
       and ${isHashed("external_service_id::text || '/' || external_id", '$1')}
       and not exists (
         select from user_links l
         where l.external_service_id = r.external_service_id and l.external_user_id = r.external_id
       )`,
    [hashes, createdAt, before, operations],
  );
}
