import type { Database } from '../../src/db/database.ts';

/**
 * Where any of these texts stands in the database: every column of every table, partitions too, each row as its text, in any
 * case. Binary columns are looked through as the text that they hold.
 */
export async function findEverywhere(database: Database, texts: readonly string[]): Promise<string[]> {
  const columns = await database.query<{ schema: string; table: string; column: string; type: string }>(
    `select c.table_schema as schema, c.table_name as "table", c.column_name as "column", c.data_type as type
     from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where t.table_type = 'BASE TABLE' and c.table_schema not in ('pg_catalog', 'information_schema')
     order by 1, 2, 3`,
    [],
  );
  const found: string[] = [];
  for (const { schema, table, column, type } of columns) {
    const text = type === 'bytea' ? `encode("${column}", 'escape')` : `"${column}"::text`;
    const rows = await database.query<{ text: string }>(
      `select distinct wanted as text from "${schema}"."${table}", unnest($1::text[]) wanted
       where position(lower(wanted) in lower(${text})) > 0`,
      [texts],
    );
    found.push(...rows.map((row) => `${table}.${column}: ${row.text}`));
  }
  return found;
}
