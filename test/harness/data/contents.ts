import type { Database } from '../../../src/db/connection/database.ts';
import { sequenceChanges } from '../../../src/services/changes/sequence-changes.ts';

/** Tables that change with any request (request records and limits) or with background work. */
const besides = [
  'partner_requests',
  'partner_traffic',
  'partner_traffic_by_day',
  'partner_faults',
  'partner_faults_by_day',
  'rate_limit_buckets',
  'webhook_wakes',
];

/**
 * Returns a hash of each table, so that any change shows. Ignores the last use of tokens and the renewal of leases.
 * @param except tables to leave out
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

/** Describes every object of the schema with its identity, one per line. A recreated object therefore differs. */
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
