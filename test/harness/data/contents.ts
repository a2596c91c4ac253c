import type { Database } from '../../../src/db/connection/database.ts';
import { sequenceChanges } from '../../../src/services/changes/sequence-changes.ts';

/** What requests leave behind whatever becomes of them: records of them, and limits; and what the service does by itself meanwhile. */
const besides = [
  'partner_requests',
  'partner_traffic',
  'partner_traffic_days',
  'partner_faults',
  'rate_limit_buckets',
  'webhook_wakes',
];

/**
 * What each table holds, as a hash, so that any change shows; when a token was last used or a lease renewed does not count.
 *
 * @param except tables that do not count
 */
export async function contentsOf(
  database: Database,
  except: readonly string[] = besides,
): Promise<Record<string, string | null>> {
  const tables = await database.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
       and relname <> all($1)`,
    [except],
  );
  // What is numbered meanwhile would seem to have changed.
  if (tables.some(({ name }) => name === 'change_outbox'))
    while (!(await sequenceChanges({ database, now: Date.now })));
  const contents: Record<string, string | null> = {};
  for (const { name } of tables) {
    const row = "(to_jsonb(t) - 'last_used_at' - 'renewed_at')::text";
    const [found] = await database.query<{ hash: string | null }>(
      `select md5(string_agg(${row}, ' ' order by ${row})) as hash from "${name}" t where $1::boolean`,
      [true],
    );
    contents[name] = found!.hash;
  }
  return contents;
}

/** Whatever the schema is made of, a line each, with its identity: what is dropped and made again is another one. */
export async function schemaOf(database: Database): Promise<string[]> {
  const rows = await database.query<{ line: string }>(schemaLines, ['^(pg_|information_schema)']);
  return rows.map(({ line }) => line);
}

const schemaLines = `
  with ours as (select oid, nspname, nspacl from pg_namespace where nspname !~ $1)
  select concat_ws(' ', 'schema', ours.oid, nspname, nspacl) as line from ours
  union all
  select concat_ws(' ', relkind, c.oid, nspname, relname, relacl, reloptions, pg_get_expr(relpartbound, c.oid),
    case when relkind in ('i', 'I') then pg_get_indexdef(c.oid) when relkind in ('v', 'm') then pg_get_viewdef(c.oid) end)
  from pg_class c join ours on ours.oid = relnamespace
  union all
  select concat_ws(' ', 'column', nspname, relname, attnum, attname, format_type(atttypid, atttypmod), attnotnull, attidentity,
    attgenerated, attcollation, attacl, pg_get_expr(adbin, adrelid))
  from pg_attribute a join pg_class c on c.oid = attrelid join ours on ours.oid = relnamespace
    left join pg_attrdef on adrelid = attrelid and adnum = attnum
  where attnum > 0
  union all
  select concat_ws(' ', 'constraint', c.oid, conname, conrelid::regclass, convalidated, pg_get_constraintdef(c.oid))
  from pg_constraint c join ours on ours.oid = connamespace
  union all
  select concat_ws(' ', 'function', p.oid, nspname, proacl,
    case when prokind in ('f', 'p') then pg_get_functiondef(p.oid) else proname end)
  from pg_proc p join ours on ours.oid = pronamespace
  union all
  select concat_ws(' ', 'trigger', t.oid, tgenabled, pg_get_triggerdef(t.oid)) from pg_trigger t
  union all
  select concat_ws(' ', 'type', t.oid, nspname, typname, typtype, array(select enumlabel from pg_enum where enumtypid = t.oid order by enumsortorder))
  from pg_type t join ours on ours.oid = typnamespace
  union all
  select concat_ws(' ', 'extension', oid, extname, extversion) from pg_extension
  order by line`;
