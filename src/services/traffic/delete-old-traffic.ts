import type { Database } from '../../db/connection/database.ts';
import { deleteTrafficBefore } from '../../db/queries/jobs/old-traffic.ts';

const dayMillis = 24 * 60 * 60_000;
/** Days for which aggregated traffic is kept: a year for comparison, and a month. */
const trafficDays = 400;

/** Deletes old traffic, in whole days, as it is summed. `now`: Unix milliseconds. */
export async function deleteOldTraffic(database: Database, now: number): Promise<void> {
  const before = new Date((Math.floor(now / dayMillis) - trafficDays) * dayMillis);
  await deleteTrafficBefore(database.query, before.toISOString());
}
