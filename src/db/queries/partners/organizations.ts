import type { Query } from '../../connection/query.ts';

/** Returns an existing organization as partners read it. */
export async function readOrganization(
  query: Query,
  id: string,
): Promise<{ id: string; name: string; timeZone: string }> {
  const [organization] = await query<{ id: string; name: string; timeZone: string }>(
    'select id, name, time_zone as "timeZone" from organizations where id = $1',
    [id],
  );
  return organization!;
}
