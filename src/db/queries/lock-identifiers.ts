import type { Query } from '../connection/query.ts';
import { databaseFunctions } from '../functions/functions.ts';

/**
 * Waits for the lock of a user's e-mail address, and holds it until the transaction ends. The SQL functions that write
 * users take the same lock.
 */
export async function lockEmail(query: Query, email: string): Promise<void> {
  await query(`select pg_advisory_xact_lock(${databaseFunctions().schema}.email_key($1))`, [email]);
}
