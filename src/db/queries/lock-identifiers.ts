import type { Query } from '../connection/query.ts';
import { databaseFunctions } from '../functions/functions.ts';

/** Takes the advisory lock of a user's e-mail address until the transaction ends. The SQL functions take the same. */
export async function lockEmail(query: Query, email: string): Promise<void> {
  await query(`select pg_advisory_xact_lock(${databaseFunctions().schema}.email_key($1))`, [email]);
}

/** The same for the identifier of a user in a partner's system. */
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
