import type { Query } from '../connection/query.ts';
import { databaseFunctions } from '../functions/functions.ts';

/**
 * Waits for the lock of a user's e-mail address, and holds it until the transaction ends. The SQL functions that write
 * users take the same lock.
 */
export async function lockEmail(query: Query, email: string): Promise<void> {
  await query(`select pg_advisory_xact_lock(${databaseFunctions().schema}.email_key($1))`, [email]);
}

/** Like `lockEmail`, for the identifier of a user in a partner's system. */
export async function lockExternalUserId(
  query: Query,
  externalServiceId: string,
  externalUserId: string,
): Promise<void> {
  await query(`select pg_advisory_xact_lock(${databaseFunctions().schema}.user_link_key($1, $2))`, [
    externalServiceId,
    externalUserId,
  ]);
}
