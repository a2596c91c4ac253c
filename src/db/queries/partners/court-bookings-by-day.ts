import { allOf, raw, type Sql, sql } from '../sql.ts';
import {
  isActive,
  newestUpdateFirst,
  overlapsRange,
  type PageBounds,
  type StatusFilter,
} from './court-booking-filter.ts';

/** As the index `court_bookings_own_start_day_index` has it. */
const startDay = raw(`(t.start_date at time zone 'UTC')::date`);

/** Longer than most are, as the index `court_bookings_own_long_end_index` has it. */
const long = raw(`interval '12 hours'`);

/** So many of each day tell how old the last one on a page is at most. */
const fewOfDay = 8;

/**
 * By the day on which they start, in UTC: of each day that the range touches only the newest is looked at, and then those of no
 * more days than a page has rows. So neither an old range is looked for among all that is newer, nor a long one sorted.
 *
 * A booking of more than half a day may have begun before the first of them: those are few, and looked at beside.
 */
export function selectByDay(half: StatusFilter, { ofService, within, limit }: PageBounds): Sql {
  const { from, to } = half;
  // Half a day earlier: what began then may end within the range.
  const first =
    from === undefined ? undefined : sql`((${from}::timestamptz - ${long}) at time zone 'UTC')::date`;
  const isBeforeEnd =
    to === undefined ? sql`d.day is not null` : sql`d.day < (${to}::timestamptz at time zone 'UTC')::date`;
  const here = allOf([within, ...overlapsRange(half)]);
  const ofDay = sql`select t.id, t.updated_at from court_bookings t where ${startDay} = d.day and ${here}`;
  // "offset 0": the planner cannot know how few they are, and might read another index beside.
  const beside =
    first &&
    sql`union all select t.id, t.updated_at from (
      select t.* from court_bookings t
      where t.external_service_id = ${half.externalServiceId} and ${isActive(half.active)} and t.end_date > ${from}
        and t.end_date - t.start_date > ${long} offset 0
    ) t where ${startDay} < ${first} and ${here}`;
  // From one day that has bookings to the next, each by one look into the index, which alone has both in this order.
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
      ) t ${beside ?? sql``}
    ) t ${newestUpdateFirst} limit ${limit}`;
}
