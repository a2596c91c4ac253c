import type { Query } from '../connection/query.ts';

type Table = 'courts' | 'external_services' | 'organizations' | 'users';

/**
 * Locks rows until the transaction ends, in the order of their ids, so that two transactions never wait for each other.
 * Ids without a row are ignored.
 *
 * @param strength MikroORM does not support `for no key update`. `for update` also waits for transactions that reference
 * the row in a foreign key.
 */
export async function lockRows(
  query: Query,
  table: Table,
  ids: readonly string[],
  strength: 'for no key update' | 'for update' = 'for no key update',
): Promise<void> {
  await query(`select from ${table} where id = any ($1::uuid[]) order by id ${strength}`, [ids]);
}
