import type { Query } from '../connection/query.ts';

const hourMillis = 60 * 60_000;
const dayMillis = 24 * hourMillis;
const sums = 'external_service_id, operation, status, error_type, requests, latencies, first_at, last_at';
const hours = `select hour as at, ${sums}, case when sdk_version is not null then last_at end as sdk_at from partner_traffic`;

/**
 * SQL: the traffic of the hours from `$1` to `$2`: the sums of `wholeDaysIn` that range, and the hours before and after them.
 *
 * @param first, until placeholders. Their values are bound, so that the planner knows how few hours remain.
 */
export function trafficBetween(first: string, until: string): string {
  const [start, end] = [first, until].map((millis) => `to_timestamp(${millis}::float8 / 1000)`);
  return `(
    ${hours} where hour >= date_trunc('hour', $1::timestamptz, 'UTC') and hour < least($2, ${start})
    union all select day, ${sums}, sdk_at from partner_traffic_by_day where day >= ${start} and day < ${end}
    union all ${hours} where hour >= ${end} and hour < $2
  ) t`;
}

/** Returns the end of the last summed day, in Unix milliseconds; 0 if none is summed. No day before it is left out. */
export async function findSummedUntil(query: Query): Promise<number> {
  const end = 'coalesce(extract(epoch from max(day)) * 1000 + $1, 0)::float8';
  const text = `select ${end} as until from partner_traffic_by_day`;
  const [row] = await query<{ until: number }>(text, [dayMillis]);
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
