import { sql } from 'kysely';
import { allOf, type Sql } from '../statement.ts';
import {
  isActive,
  newestUpdateFirst,
  overlapsRange,
  type PageBounds,
  type StatusFilter,
} from './court-booking-filter.ts';

/** In the form of the index `court_bookings_own_start_day_index`. */
const startDay = sql.raw(`(t.start_date at time zone 'UTC')::date`);

/** Longer than most bookings; in the form of the index `court_bookings_own_long_end_index`. */
const long = sql.raw(`interval '12 hours'`);

/** This many bookings of each day determine a lower bound for the last one on a page. */
const fewOfDay = 8;

/**
 * Bookings by the day of their start, in UTC. Only the newest booking of each day in the range is read, and then at
 * most as many days as a page has rows. So an old range is found without scanning newer rows, and a long range is not
 * sorted completely.
 *
 * A booking of more than half a day may begin before the first day. These are few, and are searched separately.
 */
export function selectByDay(half: StatusFilter, { ofService, within, limit }: PageBounds): Sql {
  const { from, to } = half;
  // Half a day earlier, because bookings from that time may end within the range.
  const first =
    from === undefined ? undefined : sql`((${from}::timestamptz - ${long}) at time zone 'UTC')::date`;
  const isBeforeEnd =
    to === undefined ? sql`d.day is not null` : sql`d.day < (${to}::timestamptz at time zone 'UTC')::date`;
  const here = allOf([within, ...overlapsRange(half)]);
  const ofDay = sql`select t.id, t.updated_at from court_bookings t where ${startDay} = d.day and ${here}`;
  // "offset 0": the planner cannot know how few they are, and might read another index as well.
  const extra =
    first &&
    sql`union all select t.id, t.updated_at from (
      select t.* from court_bookings t
      where t.external_service_id = ${half.externalServiceId} and ${isActive(half.active)} and t.end_date > ${from}
        and t.end_date - t.start_date > ${long} offset 0
    ) t where ${startDay} < ${first} and ${here}`;
  // Jumps from one day with bookings to the next, with one lookup each in the only index with this order.
  const next = sql`order by ${startDay}, t.updated_at limit 1`;
  return sql`with recursive d (day) as (
      (select ${startDay} from court_bookings t
       where ${ofService} and ${first ? sql`${startDay} >= ${first}` : sql`true`} ${next})
      union all
      select (select ${startDay} from court_bookings t where ${ofService} and ${startDay} > d.day ${next})
      from d where ${isBeforeEnd}
    ), first_days as materialized (
      select d.day from d cross join lateral (${ofDay} ${newestUpdateFirst} limit 1) t
      where d.day is not null ${newestUpdateFirst} limit ${limit}
    ), oldest as materialized (
      select coalesce((
        select t.updated_at from first_days d cross join lateral (${ofDay} ${newestUpdateFirst} limit ${fewOfDay}) t
        ${newestUpdateFirst} offset ${limit - 1} limit 1
      ), '-infinity') as at
    )
    select t.* from (
      select t.* from first_days d cross join lateral (
        ${ofDay} and t.updated_at >= (select at from oldest) ${newestUpdateFirst} limit ${limit}
      ) t ${extra ?? sql``}
    ) t ${newestUpdateFirst} limit ${limit}`;
}
