import type { Query } from '../../connection/query.ts';
import { databaseFunctions } from '../../functions/functions.ts';
import { naturalKey } from '../natural-key.ts';

export interface CourtRow {
  /** Null for an organization without courts. */
  id: string;
  name: string;
  active: boolean;
  organizationId: string;
  organizationName: string;
  timeZone: string;
}

export interface CalendarBookingRow {
  id: string;
  courtId: string;
  externalCourtBookingId: string;
  partner: string;
  /** For a block: the reason. Null for other bookings. */
  blockReason: string | null;
  /** First and last name of the first participant who has an account. */
  person: string | null;
  participants: number;
  /** Unix milliseconds. */
  from: number;
  to: number;
}

/** Returns a court, or the courts of an organization by name. Returns no row if the court or organization does not exist. */
export function listCalendarCourts(
  query: Query,
  {
    courtId,
    organizationId,
    limit,
  }: { courtId?: string | undefined; organizationId?: string | undefined; limit: number },
): Promise<CourtRow[]> {
  return query(
    `select c.id, c.name, c.active, o.id as "organizationId", o.name as "organizationName", o.time_zone as "timeZone"
     from organizations o left join courts c on c.organization_id = o.id
     where ${courtId ? 'c.id = $1' : 'o.id = $1'}
     order by ${naturalKey('c.name')}, c.id limit ${limit}`,
    [courtId ?? organizationId],
  );
}

/**
 * Returns the active bookings of some courts in a time range, by start, each with the name of a participant. It uses
 * the same function that finds overlaps for partners.
 */
export function listCalendarBookings(
  query: Query,
  { courtIds, from, to, limit }: { courtIds: readonly string[]; from: string; to: string; limit: number },
): Promise<CalendarBookingRow[]> {
  return query(
    `select b.id, b.court_id as "courtId", b.external_court_booking_id as "externalCourtBookingId", s.name as partner,
       b.block_reason as "blockReason", p.person, p.participants,
       (extract(epoch from b.start_date) * 1000)::float8 as from, (extract(epoch from b.end_date) * 1000)::float8 as to
     from (
       select b.* from unnest($1::uuid[]) as c (id)
       cross join lateral ${databaseFunctions().schema}.court_bookings_overlapping(c.id, $2::timestamptz, $3::timestamptz) as b
       order by b.start_date, b.id limit ${limit}
     ) as b
     join external_services s on s.id = b.external_service_id
     cross join lateral (
       select (array_agg(u.first_name || ' ' || u.last_name order by p.position) filter (where u.erased_at is null and u.id is not null))[1] as person,
         count(*)::int as participants
       from court_booking_participants p left join users u on u.id = p.user_id where p.court_booking_id = b.id
     ) as p
     order by b.start_date, b.id`,
    [courtIds, from, to],
  );
}
