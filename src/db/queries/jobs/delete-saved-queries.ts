import type { Query } from '../../connection/query.ts';
import { lastId } from '../../id-parts.ts';

/** Deletes the queries that operators saved in the previous release. Nothing else reads them, and they may name a person. */
export async function deleteSavedQueries(query: Query): Promise<void> {
  // Only statements with parameters are prepared.
  await query('delete from saved_queries where id < $1', [lastId]);
}
