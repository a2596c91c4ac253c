import type { Query } from '../../connection/query.ts';
import { databaseFunctions } from '../../functions/functions.ts';
import { lockRows } from '../lock-rows.ts';

/** A booking as it is stored in audit events and changes. */
export interface CourtBookingSnapshot {
  id: string;
  snapshot: Record<string, unknown>;
}

/** Locks bookings: first all keys, in the same order as a batch, then the rows. */
export async function lockCourtBookings(query: Query, ids: readonly string[]): Promise<void> {
  // The key never changes, so it may be read before it is locked.
  await query(
    `select pg_advisory_xact_lock(keys.key) from (
       select distinct ${databaseFunctions().schema}.court_booking_key(external_service_id, external_court_booking_id) as key
       from court_bookings where id = any ($1::uuid[])
       order by 1
     ) keys`,
    [ids],
  );
  await lockRows(query, 'court_bookings', ids);
}

/** Locks the key of a booking, which may not be stored. */
export async function lockCourtBookingKey(
  query: Query,
  externalServiceId: string,
  externalCourtBookingId: string,
): Promise<void> {
  await query(`select pg_advisory_xact_lock(${databaseFunctions().schema}.court_booking_key($1, $2))`, [
    externalServiceId,
    externalCourtBookingId,
  ]);
}

export function findCourtBookingSnapshots(
  query: Query,
  ids: readonly string[],
): Promise<CourtBookingSnapshot[]> {
  const { schema } = databaseFunctions();
  return query<CourtBookingSnapshot>(
    `select b.id, stored.snapshot
     from court_bookings b cross join lateral ${schema}.stored_court_booking(b) stored where b.id = any ($1::uuid[])`,
    [ids],
  );
}

/** Returns the current time of the database, in microseconds: `YYYY-MM-DDTHH:MM:SS.ffffffZ`. */
export async function readClock(query: Query): Promise<string> {
  const [clock] = await query<{ now: string }>(
    `select ${databaseFunctions().schema}.as_instant(clock_timestamp()) as now`,
    [],
  );
  return clock!.now;
}

/** Announces the stored state of bookings to their external services, in the order of the ids. */
export async function announceCourtBookings(
  query: Query,
  {
    type,
    actorType,
    requestId,
    ids,
  }: { type: string; actorType: string; requestId: string; ids: readonly string[] },
): Promise<void> {
  const { schema } = databaseFunctions();
  await query(
    `select ${schema}.announce_court_booking($1, b, stored.snapshot, stored.open_users, b.updated_at, $2, $3)
     from unnest($4::uuid[]) with ordinality as changed (id, position) join court_bookings b on b.id = changed.id
     cross join lateral ${schema}.stored_court_booking(b) stored
     order by changed.position`,
    [type, actorType, requestId, ids],
  );
}

/**
 * Finds the first active bookings that touch a half-open time range on a court, or on the courts of an organization,
 * earliest first. Blocks are left out.
 */
export function findCourtBookingsInRange(
  query: Query,
  {
    courtId,
    organizationId,
    from,
    to,
    limit,
  }: {
    courtId: string | undefined;
    organizationId: string | undefined;
    from: string;
    to: string;
    limit: number;
  },
): Promise<{ id: string; courtId: string; startDate: string; endDate: string }[]> {
  const { schema } = databaseFunctions();
  return query(
    `select b.id, b.court_id as "courtId", ${schema}.as_instant(b.start_date) as "startDate",
       ${schema}.as_instant(b.end_date) as "endDate"
     from courts c cross join lateral ${schema}.court_bookings_overlapping(c.id, $3::timestamptz, $4::timestamptz) b
     where (c.id = $1::uuid or c.organization_id = $2::uuid) and b.block_reason is null
     order by b.start_date, b.id
     limit ${limit}`,
    [courtId ?? null, organizationId ?? null, from, to],
  );
}

/** Returns the ids of the first ten active bookings and blocks that overlap a time range on a court. */
export async function findOverlappingCourtBookings(
  query: Query,
  { courtId, startDate, endDate }: { courtId: string; startDate: string; endDate: string },
): Promise<string[]> {
  const bookings = await query<{ id: string }>(
    `select id from ${databaseFunctions().schema}.court_bookings_overlapping($1, $2, $3) order by start_date limit 10`,
    [courtId, startDate, endDate],
  );
  return bookings.map(({ id }) => id);
}

/** Locks a court, and returns whether it can be booked. */
export async function lockCourt(query: Query, id: string): Promise<{ active: boolean } | undefined> {
  const [court] = await query<{ active: boolean }>(
    'select active from courts where id = $1 for no key update',
    [id],
  );
  return court;
}

/** Returns whether a version is so far in the future that operators are alerted about it. */
export async function isFutureVersion(
  query: Query,
  externalUpdatedAt: string,
  now: string,
): Promise<boolean> {
  const [row] = await query<{ ahead: boolean }>(
    `select ${databaseFunctions().schema}.is_future_version($1::timestamptz, $2::timestamptz) as ahead`,
    [externalUpdatedAt, now],
  );
  return row!.ahead;
}
