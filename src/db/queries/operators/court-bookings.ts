import type { Query } from '../../connection/query.ts';
import { databaseFunctions } from '../../functions/functions.ts';

/** A booking by the id in its partner's system. */
interface CourtBookingKey {
  id: string;
  externalServiceId: string;
  externalCourtBookingId: string;
}

/** Locks the keys of stored bookings, in the same order as every writer. Returns them in any order. */
export function lockCourtBookingKeys(query: Query, ids: readonly string[]): Promise<CourtBookingKey[]> {
  // The key never changes, so it may be read before it is locked.
  return query(
    `select id, external_service_id as "externalServiceId", external_court_booking_id as "externalCourtBookingId",
       pg_advisory_xact_lock(key)
     from (
       select *, ${databaseFunctions().schema}.court_booking_key(external_service_id, external_court_booking_id) as key
       from court_bookings where id = any ($1::uuid[])
       order by key
     ) ordered`,
    [ids],
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
