import type { Database } from './database.ts';
import { type DatabaseFunctions, readDatabaseFunctions } from './functions.ts';

/** Brings the database to the schema and the functions of this version. Several processes may do so at once. */
export async function migrate(database: Database): Promise<void> {
  await checkVersion(database);
  const functions = readDatabaseFunctions();
  if (await isCurrent(database, functions.version)) return;

  await database.withoutTimeLimit(() => bringUp(database, functions));
}

// One process at a time; the others find nothing left to do. The migrator makes its table on a connection of its own,
// outside of any lock: two processes would both try, so it is made before.
async function bringUp(database: Database, functions: DatabaseFunctions): Promise<void> {
  await database.transaction(async (em) => {
    await em.execute(takeTurns);
    await em.execute(
      `create table if not exists mikro_orm_migrations (
         id serial primary key, name varchar(255) not null, executed_at timestamptz default current_timestamp
       )`,
    );
  });
  await database.orm.migrator.getPending();
  // MikroORM's own transaction, since the migrator nests in it.
  await database.em().transactional(async (em) => {
    await em.execute(takeTurns);
    await database.orm.migrator.up({ transaction: em.getTransactionContext() });
    for (const statement of functions.statements) await em.execute(statement);
  });
}

/** The server is older than what the service needs. */
export class UnsupportedVersion extends Error {}

async function checkVersion(database: Database): Promise<void> {
  const [row] = await database
    .em()
    .execute<{ version: number; name: string }[]>(
      "select current_setting('server_version_num')::int as version, current_setting('server_version') as name",
    );
  if (row!.version >= 150_000) return;
  throw new UnsupportedVersion(
    `PostgreSQL ${row!.name} is too old: version 15 or later is needed. Correct DATABASE_URL.`,
  );
}

const takeTurns = "select pg_advisory_xact_lock(hashtextextended('courtbridge/migrate', 0))";

async function isCurrent(database: Database, version: string): Promise<boolean> {
  if ((await appliedVersion(database)) !== version) return false;
  return (await database.orm.migrator.getPending()).length === 0;
}

async function appliedVersion(database: Database): Promise<string | undefined> {
  const em = database.em();
  const [known] = await em.execute<{ known: boolean }[]>(
    "select to_regproc('functions_version') is not null as known",
  );
  if (!known?.known) return undefined;
  const [row] = await em.execute<{ version: string }[]>('select functions_version() as version');
  return row?.version;
}
