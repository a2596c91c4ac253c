import type { Database } from '../../db/connection/database.ts';
import { onPrimary } from '../../db/connection/query.ts';
import { findDayToSum, insertDay } from '../../db/queries/jobs/traffic-days.ts';

const dayMillis = 24 * 60 * 60_000;
/** Requests received before midnight may be written some time later. */
const graceMillis = 60 * 60_000;
/** The latest days are summed again each time, because a long failure of the database delays writes further. */
const repeatedDays = 2;

/**
 * Sums the hours of each finished day. No day is left out, so all days before the last one are summed. Several processes
 * may run it at once. The second one changes nothing.
 *
 * @param now Unix milliseconds
 */
export async function sumUpTrafficDays(database: Database, now: number): Promise<void> {
  const instant = (day: number) => new Date(day * dayMillis).toISOString();
  // The current day, or yesterday within the grace period.
  const open = Math.floor((now - graceMillis) / dayMillis);
  const query = onPrimary(database);
  for (const table of ['partner_traffic', 'partner_faults'] as const) {
    const first = await findDayToSum(query, table, instant(open - repeatedDays));
    // One day per statement, because a month of heavy traffic would exceed the statement timeout.
    for (let day = Date.parse(first) / dayMillis; day < open; day += 1)
      await insertDay(query, table, instant(day), instant(day + 1));
  }
}
