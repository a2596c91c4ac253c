import type { Database } from '../../db/connection/database.ts';
import { latencyBounds } from '../../db/entities/partner-traffic.ts';

const dayMillis = 24 * 60 * 60_000;
/** The longest time that the overview shows, and a day that is under way. */
const keptDays = 32;
/** What was received before midnight may be written some time after it. */
const graceMillis = 60 * 60_000;

const latencySums = Array.from(
  { length: latencyBounds.length + 1 },
  (_, bucket) => `sum(latencies[${bucket + 1}])::bigint`,
).join(', ');

/**
 * Adds the hours of each day that is over up, once, and forgets the days that the overview does not show any more. It may
 * be done by several processes at once: whoever comes second changes nothing.
 *
 * @param now Unix milliseconds
 */
export async function sumUpTrafficDays(database: Database, now: number): Promise<void> {
  const instant = (day: number) => new Date(day * dayMillis).toISOString();
  // The day that is under way, or was until just now.
  const open = Math.floor((now - graceMillis) / dayMillis);
  const [last] = await database.read<{ day: string | null }>(
    'primary',
    `select (max(day) at time zone 'UTC')::date::text as day from partner_traffic_days where day < $1`,
    [instant(open)],
  );
  const next = last?.day == null ? 0 : Date.parse(last.day) / dayMillis + 1;
  // A day a statement: a month of much traffic would take longer than one may.
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
