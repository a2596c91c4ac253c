import type { Query } from '../../connection/query.ts';

/** Returns an existing organization as partners read it. */
export async function readOrganization(query: Query, id: string): Promise<{ id: string; name: string }> {
  const [organization] = await query<{ id: string; name: string }>(
    'select id, name from organizations where id = $1',
    [id],
  );
  return organization!;
}
