import type { Database } from '../../connection/database.ts';
import { plannedForItsValues } from '../../connection/prepared-client.ts';
import { raw, type Sql, sql, toStatement } from '../sql.ts';

/**
 * Reads on behalf of a partner, on partners' connections: of these a partner's reading holds only a part, however much of it
 * there is.
 *
 * @param isPlannedForItsValues of a statement that has many forms, or of which one plan would not do for all values
 * @throws ApiError `service_unavailable`, as `Database.query`.
 */
export function queryForPartner<Row>(
  database: Database,
  externalServiceId: string,
  statement: Sql,
  isPlannedForItsValues = false,
): Promise<Row[]> {
  const { text, parameters } = toStatement(
    isPlannedForItsValues ? sql`${raw(plannedForItsValues)}${statement}` : statement,
  );
  return database.query<Row>(text, parameters, { thing: `reading ${externalServiceId}`, externalServiceId });
}
