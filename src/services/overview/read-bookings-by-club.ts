import type { Database } from '../../db/connection/database.ts';
import { operatorsService } from '../../db/entities/external-service.ts';

export interface ClubBookings {
  organizationId: string;
  name: string;
  /** Per day: the number of partners' active bookings that touch it. */
  days: readonly number[];
}

export interface BookingsByClub {
  /** `YYYY-MM-DD` in UTC: the week before today, today, and the six days after it. */
  days: readonly string[];
  /** Most bookings first, at most `mostClubs`. */
  clubs: readonly ClubBookings[];
  hasMoreClubs: boolean;
}

const day = 24 * 60 * 60_000;
const daysBefore = 7;
const daysShown = 14;
const mostClubs = 12;

const startDay = `(b.start_date at time zone 'UTC')::date`;
const placed = `${startDay} as first_day, ((b.end_date - interval '1 microsecond') at time zone 'UTC')::date as last_day, b.court_id`;

/**
 * Counts the bookings on the courts of each club, around today. The single statement reads only the bookings of these
 * days, from an index that covers all needed columns. A booking counts for each day that it touches, so the numbers
 * match the operators' list of a day. Blocks are not counted.
 *
 * @param now Unix milliseconds
 * @throws ApiError `service_unavailable`
 */
export async function readBookingsByClub(
  database: Pick<Database, 'read'>,
  now: number,
): Promise<BookingsByClub> {
  const first = Math.floor(now / day) - daysBefore;
  const days = Array.from({ length: daysShown }, (_, place) => dateOf(first + place));
  const rows = await database.read<{ organizationId: string; name: string; days: number[] }>(
    'replica',
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
       select organization_id, sum(bookings) as bookings from by_club group by 1 having sum(bookings) > 0 order by 2 desc, 1 limit ${mostClubs + 1}
     )
     select m.organization_id as "organizationId", o.name,
       array(
         select coalesce(b.bookings, 0) from generate_series(0, ${daysShown - 1}) as n (place)
         left join by_club b on b.place = n.place and b.organization_id = m.organization_id
         order by n.place
       ) as days
     from most m join organizations o on o.id = m.organization_id
     order by m.bookings desc, m.organization_id`,
    [days[0], days.at(-1), operatorsService.id],
  );
  return { days, clubs: rows.slice(0, mostClubs), hasMoreClubs: rows.length > mostClubs };
}

const dateOf = (n: number) => new Date(n * day).toISOString().slice(0, 10);
