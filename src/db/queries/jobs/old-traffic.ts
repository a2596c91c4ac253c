import type { Query } from '../../connection/query.ts';
import { summedTables } from '../traffic-by-day.ts';

/** Deletes the traffic and faults before the start of a day. */
export async function deleteTrafficBefore(query: Query, before: string): Promise<void> {
  for (const table of Object.keys(summedTables)) {
    await query(`delete from ${table} where hour < $1`, [before]);
    await query(`delete from ${table}_by_day where day < $1`, [before]);
  }
}
