import type { Query } from '../../connection/query.ts';

/** Deletes the traffic and faults of hours before an instant. */
export async function deleteTrafficBefore(query: Query, before: string): Promise<void> {
  for (const table of ['partner_traffic', 'partner_faults'])
    await query(`delete from ${table} where hour < $1`, [before]);
}
