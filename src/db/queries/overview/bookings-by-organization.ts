import type { Query } from '../../connection/query.ts';
import { operatorsService } from '../../entities/external-service.ts';

/** The number of bookings per day on the courts of an organization. */
export interface OrganizationBookings {
  organizationId: string;
  name: string;
  /** Per day: the number of partners' active bookings that touch it. */
  days: readonly number[];
}

const startDay = `(b.start_date at time zone 'UTC')::date`;
const placed = `${startDay} as first_day, ((b.end_date - interval '1 microsecond') at time zone 'UTC')::date as last_day, b.court_id`;

/**
 * Counts the bookings on the courts of each organization on some days, most bookings first. It reads only the bookings
 * of these days, from an index that covers all needed columns. A booking counts for each day that it touches. Blocks
 * are not counted.
 *
 * @param range `first` and `last` are days in UTC, `YYYY-MM-DD`. `days` is their number.
 */
export function countBookingsByOrganization(
  query: Query,
  range: { first: string; last: string; days: number; limit: number },
): Promise<OrganizationBookings[]> {
  const { first, last, days, limit } = range;
  return query(
    `with booked as (
       select ${placed}, count(*) as bookings
       from court_bookings b
       -- A day earlier: what began then may end on the first day.
       where ${startDay} >= $1::date - 1 and ${startDay} <= $2::date and b.active
       group by 1, 2, 3
       union all
       -- Taken off again: that index does not know whose they are, and that of each service does.
       select ${placed}, -count(*)
       from court_bookings b
       where b.external_service_id = $3 and ${startDay} >= $1::date - 1 and ${startDay} <= $2::date and b.active
       group by 1, 2, 3
       union all
       -- Few: what takes more than a day may have begun before. "offset 0": the planner cannot know how few.
       select b.first_day, b.last_day, b.court_id, 1
       from (
         select ${placed}, b.active, b.external_service_id
         from court_bookings b where b.end_date - b.start_date > interval '1 day' offset 0
       ) as b
       where b.first_day < $1::date - 1 and b.last_day >= $1::date and b.active and b.external_service_id <> $3
     ), by_club as (
       select c.organization_id, n.place, sum(b.bookings)::int as bookings
       from booked b join courts c on c.id = b.court_id
       cross join lateral generate_series(greatest(b.first_day, $1::date) - $1::date, least(b.last_day, $2::date) - $1::date) as n (place)
       group by 1, 2
     ), most as (
       select organization_id, sum(bookings) as bookings from by_club group by 1 having sum(bookings) > 0 order by 2 desc, 1 limit ${limit}
     )
     select m.organization_id as "organizationId", o.name,
       array(
         select coalesce(b.bookings, 0) from generate_series(0, ${days - 1}) as n (place)
         left join by_club b on b.place = n.place and b.organization_id = m.organization_id
         order by n.place
       ) as days
     from most m join organizations o on o.id = m.organization_id
     order by m.bookings desc, m.organization_id`,
    [first, last, operatorsService.id],
  );
}
