import type { MigrationInfo } from '@mikro-orm/core';
import { UniqueConstraintViolationException } from '@mikro-orm/core';
import type { Database } from './database.ts';
import { readDatabaseFunctions } from './functions.ts';

/** Brings the database to the schema and the functions of this version. Several processes may do so at once. */
export async function migrate(database: Database): Promise<void> {
  const functions = readDatabaseFunctions();
  const pending = await pendingMigrations(database);
  if (pending.length === 0 && (await appliedVersion(database)) === functions.version) return;

  await database.em().transactional(async (em) => {
    // One process at a time; the others find nothing left to do.
    await em.execute("select pg_advisory_xact_lock(hashtextextended('courtbridge/migrate', 0))");
    await database.orm.migrator.up({ transaction: em.getTransactionContext() });
    for (const statement of functions.statements) await em.execute(statement);
  });
}

async function pendingMigrations(database: Database): Promise<MigrationInfo[]> {
  try {
    return await database.orm.migrator.getPending();
  } catch (error) {
    // Two processes made the table of migrations at once, and this one lost.
    if (error instanceof UniqueConstraintViolationException) return database.orm.migrator.getPending();
    throw error;
  }
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
