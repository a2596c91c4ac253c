import type { Query } from '../../connection/query.ts';
import { perInterval } from '../../entities/partner-traffic.ts';

const latencySums = perInterval((each) => `sum(${each})::bigint`);

/** Returns the last aggregated day before an instant, `YYYY-MM-DD` in UTC; null if there is none. */
export async function findLastTrafficDay(query: Query, before: string): Promise<string | null> {
  const [last] = await query<{ day: string | null }>(
    `select to_char(max(day) at time zone 'UTC', 'YYYY-MM-DD') as day from partner_traffic_days where day < $1`,
    [before],
  );
  return last?.day ?? null;
}

/** Aggregates the hours of a day. Does nothing if another process has already done so. */
export async function insertTrafficDay(query: Query, from: string, to: string): Promise<void> {
  await query(
    `insert into partner_traffic_days (day, external_service_id, operation, status, error_type, requests, latencies)
       select $1::timestamptz, external_service_id, operation, status, error_type, sum(requests)::bigint, array[${latencySums}]
       from partner_traffic
       where hour >= $1 and hour < $2
       group by external_service_id, operation, status, error_type
       order by external_service_id, operation, status, error_type
       on conflict do nothing`,
    [from, to],
  );
}

export async function deleteTrafficDaysBefore(query: Query, before: string): Promise<void> {
  await query('delete from partner_traffic_days where day < $1', [before]);
}
