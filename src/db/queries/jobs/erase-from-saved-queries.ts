import type { Query } from '../../connection/query.ts';

/** Replaces all matches of a PostgreSQL regular expression in saved queries and their variables by `"erased"`. */
export async function eraseFromSavedQueryStrings(query: Query, pattern: string): Promise<void> {
  await query(
    `update saved_queries set document = regexp_replace(document, $1, '"erased"', 'g'),
       variables = regexp_replace(variables, $1, '"erased"', 'g')
     where document ~ $1 or variables ~ $1`,
    [pattern],
  );
}

/** Finds saved queries that may have a comment, and contain a text. */
export function findSavedQueriesWithComments(
  query: Query,
  text: string,
): Promise<{ id: string; document: string }[]> {
  return query<{ id: string; document: string }>(
    `select id, document from saved_queries where document like '%#%' and strpos(document, $1) > 0`,
    [text],
  );
}

/** Updates a saved query, unless it was changed since it was read. */
export async function updateSavedDocument(
  query: Query,
  id: string,
  before: string,
  after: string,
): Promise<void> {
  await query('update saved_queries set document = $3 where id = $1 and document = $2', [id, before, after]);
}
