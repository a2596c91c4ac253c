import type { Database } from '../../connection/database.ts';
import { type Sql, toStatement } from '../statement.ts';

/**
 * Runs a query for a partner on the partners' connections. The queries of one partner can only use a part of these.
 *
 * @throws ApiError `service_unavailable`, like `Database.query`.
 */
export function queryForPartner<Row>(
  database: Database,
  externalServiceId: string,
  statement: Sql,
): Promise<Row[]> {
  const { text, parameters } = toStatement(statement);
  return database.query<Row>(text, parameters, {
    resource: `reading ${externalServiceId}`,
    externalServiceId,
  });
}
