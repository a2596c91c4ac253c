import { sql } from 'kysely';
import { allOf, type Sql } from '../statement.ts';
import type { Groups } from './row-set.ts';

/** The day of an instant, in the form that the index `court_bookings_start_day_court_index` uses. */
export function dayOf(instant: Sql): Sql {
  return sql`(${instant} at time zone 'UTC')::date`;
}

const startDay = dayOf(sql`t.start_date`);

/**
 * Court bookings by the day of their start, in UTC. A query for a time range only reads its days. In the order of ids,
 * an old range would be found only after all newer rows. In the order of time, a long range would be sorted completely.
 *
 * A booking of more than one day may begin before the first day. These are few, and are searched separately.
 */
export function daysOf(from: string | undefined, until: string | undefined): Groups {
  const { first, last } = edgesOf(from, until);
  const isBeforeEnd = last ? sql`d.id < ${last}` : sql`d.id is not null`;
  return {
    // Jumps from one day with bookings to the next, with one index lookup each.
    ids: sql`with recursive d (id) as (
        (select ${startDay} from court_bookings t where ${first ? sql`${startDay} >= ${first}` : sql`true`}
         order by ${startDay} limit 1)
        union all
        select (select ${startDay} from court_bookings t where ${startDay} > d.id order by ${startDay} limit 1)
        from d where ${isBeforeEnd}
      ) select id from d where id is not null`,
    condition: sql`${startDay} = g.id`,
    extra: first && longBefore(first),
  };
}

/** The same as conditions: the days, and the few bookings that may begin before them. */
export function withinDays(
  from: string | undefined,
  until: string | undefined,
): { within: Sql; extra?: Sql } {
  const { first, last } = edgesOf(from, until);
  const within = allOf([
    ...(first ? [sql`${startDay} >= ${first}`] : []),
    ...(last ? [sql`${startDay} <= ${last}`] : []),
  ]);
  return first ? { within, extra: longBefore(first) } : { within };
}

function edgesOf(from: string | undefined, until: string | undefined): { first?: Sql; last?: Sql } {
  return {
    // One day earlier, because bookings of that day may end within the range.
    ...(from === undefined ? {} : { first: dayOf(sql`(${from}::timestamptz - interval '1 day')`) }),
    ...(until === undefined ? {} : { last: dayOf(sql`${until}::timestamptz`) }),
  };
}

function longBefore(first: Sql): Sql {
  return sql`t.end_date - t.start_date > interval '1 day' and ${startDay} < ${first}`;
}
