import { sql } from 'kysely';
import type { Database } from '../../connection/database.ts';
import { plannedForItsValues } from '../../connection/prepared-client.ts';
import { type Sql, toStatement } from '../statement.ts';

/**
 * Runs a query for a partner on the partners' connections. The queries of one partner can only use a part of these.
 *
 * @param isPlannedForItsValues for a statement with many variants, or for which one plan does not fit all values
 * @throws ApiError `service_unavailable`, like `Database.query`.
 */
export function queryForPartner<Row>(
  database: Database,
  externalServiceId: string,
  statement: Sql,
  isPlannedForItsValues = false,
): Promise<Row[]> {
  const { text, parameters } = toStatement(
    isPlannedForItsValues ? sql`${sql.raw(plannedForItsValues)}${statement}` : statement,
  );
  return database.query<Row>(text, parameters, {
    resource: `reading ${externalServiceId}`,
    externalServiceId,
  });
}
