import type { Database } from '../../db/connection/database.ts';
import { databaseFunctions } from '../../db/functions/functions.ts';
import { lastId } from '../../db/id-parts.ts';

/**
 * Returns the id of the change of an external service with this sequence number. If it is no longer stored, returns
 * the id of the first later one. If no such change exists yet, returns the last possible id.
 *
 * Ids have the same order as sequence numbers and begin with a timestamp. So bisection finds the id with about forty
 * accesses to the primary key. An index on sequence numbers would make each change more expensive.
 */
export async function idOfSequence(
  query: Database['query'],
  externalServiceId: string,
  sequence: number,
): Promise<string> {
  const { schema } = databaseFunctions();
  const [row] = await query<{ id: string | null }>(
    `with recursive edges as (
       select (select id from changes where external_service_id = $1 order by id limit 1) as first,
         (select id from changes where external_service_id = $1 order by id desc limit 1) as last
     ), halves (low, high) as (
       -- The time of the wanted one lies in low to high, or beyond all of them.
       select ${schema}.millis_of(first), ${schema}.millis_of(last) + 1 from edges where first is not null
       union all
       select case when is_later then middle else low end, case when is_later then high else middle end
       from halves, lateral (select (low + high + 1) / 2 as middle) m,
         lateral (select coalesce((
           select c.sequence <= $2 from changes c
           where c.external_service_id = $1 and c.id >= ${schema}.first_id_of(to_timestamp(middle / 1000.0)) order by c.id limit 1
         ), false) as is_later) at_middle
       where high - low > 1
     )
     select (
       select c.id from changes c
       where c.external_service_id = $1 and c.sequence >= $2
         and c.id >= (select ${schema}.first_id_of(to_timestamp(low / 1000.0)) from halves order by high - low limit 1)
       order by c.id limit 1
     ) as id`,
    [externalServiceId, sequence],
  );
  return row!.id ?? lastId;
}
