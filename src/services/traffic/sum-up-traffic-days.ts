import type { Database } from '../../db/connection/database.ts';
import { latencyBounds } from '../../db/entities/partner-traffic.ts';

const dayMillis = 24 * 60 * 60_000;
/** The longest period of the overview, and the current day. */
const keptDays = 32;
/** Requests received before midnight may be written some time later. */
const graceMillis = 60 * 60_000;

const latencySums = Array.from(
  { length: latencyBounds.length + 1 },
  (_, bucket) => `sum(latencies[${bucket + 1}])::bigint`,
).join(', ');

/**
 * Aggregates the hours of each finished day once, and deletes days that the overview no longer shows. Several
 * processes may run it at once. The second one changes nothing.
 *
 * @param now Unix milliseconds
 */
export async function sumUpTrafficDays(database: Database, now: number): Promise<void> {
  const instant = (day: number) => new Date(day * dayMillis).toISOString();
  // The current day, or yesterday within the grace period.
  const open = Math.floor((now - graceMillis) / dayMillis);
  const [last] = await database.read<{ day: string | null }>(
    'primary',
    `select (max(day) at time zone 'UTC')::date::text as day from partner_traffic_days where day < $1`,
    [instant(open)],
  );
  const next = last?.day == null ? 0 : Date.parse(last.day) / dayMillis + 1;
  // One day per statement, because a month of heavy traffic would exceed the statement timeout.
  for (let day = Math.max(next, open - keptDays); day < open; day += 1)
    await database.read(
      'primary',
      `insert into partner_traffic_days (day, external_service_id, operation, status, error_type, requests, latencies)
       select $1::timestamptz, external_service_id, operation, status, error_type, sum(requests)::bigint, array[${latencySums}]
       from partner_traffic
       where hour >= $1 and hour < $2
       group by external_service_id, operation, status, error_type
       order by external_service_id, operation, status, error_type
       on conflict do nothing`,
      [instant(day), instant(day + 1)],
    );
  await database.read('primary', 'delete from partner_traffic_days where day < $1', [
    instant(open - keptDays),
  ]);
}
