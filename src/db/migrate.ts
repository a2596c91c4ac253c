import { setTimeout as sleep } from 'node:timers/promises';
import type { MikroORM } from '@mikro-orm/core';
import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { Database } from './connection/database.ts';
import { functionsKeptDays } from './connection/lease.ts';
import { databaseFunctions } from './functions/functions.ts';
import { migrations } from './migrations/index.ts';
import { forEver, keepPartitions, recordTables } from './record-tables.ts';

/** The server or database does not meet the requirements. The message says what to do. */
export class UnsuitableDatabase extends Error {}

/** Reports progress to the user. */
export type Progress = (line: string) => void;

/**
 * Migrates the database to the schema of this version, and adds its functions. If several processes call it, one
 * migrates and the others wait.
 *
 * Earlier and later versions may be running meanwhile (docs/releasing.md). Nothing that they use is replaced, and no
 * lock is awaited for long.
 *
 * @throws UnsuitableDatabase
 */
export async function migrate(database: Database, progress: Progress = () => {}): Promise<void> {
  await checkSuitable(database);
  if ((await findMissing(database)).length === 0) return begin(database);
  await database.withMigrationLock(
    () => progress('Another process migrates: waiting for it.'),
    async (orm) => {
      await migrateTables(orm, progress);
      await addFunctions(orm, progress);
      await dropUnusedFunctions(orm, progress);
    },
  );
  await begin(database);
}

/** Applies the migrations, without the functions. */
export async function migrateTables(orm: MikroORM, progress: Progress = () => {}): Promise<void> {
  // The migrator creates its table on a separate connection, so do this before a transaction uses the only one.
  await orm.migrator.getPending();
  for (const name of await pendingMigrations(orm.em as SqlEntityManager)) {
    progress(`Migrating: ${name}`);
    const { concurrently = [] } = migrations.find((migration) => migration.name === name)!;
    for (const step of concurrently) {
      const em = orm.em.fork() as SqlEntityManager;
      const statements =
        typeof step === 'string' ? [step] : await em.execute<{ statement: string }[]>(step.each);
      for (const statement of statements)
        await em.execute(typeof statement === 'string' ? statement : statement.statement);
    }
    await momentarily(orm, progress, async (em) => {
      await orm.migrator.up({ migrations: [name], transaction: em.getTransactionContext()! });
    });
  }
}

/** Prepares the database for a starting process. */
async function begin(database: Database): Promise<void> {
  await database.renewLease();
  // Only creates future partitions. The configuration of the service decides how long records are kept.
  for (const table of recordTables) await keepPartitions(database, table, forEver, Date.now());
}

/**
 * For a process that must not migrate.
 *
 * @throws UnsuitableDatabase if the schema is older than this version, or its functions are missing.
 */
export async function checkMigrated(database: Database): Promise<void> {
  await checkSuitable(database);
  const missing = await findMissing(database);
  if (missing.length === 0) return begin(database);
  throw new UnsuitableDatabase(
    `The database is not ready for this version (missing: ${missing.join(', ')}), and MIGRATE_ON_START=0. ` +
      'Run npm run db:migrate of this version first.',
  );
}

/** Returns the pending migrations, and the functions if they are missing. */
async function findMissing(database: Database): Promise<string[]> {
  const em = database.em();
  const { schema } = databaseFunctions();
  const missing = await pendingMigrations(em);
  return (await exists(em, `to_regnamespace('${schema}')`)) ? missing : [...missing, schema];
}

async function pendingMigrations(em: SqlEntityManager): Promise<string[]> {
  const isNew = !(await exists(em, "to_regclass('mikro_orm_migrations')"));
  const rows = isNew ? [] : await em.execute<{ name: string }[]>('select name from mikro_orm_migrations');
  const applied = new Set(rows.map(({ name }) => name));
  return migrations.map(({ name }) => name).filter((name) => !applied.has(name));
}

async function exists(em: SqlEntityManager, expression: string): Promise<boolean> {
  const [row] = await em.execute<{ known: boolean }[]>(`select ${expression} is not null as known`);
  return row!.known;
}

