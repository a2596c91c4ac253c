import type { Query } from '../../connection/query.ts';

/** Returns the newest organizations first. */
export function listNewestOrganizations(
  query: Query,
  limit: number,
): Promise<{ id: string; name: string }[]> {
  return query('select id, name from organizations order by id desc limit $1', [limit]);
}
