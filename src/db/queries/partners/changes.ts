import { databaseFunctions } from '../../functions/functions.ts';
import { raw, type Sql, sql } from '../sql.ts';

/** How many rows one page looks through, where some of them are not shown to the reader. */
export const maxScannedRows = 1_000;

/** Where a reader of changes is. */
export interface ChangePosition {
  id: string;
  sequence: number;
}

/** A change as it is stored. */
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

/** What a page of changes is made of, all as of one moment. */
export interface ChangePage {
  changes: StoredChange[];
  /** The sequence of the first row behind the place, whether it is shown or not; null where there is none. */
  first: number | null;
  /** The last row that was looked at. */
  last: ChangePosition | null;
  /** The newest of the external service; null where nothing has happened yet. */
  newest: ChangePosition | null;
}

/** The least id. */
export const lowestId = '00000000-0000-0000-0000-000000000000';

/** How far the changes of an external service are numbered: a row of `newest`, or none. */
export function selectNewestChange(externalServiceId: string): Sql {
  return sql`select json_build_object('id', change_id, 'sequence', sequence) as newest
    from change_counters where external_service_id = ${externalServiceId}`;
}

/** A row, if the change at a place is still kept. */
export function selectChangeAt(externalServiceId: string, { id, sequence }: ChangePosition): Sql {
  return sql`select 1 from changes
    where external_service_id = ${externalServiceId} and id = ${id} and sequence = ${sequence}`;
}

/**
 * A query of the changes of an external service behind a place, in their order: one row, a `ChangePage`, all of it as of one
 * moment. It stands in `db/functions/changes.sql`.
 *
 * @param types those that are shown; undefined: all of them
 */
export function selectChanges(
  externalServiceId: string,
  { after, types, limit }: { after: string; types?: readonly string[] | undefined; limit: number },
): Sql {
  const { schema } = databaseFunctions();
  return sql`select ${raw(schema)}.own_changes(
    ${externalServiceId}, ${after}, ${types ?? null}, ${limit}, ${maxScannedRows}) as page`;
}
