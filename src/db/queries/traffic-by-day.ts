import type { Query } from '../connection/query.ts';
import { perInterval } from '../entities/partner-traffic.ts';

const hourMillis = 60 * 60_000;
const dayMillis = 24 * hourMillis;
const sums = { requests: 'sum(requests)::bigint', first_at: 'min(first_at)', last_at: 'max(last_at)' };
const latencies = `array[${perInterval((each) => `sum(${each})::bigint`)}]`;
const sdkAt = 'case when sdk_version is not null then last_at end as sdk_at';

/** The tables of hours that have a table of days, `…_by_day`: the hours, their keys, and the sums of a day. */
export const summedTables = {
  partner_traffic: {
    hours: `(select *, ${sdkAt} from partner_traffic) h`,
    keys: ['external_service_id', 'operation', 'status', 'error_type'],
    sums: { ...sums, latencies, sdk_at: 'max(sdk_at)' },
  },
  partner_faults: {
    hours: 'partner_faults',
    keys: ['external_service_id', 'operation', 'error_type', 'place'],
    sums,
  },
};
export type SummedTable = keyof typeof summedTables;

/**
 * SQL: the sums of the hours from `$1` to `$2`: those of `wholeDaysIn` that range, and the hours before and after them.
 *
 * @param first, until placeholders. Their values are bound, so that the planner knows how few hours remain.
 */
export function sumsBetween(table: SummedTable, first: string, until: string): string {
  const [start, end] = [first, until].map((millis) => `to_timestamp(${millis}::float8 / 1000)`);
  const { keys, sums, hours } = summedTables[table];
  const columns = [...keys, ...Object.keys(sums)].join(', ');
  const byHour = `select hour as at, ${columns} from ${hours}`;
  return `(
    ${byHour} where hour >= date_trunc('hour', $1::timestamptz, 'UTC') and hour < least($2, ${start})
    union all select day, ${columns} from ${table}_by_day where day >= ${start} and day < ${end}
    union all ${byHour} where hour >= ${end} and hour < $2
  ) t`;
}

/** Returns the end of the last summed day, in Unix milliseconds; 0 if none is summed. No day before it is left out. */
export async function findSummedUntil(query: Query, table: SummedTable): Promise<number> {
  const end = 'coalesce(extract(epoch from max(day)) * 1000 + $1, 0)::float8';
  const [row] = await query<{ until: number }>(`select ${end} as until from ${table}_by_day`, [dayMillis]);
  return row!.until;
}

/** Returns the start and end of the summed days that are completely in a range of hours, in Unix milliseconds. */
export function wholeDaysIn({ from, to }: { from: string; to: string }, summedUntil: number) {
  const firstHour = Math.floor(Date.parse(from) / hourMillis);
  // An hour that begins before the end counts as a whole.
  const endHour = Math.ceil(Date.parse(to) / hourMillis);
  const first = Math.ceil(firstHour / 24) * dayMillis;
  return [first, Math.max(first, Math.min(Math.floor(endHour / 24) * dayMillis, summedUntil))];
}
