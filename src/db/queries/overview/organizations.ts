import { sql } from 'kysely';
import type { Query } from '../../connection/query.ts';
import { searchKey, searchKeyOf } from '../../search-key.ts';
import { nameContains } from '../conditions.ts';
import { naturalKey } from '../natural-key.ts';
import { allOf, toStatement } from '../statement.ts';

/** Returns the first organizations by name. */
export function listOrganizationsByName(
  query: Query,
  limit: number,
): Promise<{ id: string; name: string; timeZone: string }[]> {
  return query(
    `select id, name, time_zone as "timeZone" from organizations order by ${naturalKey('name')}, id limit $1`,
    [limit],
  );
}

/** Returns the organizations or courts whose name contains a text, those with exactly this name first. */
export function findByName(
  query: Query,
  kind: 'organization' | 'court',
  name: string,
  limit: number,
): Promise<{ id: string; name: string; timeZone: string; club: string }[]> {
  const from =
    kind === 'court' ? 'courts t join organizations o on o.id = t.organization_id' : 'organizations t';
  const club = kind === 'court' ? 'o' : 't';
  const { text, parameters } = toStatement(
    sql`select t.id, t.name, ${sql.raw(club)}.time_zone as "timeZone", ${sql.raw(club)}.name as club from ${sql.raw(from)}
        where ${allOf(nameContains(name))}
        order by ${sql.raw(searchKeyOf('t.name'))} <> ${searchKey(name)}, ${sql.raw(naturalKey('t.name'))}, club, t.id limit ${limit}`,
  );
  return query(text, parameters);
}

/** Returns the time zones of all organizations. */
export async function listTimeZones(query: Query): Promise<string[]> {
  const rows = await query<{ timeZone: string }>(
    'select distinct time_zone as "timeZone" from organizations',
    [],
  );
  return rows.map(({ timeZone }) => timeZone);
}
