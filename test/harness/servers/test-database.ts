import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import type { Database } from '../../../src/db/connection/database.ts';
import { openEmbedded } from '../../../src/db/connection/open-embedded.ts';
import { openPostgresql } from '../../../src/db/connection/open-postgresql.ts';
import { migrate } from '../../../src/db/migrate.ts';
import { madeOnce, scratchFolder } from '../data/made-once.ts';
import { withDatabase } from '../global-setup.ts';

export type DatabaseKind = 'postgresql' | 'embedded';
/** PostgreSQL, or the embedded database with `npm run test:embedded`. */
export const databaseKinds: DatabaseKind[] = [
  process.env.TEST_DATABASE === 'embedded' ? 'embedded' : 'postgresql',
];

export interface TestDatabase {
  database: Database;
  /** URL of the PostgreSQL database. Empty for the embedded database. */
  url: string;
  drop(): Promise<void>;
}

/** Creates a migrated database without rows, as a clone of the template. */
export async function createTestDatabase(kind: DatabaseKind, poolSize = 10): Promise<TestDatabase> {
  if (kind === 'embedded') {
    const folder = await copyOfDataDir();
    const database = await openEmbedded(folder);
    return {
      database,
      url: '',
      drop: async () => {
        // A test may have closed it.
        await database.close().catch(() => {});
        rmSync(folder, { recursive: true, force: true });
      },
    };
  }
  const { url, drop } = await cloneTemplate();
  const database = await openPostgresql({ url, poolSize });
  return {
    database,
    url,
    drop: async () => {
      // A test may have closed it.
      await database.close().catch(() => {});
      await drop();
    },
  };
}

/** A copy of a `DATA_DIR` with a migrated database without rows. Creating one takes seconds, and copying it a tenth of a second. */
export async function copyOfDataDir(): Promise<string> {
  const template = await madeOnce('data', async (folder) => {
    const database = await openEmbedded(folder);
    await migrate(database);
    await database.close();
  });
  const folder = join(scratchFolder(), 'data');
  // `cpSync` takes five times as long for thousands of files.
  execFileSync('cp', ['-R', template, folder]);
  return folder;
}

/** Clones a migrated PostgreSQL database without opening it. */
export const cloneTemplate = () => cloneOf(inject('templateName'));

/** Creates a PostgreSQL database without tables. */
export const emptyDatabase = () => cloneOf('template0');

async function cloneOf(template: string): Promise<{ url: string; drop: () => Promise<void> }> {
  const serverUrl = inject('serverUrl');
  const name = `courtbridge_test_${randomUUID().replaceAll('-', '')}`;
  // With the write-ahead log strategy, creating and dropping take twice as long each.
  await onServer(`create database ${name} template ${template} strategy = file_copy`);
  return {
    url: withDatabase(serverUrl, name),
    drop: () => onServer(`drop database if exists ${name} with (force)`),
  };
}

let server: pg.Pool | undefined;

/** Creates or drops databases on kept connections, because a run has hundreds of databases. */
async function onServer(statement: string): Promise<void> {
  if (!server) {
    server = new pg.Pool({ connectionString: inject('serverUrl'), max: 2, allowExitOnIdle: true });
    // The pool replaces an idle connection that broke.
    server.on('error', () => {});
  }
  await server.query(statement);
}
