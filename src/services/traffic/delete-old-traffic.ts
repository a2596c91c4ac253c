import type { Database } from '../../db/connection/database.ts';
import { deleteTrafficBefore } from '../../db/queries/jobs/old-traffic.ts';

/** Days for which aggregated traffic is kept: a year for comparison, and a month. */
const trafficDays = 400;

/** Deletes old traffic. `now`: Unix milliseconds. */
export async function deleteOldTraffic(database: Database, now: number): Promise<void> {
  const before = new Date(now - trafficDays * 24 * 60 * 60_000).toISOString();
  await deleteTrafficBefore(database.query, before);
}
