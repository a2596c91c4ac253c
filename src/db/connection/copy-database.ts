import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { CompiledQuery, type Kysely } from 'kysely';
import { UnsuitableDatabase } from '../migrate.ts';
import type { Database } from './database.ts';

type Client = Kysely<Record<string, never>>;

/** Tables that migrating or triggers fill in the target, too. */
const filledThere = ['mikro_orm_migrations', 'function_schemas', 'court_occupancy_versions'];

/** Rows per batch. */
const rowsAtOnce = 500;

/**
 * Copies all rows of a database into another one, which has the same schema and no rows. Copies all rows or none.
 * Nobody may write to the source meanwhile. Ids, numbers and times are kept, and sequences continue, so existing
 * tokens, cursors and ids stay valid.
 *
 * Only needs the permission to write: disabling foreign keys would need a PostgreSQL superuser. Values are copied in
 * PostgreSQL's own text format.
 *
 * @returns the number of rows of each table
 * @throws UnsuitableDatabase if the target already has rows
 */
export async function copyDatabase(
  from: Database,
  to: Database,
  onWait: () => void,
): Promise<Map<string, number>> {
  return clientOf(from.em())
    .transaction()
    .setAccessMode('read only')
    .execute((source) =>
      to.withMigrationLock(onWait, (orm) =>
        clientOf(orm.em as SqlEntityManager)
          .transaction()
          .execute(async (target) => {
            const tables = await tablesOf(source);
            await rejectRows(target, tables);
            const counts = new Map<string, number>();
            for (const table of tables) counts.set(table.name, await copyTable(source, target, table));
            await copySequences(source, target);
            return counts;
          }),
      ),
    );
}

interface Table {
  name: string;
  /** Stored columns, without generated ones; quoted. */
  columns: string[];
  types: string[];
  refersTo: string[];
}

/** Returns the tables of the service, each after the tables that it refers to. */
async function tablesOf(client: Client): Promise<Table[]> {
  const tables = await rowsOf<Table>(
    client,
    `select c.relname as name, json_agg(quote_ident(a.attname) order by attnum) as columns,
       json_agg(format_type(a.atttypid, a.atttypmod) order by attnum) as types,
       array(
         select distinct confrelid::regclass::text from pg_constraint
         where conrelid = c.oid and contype = 'f' and confrelid <> c.oid
       ) as "refersTo"
     from pg_class c
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and c.relname <> all($1)
     group by c.oid order by c.relname`,
    [filledThere],
  );
  const inOrder = new Map<string, Table>();
  while (inOrder.size < tables.length) {
    const next = tables.find(
      ({ name, refersTo }) => !inOrder.has(name) && refersTo.every((other) => inOrder.has(other)),
    );
    if (!next) throw new Error('tables refer to each other in a circle');
    inOrder.set(next.name, next);
  }
  return [...inOrder.values()];
}

async function rejectRows(target: Client, tables: Table[]): Promise<void> {
  for (const { name } of tables) {
    const [row] = await rowsOf<{ any: boolean }>(target, `select exists (select from ${name}) as any`);
    if (row!.any) {
      throw new UnsuitableDatabase(
        `The PostgreSQL database has rows already (in ${name}), and nothing is written over. Create an empty database, and ` +
          'let DATABASE_URL name it; no service may have been started on it.',
      );
    }
  }
}

async function copyTable(source: Client, target: Client, table: Table): Promise<number> {
  const { name, columns, types } = table;
  // As PostgreSQL's text format. SQL null stays null, and differs from JSON's null.
  const values = columns.map((column) => `${column}::text`).join(', ');
  const read = types.map((type, index) => `(r ->> ${index})::${type}`).join(', ');
  await rowsOf(
    source,
    `declare copied no scroll cursor for select json_build_array(${values})::text as row from ${name}`,
  );
  let count = 0;
  for (;;) {
    const rows = await rowsOf<{ row: string }>(source, `fetch ${rowsAtOnce} from copied`);
    if (rows.length === 0) break;
    await rowsOf(
      target,
      `insert into ${name} (${columns.join(', ')}) overriding system value
       select ${read} from json_array_elements($1::json) as r`,
      [`[${rows.map(({ row }) => row).join(',')}]`],
    );
    count += rows.length;
  }
  await rowsOf(source, 'close copied');
  return count;
}

/** Copies the positions of the sequences, except that of the migrations' own table. */
async function copySequences(source: Client, target: Client): Promise<void> {
  const sequences = await rowsOf<{ name: string }>(
    source,
    `select c.relname as name from pg_class c left join pg_depend d on d.objid = c.oid and d.refobjsubid > 0
     where c.relkind = 'S' and c.relnamespace = 'public'::regnamespace
       and (d.refobjid is null or d.refobjid::regclass::text <> all($1))`,
    [filledThere],
  );
  for (const { name } of sequences) {
    const [row] = await rowsOf<{ last: string; called: boolean }>(
      source,
      `select last_value::text as last, is_called as called from ${name}`,
    );
    await rowsOf(target, 'select setval($1::regclass, $2::bigint, $3::boolean)', [
      name,
      row!.last,
      row!.called,
    ]);
  }
}

function clientOf(em: SqlEntityManager): Client {
  return em.getKysely<Record<string, never>>();
}

async function rowsOf<Row>(client: Client, text: string, parameters: unknown[] = []): Promise<Row[]> {
  return (await client.executeQuery(CompiledQuery.raw(text, parameters))).rows as Row[];
}
