import type { Query } from '../../connection/query.ts';
import { operatorsService } from '../../entities/external-service.ts';

/** The number of bookings per day on the courts of an organization. */
export interface OrganizationBookings {
  organizationId: string;
  name: string;
  timeZone: string;
  /** Per day: the number of partners' active bookings that touch it. */
  days: readonly number[];
}

/** The days of a time zone: the start of each, and the end of the last, as instants. */
export interface DaysOfZone {
  timeZone: string;
  starts: readonly string[];
}

const startDay = `(b.start_date at time zone 'UTC')::date`;
/** Two days earlier: a booking of at most a day may end on the first day of a zone that is ahead of UTC. */
const begins = `${startDay} >= $1::date - 2 and ${startDay} <= $2::date + 1`;

/**
 * Counts the bookings on the courts of each organization on some days of its time zone, most bookings first. It reads
 * only the bookings of these days, from an index that covers all needed columns. A booking counts for each day that it
 * touches. Blocks are not counted.
 *
 * @param range `first` and `last` are days, `YYYY-MM-DD`. `zones` has these days in each time zone of an organization.
 */
export function countBookingsByOrganization(
  query: Query,
  range: { first: string; last: string; days: number; zones: readonly DaysOfZone[]; limit: number },
): Promise<OrganizationBookings[]> {
  const { first, last, days, zones, limit } = range;
  return query(
    `with zone as materialized (
       select name, starts::timestamptz[] as starts from unnest($4::text[], $5::text[]) as z (name, starts)
     ), court as materialized (
       select c.id, c.organization_id, z.starts
       from courts c join organizations o on o.id = c.organization_id join zone z on z.name = o.time_zone
     ), booked as (
       select b.court_id, b.start_date, b.end_date, 1 as bookings
       from court_bookings b where ${begins} and b.active
       union all
       -- Taken off again: that index does not know whose they are, and that of each service does.
       select b.court_id, b.start_date, b.end_date, -1
       from court_bookings b where b.external_service_id = $3 and ${begins} and b.active
       union all
       -- Few: what takes more than a day may have begun before. "offset 0": the planner cannot know how few.
       select b.court_id, b.start_date, b.end_date, 1
       from (
         select ${startDay} as first_day, b.start_date, b.end_date, b.court_id, b.active, b.external_service_id
         from court_bookings b where b.end_date - b.start_date > interval '1 day' offset 0
       ) as b
       where b.first_day < $1::date - 2 and b.end_date > ($1::date - 1)::timestamp at time zone 'UTC' and b.active and b.external_service_id <> $3
     ), spans as (
       select c.organization_id, width_bucket(b.start_date, c.starts) as first,
         width_bucket(b.end_date - interval '1 microsecond', c.starts) as last, sum(b.bookings) as bookings
       from booked b join court c on c.id = b.court_id
       group by 1, 2, 3
     ), by_club as (
       select s.organization_id, n.day, sum(s.bookings)::int as bookings
       from spans s cross join lateral generate_series(greatest(s.first, 1), least(s.last, ${days})) as n (day)
       group by 1, 2
     ), most as (
       select organization_id, sum(bookings) as bookings from by_club group by 1 having sum(bookings) > 0 order by 2 desc, 1 limit ${limit}
     )
     select m.organization_id as "organizationId", o.name, o.time_zone as "timeZone",
       array(
         select coalesce(b.bookings, 0) from generate_series(1, ${days}) as n (day)
         left join by_club b on b.day = n.day and b.organization_id = m.organization_id
         order by n.day
       ) as days
     from most m join organizations o on o.id = m.organization_id
     order by m.bookings desc, m.organization_id`,
    [
      first,
      last,
      operatorsService.id,
      zones.map(({ timeZone }) => timeZone),
      zones.map(({ starts }) => `{${starts.join()}}`),
    ],
  );
}
