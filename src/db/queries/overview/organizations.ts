import type { Query } from '../../connection/query.ts';

/** Returns the first organizations by name. */
export function listOrganizationsByName(
  query: Query,
  limit: number,
): Promise<{ id: string; name: string; timeZone: string }[]> {
  return query(
    'select id, name, time_zone as "timeZone" from organizations order by lower(name), id limit $1',
    [limit],
  );
}

/** Returns the time zones of all organizations. */
export async function listTimeZones(query: Query): Promise<string[]> {
  const rows = await query<{ timeZone: string }>(
    'select distinct time_zone as "timeZone" from organizations',
    [],
  );
  return rows.map(({ timeZone }) => timeZone);
}
