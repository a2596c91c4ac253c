import type { Query } from '../../connection/query.ts';

/** Deletes the traffic and faults before the start of a day. */
export async function deleteTrafficBefore(query: Query, before: string): Promise<void> {
  for (const table of ['partner_traffic', 'partner_faults'])
    await query(`delete from ${table} where hour < $1`, [before]);
  await query('delete from partner_traffic_by_day where day < $1', [before]);
}
