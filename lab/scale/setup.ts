// Starts PostgreSQL with a migrated database.
import type { Database } from '../../src/db/connection/database.ts';
import { openPostgresql } from '../../src/db/connection/open-postgresql.ts';
import { migrate } from '../../src/db/migrate.ts';
import { createFactories, type Factories } from '../../test/harness/data/factories.ts';
import {
  type PostgresqlOptions,
  type PostgresqlServer,
  startPostgresql,
} from '../../test/harness/servers/postgresql.ts';
import { databaseOf, query } from '../stage.ts';
import type { Cleanup } from './cleanup.ts';

/** Debian's, which also has the client programs. */
export const postgresql15 = '/usr/lib/postgresql/15/bin';

/** A migrated database, with a connection of this process. */
export interface MigratedDatabase {
  server: PostgresqlServer;
  url: string;
  database: Database;
  factories: Factories;
}

export const startServer = (cleanup: Cleanup, options: PostgresqlOptions = {}) =>
  cleanup.use(startPostgresql(options), (server) => server.stop());

/** Opens a database that exists. */
export async function openDatabase(
  cleanup: Cleanup,
  server: PostgresqlServer,
  url: string,
): Promise<MigratedDatabase> {
  const database = await cleanup.use(openPostgresql({ url, poolSize: 2 }), (opened) => opened.close());
  return { server, url, database, factories: createFactories(database) };
}

export async function startDatabase(
  cleanup: Cleanup,
  options: PostgresqlOptions = {},
): Promise<MigratedDatabase> {
  const server = await startServer(cleanup, options);
  await query(server.url, 'create database courtbridge');
  const opened = await openDatabase(cleanup, server, databaseOf(server));
  await migrate(opened.database);
  return opened;
}
