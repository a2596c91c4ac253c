import type { Database } from '../../../src/db/connection/database.ts';

/**
 * Returns every place in the database where one of these texts occurs. Searches every row of every table and partition as text, ignoring
 * case. Binary columns are searched as the text that they contain.
 */
export async function findEverywhere(database: Database, texts: readonly string[]): Promise<string[]> {
  const tables = await database.query<{ schema: string; table: string; columns: string }>(
    `select c.table_schema as schema, c.table_name as "table", string_agg(format('(%L, %s)', c.column_name,
       format(case c.data_type when 'bytea' then 'encode(%I, ''escape'')' else '%I::text' end, c.column_name)), ', ') as columns
     from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where t.table_type = 'BASE TABLE' and c.table_schema not in ('pg_catalog', 'information_schema')
     group by 1, 2 order by 1, 2`,
    [],
  );
  const found: string[] = [];
  // One statement per table, because one per column would need hundreds.
  for (const { schema, table, columns } of tables) {
    const rows = await database.query<{ name: string; wanted: string }>(
      `select distinct c.name, wanted from "${schema}"."${table}",
         lateral (values ${columns}) as c (name, text), unnest($1::text[]) wanted
       where position(lower(wanted) in lower(c.text)) > 0 order by 1, 2`,
      [texts],
    );
    found.push(...rows.map(({ name, wanted }) => `${table}.${name}: ${wanted}`));
  }
  return found;
}
