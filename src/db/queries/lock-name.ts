import type { Query } from '../connection/query.ts';

/** Waits for a lock with this name, and holds it until the transaction ends. For decisions without a row to lock. */
export async function lockName(query: Query, name: string): Promise<void> {
  await query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [name]);
}
