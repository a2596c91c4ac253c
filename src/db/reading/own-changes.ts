import { databaseFunctions } from '../functions.ts';
import { raw, type Sql, sql } from './sql.ts';

/** How many rows one page looks through, where some of them are not shown to the reader. */
export const maxLookedThrough = 1_000;

/** Where a reader of changes is. */
export interface ChangePlace {
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
  last: ChangePlace | null;
  /** The newest of the external service; null where nothing has happened yet. */
  newest: ChangePlace | null;
}

/** The least id. */
export const beforeAll = '00000000-0000-0000-0000-000000000000';

const place = raw(`json_build_object('id', id, 'sequence', sequence)`);

/** How far the changes of an external service are numbered: a row of `newest`, or none. */
export function newestChange(externalServiceId: string): Sql {
  return sql`select json_build_object('id', change_id, 'sequence', sequence) as newest
    from change_counters where external_service_id = ${externalServiceId}`;
}

/**
 * A query of the changes of an external service behind a place, in their order: one row, a `ChangePage`. One statement, so that
 * all of it is of one moment.
 *
 * @param types those that are shown; undefined: all of them
 */
export function ownChanges(
  externalServiceId: string,
  { after, types, limit }: { after: string; types?: readonly string[] | undefined; limit: number },
): Sql {
  const behind = (columns: string, count: number) =>
    sql`select ${raw(columns)} from changes where external_service_id = ${externalServiceId} and id > ${after} order by id limit ${count}`;
  const { shown, first, last } =
    types === undefined
      ? {
          shown: behind('*', limit),
          first: sql`select min(sequence) from shown`,
          last: sql`select ${place} from shown order by id desc limit 1`,
        }
      : {
          // Read row by row, and no further than until the page is full.
          shown: sql`select * from (${behind('*', maxLookedThrough)}) looked where type = any(${types}) limit ${limit}`,
          first: behind('sequence', 1),
          last: sql`select ${place} from (
              select id, sequence from shown where (select count(*) from shown) = ${limit}
              union all
              select * from (${behind('id, sequence', maxLookedThrough)}) looked
              where (select count(*) from shown) < ${limit}
            ) looked order by id desc limit 1`,
        };
  const instant = raw(`${databaseFunctions().schema}.as_instant(at)`);
  return sql`with shown as materialized (${shown})
    select json_build_object(
      'changes', (
        select coalesce(json_agg(json_build_object(
          'sequence', sequence, 'id', id, 'type', type, 'at', ${instant}, 'actorType', actor_type,
          'requestId', request_id, 'externalServiceId', external_service_id,
          'externalCourtBookingId', external_court_booking_id, 'data', data
        ) order by id), '[]') from shown
      ),
      'first', (${first}),
      'last', (${last}),
      'newest', (${newestChange(externalServiceId)})
    ) as page`;
}
