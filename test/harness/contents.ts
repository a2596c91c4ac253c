import type { Database } from '../../src/db/database.ts';

/** What requests leave behind whatever becomes of them: records of them, and limits. */
const besides = ['partner_requests', 'rate_limit_buckets', 'function_leases', 'mikro_orm_migrations'];

/** What each table holds, as a hash, so that any change shows; when a token was last used does not count. */
export async function contentsOf(database: Database): Promise<Record<string, string | null>> {
  const tables = await database.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
       and relname <> all($1)`,
    [besides],
  );
  const contents: Record<string, string | null> = {};
  for (const { name } of tables) {
    const row = "(to_jsonb(t) - 'last_used_at')::text";
    const [found] = await database.query<{ hash: string | null }>(
      `select md5(string_agg(${row}, ' ' order by ${row})) as hash from "${name}" t where $1::boolean`,
      [true],
    );
    contents[name] = found!.hash;
  }
  return contents;
}
