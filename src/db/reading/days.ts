import type { Groups } from './list.ts';
import { type Sql, sql } from './sql.ts';

/** As the index `court_bookings_start_day_court_index` has it. */
const startDay = sql`(t.start_date at time zone 'UTC')::date`;

/**
 * Court bookings by the day on which they start, in UTC: of a range of time, only its days are looked at. In the order
 * of ids alone an old range would be found after all that is newer; by time alone a long one would be sorted whole.
 *
 * A booking of more than a day may have begun before the first of them: those are few, and looked at beside.
 */
export function daysOf(from: string | undefined, until: string | undefined): Groups {
  // A day earlier: what began then may end within the range.
  const first =
    from === undefined
      ? undefined
      : sql`((${from}::timestamptz - interval '1 day') at time zone 'UTC')::date`;
  const isBeforeEnd: Sql =
    until === undefined
      ? sql`d.id is not null`
      : sql`d.id < (${until}::timestamptz at time zone 'UTC')::date`;
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
    beside: first && sql`t.end_date - t.start_date > interval '1 day' and ${startDay} < ${first}`,
  };
}