const momentMillis = 200;
const maxTries = 200;
/** SQLSTATE `lock_not_available`, `deadlock_detected`. */
const heldByAnother = ['55P03', '40P01'];

/**
 * Runs work in one transaction with a short lock timeout, because other sessions queue behind a waiting lock. Retries
 * for some minutes after a timeout.
 */
async function momentarily(
  orm: MikroORM,
  progress: Progress,
  work: (em: SqlEntityManager) => Promise<void>,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      // MikroORM's own transaction, because the migrator nests its transaction in it.
      return await (orm.em as SqlEntityManager).fork().transactional(async (em) => {
        await em.execute(`set local lock_timeout = '${momentMillis}ms'`);
        await em.execute('set local statement_timeout = 0');
        await work(em as SqlEntityManager);
      });
    } catch (error) {
      const { code = '' } = error as { code?: string };
      if (!heldByAnother.includes(code)) throw explained(error);
      if (attempt === maxTries) {
        throw new UnsuitableDatabase(
          'A lock that the migration needs is held by another session for minutes. Find it in pg_stat_activity ' +
            '(long transactions, state "idle in transaction"), end it, and start again: what is done stays done.',
        );
      }
      if (attempt % 10 === 1) progress('A lock is held by another session: trying again.');
      await sleep(Math.min(1_500, 100 * attempt));
    }
  }
}

/** Adds all functions in one transaction, so an existing schema is complete. */
async function addFunctions(orm: MikroORM, progress: Progress): Promise<void> {
  const { schema, statements } = databaseFunctions();
  if (await exists(orm.em.fork() as SqlEntityManager, `to_regnamespace('${schema}')`)) return;
  progress(`Adding the functions of this version: ${schema}`);
  await momentarily(orm, progress, async (em) => {
    await em.execute(`create schema ${schema}`);
    for (const statement of statements) await em.execute(statement);
    await em.execute(`select ${schema}.renew_lease('${schema}')`);
  });
}

/** Drops functions whose lease has expired so long ago that no process can be using them (lease.ts). */
async function dropUnusedFunctions(orm: MikroORM, progress: Progress): Promise<void> {
  const unused = await (orm.em.fork() as SqlEntityManager).execute<{ name: string }[]>(
    `select name from function_schemas
     where renewed_at < now() - interval '${functionsKeptDays} days' and name <> '${databaseFunctions().schema}'`,
  );
  for (const { name } of unused) {
    progress(`Dropping functions that no version uses any more: ${name}`);
    await momentarily(orm, progress, async (em) => {
      await em.execute('drop schema if exists ?? cascade', [name]);
      await em.execute('delete from function_schemas where name = ?', [name]);
    });
  }
}

async function checkSuitable(database: Database): Promise<void> {
  const [row] = await database.em().execute<{ version: number; name: string; encoding: string }[]>(
    `select current_setting('server_version_num')::int as version, current_setting('server_version') as name,
       current_setting('server_encoding') as encoding`,
  );
  const { version, name, encoding } = row!;
  if (version < 150_000) {
    throw new UnsuitableDatabase(
      `PostgreSQL ${name} is too old: version 15 or later is needed. Correct DATABASE_URL.`,
    );
  }
  if (encoding !== 'UTF8') {
    throw new UnsuitableDatabase(
      `The database's encoding is ${encoding}, and names in any script are to be stored: create it with "create ` +
        `database … encoding 'UTF8' template template0", and correct DATABASE_URL.`,
    );
  }
}

/** Explains the failure of the one migration that needs more than its own tables. */
function explained(error: unknown): unknown {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  const isRejected = code === '42501' && message.includes('extension');
  if (!isRejected && !(message.includes('btree_gist') && ['0A000', '58P01', '22023'].includes(code)))
    return error;
  return new UnsuitableDatabase(
    isRejected
      ? 'The extension btree_gist is missing, and the database user may not create it. Let a superuser or the owner of ' +
          'the database run "create extension btree_gist" in it.'
      : "The extension btree_gist is not installed on the server: install the package of PostgreSQL's contrib modules.",
  );
}
