import type { Query } from '../../connection/query.ts';
import { perInterval } from '../../entities/partner-traffic.ts';

const latencySums = perInterval((each) => `sum(${each})::bigint`);

/** Returns the first day that is not summed yet, but at most `latest`: `YYYY-MM-DD` in UTC. */
export async function findDayToSum(query: Query, latest: string): Promise<string> {
  const [row] = await query<{ day: string }>(
    `select to_char(least($1, coalesce(
         (select max(day) + interval '24 hours' from partner_traffic_by_day), (select min(hour) from partner_traffic)
       )) at time zone 'UTC', 'YYYY-MM-DD') as day`,
    [latest],
  );
  return row!.day;
}

/** Sums the hours of a day, also if it is summed already. */
export async function insertTrafficDay(query: Query, from: string, to: string): Promise<void> {
  await query(
    `insert into partner_traffic_by_day as t
         (day, external_service_id, operation, status, error_type, requests, latencies, first_at, last_at, sdk_at)
       select $1::timestamptz, external_service_id, operation, status, error_type, sum(requests)::bigint, array[${latencySums}],
         min(first_at), max(last_at), max(last_at) filter (where sdk_version is not null)
       from partner_traffic
       where hour >= $1 and hour < $2
       group by external_service_id, operation, status, error_type
       order by external_service_id, operation, status, error_type
       on conflict (day, external_service_id, operation, status, error_type) do update set requests = excluded.requests,
         latencies = excluded.latencies, first_at = excluded.first_at, last_at = excluded.last_at, sdk_at = excluded.sdk_at
       where (t.requests, t.latencies) <> (excluded.requests, excluded.latencies)`,
    [from, to],
  );
}
