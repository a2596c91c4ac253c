import type { Database } from '../../db/connection/database.ts';
import { onPrimary } from '../../db/connection/query.ts';
import {
  deleteTrafficDaysBefore,
  findLastTrafficDay,
  insertTrafficDay,
} from '../../db/queries/jobs/traffic-days.ts';

const dayMillis = 24 * 60 * 60_000;
/** The longest period of the overview, and the current day. */
const keptDays = 32;
/** Requests received before midnight may be written some time later. */
const graceMillis = 60 * 60_000;

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
  const query = onPrimary(database);
  const last = await findLastTrafficDay(query, instant(open));
  const next = last === null ? 0 : Date.parse(last) / dayMillis + 1;
  // One day per statement, because a month of heavy traffic would exceed the statement timeout.
  for (let day = Math.max(next, open - keptDays); day < open; day += 1)
    await insertTrafficDay(query, instant(day), instant(day + 1));
  await deleteTrafficDaysBefore(query, instant(open - keptDays));
}
