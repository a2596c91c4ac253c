import type { Query } from '../../connection/query.ts';
import { lastId } from '../../id-parts.ts';

interface SavedQueryText {
  document: string;
  variables: string | null;
}

/** Returns all saved queries, in the order of their ids. */
export function findSavedQueries(query: Query): Promise<(SavedQueryText & { id: string })[]> {
  return query<SavedQueryText & { id: string }>(
    // Only statements with parameters are prepared.
    'select id, document, variables from saved_queries where id < $1 order by id',
    [lastId],
  );
}

/** Updates a saved query, unless it was changed since it was read. */
export async function updateSavedQueryText(
  query: Query,
  before: SavedQueryText & { id: string },
  after: SavedQueryText,
): Promise<void> {
  await query(
    `update saved_queries set document = $4, variables = $5
     where id = $1 and document = $2 and variables is not distinct from $3`,
    [before.id, before.document, before.variables, after.document, after.variables],
  );
}
