import { allOf, type Sql, sql } from '../sql.ts';
import type { Groups } from './row-set.ts';

/** The day of an instant, as the index `court_bookings_start_day_court_index` has that of the start. */
export function dayOf(instant: Sql): Sql {
  return sql`(${instant} at time zone 'UTC')::date`;
}

const startDay = dayOf(sql`t.start_date`);

/**
 * Court bookings by the day on which they start, in UTC: of a range of time, only its days are looked at. In the order
 * of ids alone an old range would be found after all that is newer; by time alone a long one would be sorted whole.
 *
 * A booking of more than a day may have begun before the first of them: those are few, and looked at beside.
 */
export function daysOf(from: string | undefined, until: string | undefined): Groups {
  const { first, last } = edgesOf(from, until);
  const isBeforeEnd = last ? sql`d.id < ${last}` : sql`d.id is not null`;
  return {
    // From one day that has bookings to the next, each by one look into the index.
    ids: sql`with recursive d (id) as (
        (select ${startDay} from court_bookings t where ${first ? sql`${startDay} >= ${first}` : sql`true`}
         order by ${startDay} limit 1)
        union all
        select (select ${startDay} from court_bookings t where ${startDay} > d.id order by ${startDay} limit 1)
        from d where ${isBeforeEnd}
      ) select id from d where id is not null`,
    condition: sql`${startDay} = g.id`,
    beside: first && longBefore(first),
  };
}

/** The same as conditions: of the days, and of the few bookings that may have begun before them. */
export function withinDays(
  from: string | undefined,
  until: string | undefined,
): { within: Sql; beside?: Sql } {
  const { first, last } = edgesOf(from, until);
  const within = allOf([
    ...(first ? [sql`${startDay} >= ${first}`] : []),
    ...(last ? [sql`${startDay} <= ${last}`] : []),
  ]);
  return first ? { within, beside: longBefore(first) } : { within };
}

function edgesOf(from: string | undefined, until: string | undefined): { first?: Sql; last?: Sql } {
  return {
    // A day earlier: what began then may end within the range.
    ...(from === undefined ? {} : { first: dayOf(sql`(${from}::timestamptz - interval '1 day')`) }),
    ...(until === undefined ? {} : { last: dayOf(sql`${until}::timestamptz`) }),
  };
}

function longBefore(first: Sql): Sql {
  return sql`t.end_date - t.start_date > interval '1 day' and ${startDay} < ${first}`;
}
