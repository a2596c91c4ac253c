import { sql } from 'kysely';
import { databaseFunctions } from '../../functions/functions.ts';
import type { Sql } from '../statement.ts';

/** Maximum number of rows that one page scans, if some are not visible to the reader. */
export const maxScannedRows = 1_000;

/** A position in the changes feed. */
export interface ChangePosition {
  id: string;
  sequence: number;
}

export interface StoredChange {
  sequence: number;
  id: string;
  type: string;
  at: string;
  actorType: string;
  requestId: string;
  externalServiceId: string;
  externalCourtBookingId: string | null;
  data: unknown;
}

/** A page of changes, from one snapshot. */
export interface ChangePage {
  changes: StoredChange[];
  /** The sequence of the first row after the position, visible or not; null if there is no such row. */
  first: number | null;
  /** The last row that was scanned. */
  last: ChangePosition | null;
  /** The newest change of the external service; null if it has no changes. */
  newest: ChangePosition | null;
}

export const lowestId = '00000000-0000-0000-0000-000000000000';

/** A query for the last sequence number of an external service: a row of `newest`, or no row. */
export function selectNewestChange(externalServiceId: string): Sql {
  return sql`select json_build_object('id', change_id, 'sequence', sequence) as newest
    from change_counters where external_service_id = ${externalServiceId}`;
}

/** A query that returns a row if the change at a position is still stored. */
export function selectChangeAt(externalServiceId: string, { id, sequence }: ChangePosition): Sql {
  return sql`select 1 from changes
    where external_service_id = ${externalServiceId} and id = ${id} and sequence = ${sequence}`;
}

/**
 * A query for the changes of an external service after a position, in order. It returns one row, a `ChangePage`, from
 * one snapshot. The function is in `db/functions/changes.sql`.
 *
 * @param types the visible types; undefined: all
 */
export function selectChanges(
  externalServiceId: string,
  { after, types, limit }: { after: string; types?: readonly string[] | undefined; limit: number },
): Sql {
  const { schema } = databaseFunctions();
  return sql`select ${sql.raw(schema)}.own_changes(
    ${externalServiceId}, ${after}, ${types ?? null}, ${limit}, ${maxScannedRows}) as page`;
}
