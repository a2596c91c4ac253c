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
/** PostgreSQL; with `npm run test:embedded` the embedded database. */
export const databaseKinds: DatabaseKind[] = [
  process.env.TEST_DATABASE === 'embedded' ? 'embedded' : 'postgresql',
];

export interface TestDatabase {
  database: Database;
  /** Of PostgreSQL; empty on the embedded database. */
  url: string;
  drop(): Promise<void>;
}

/** A migrated database without rows, of its own: a clone of the template, on both. */
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

/** A `DATA_DIR` with a migrated database without rows: to make one takes seconds, to copy it a tenth of one. */
export async function copyOfDataDir(): Promise<string> {
  const template = await madeOnce('data', async (folder) => {
    const database = await openEmbedded(folder);
    await migrate(database);
    await database.close();
  });
  const folder = join(scratchFolder(), 'data');
  // Not `cpSync`, which takes five times as long for these thousand files.
  execFileSync('cp', ['-R', template, folder]);
  return folder;
}

/** A migrated PostgreSQL database, not opened yet. */
export async function cloneTemplate(): Promise<{ url: string; drop: () => Promise<void> }> {
  const serverUrl = inject('serverUrl');
  const name = `courtbridge_test_${randomUUID().replaceAll('-', '')}`;
  // By copying files: through the log it takes twice as long, and twice as long again to drop.
  await onServer(`create database ${name} template ${inject('templateName')} strategy = file_copy`);
  return {
    url: withDatabase(serverUrl, name),
    drop: () => onServer(`drop database if exists ${name} with (force)`),
  };
}

let server: pg.Pool | undefined;

/** Runs what makes and drops databases, on connections that are kept: there are hundreds of them. */
async function onServer(statement: string): Promise<void> {
  if (!server) {
    server = new pg.Pool({ connectionString: inject('serverUrl'), max: 2, allowExitOnIdle: true });
    // One that broke while nobody used it is replaced.
    server.on('error', () => {});
  }
  await server.query(statement);
}
