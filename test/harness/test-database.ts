import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import type { Database } from '../../src/db/database.ts';
import { migrate } from '../../src/db/migrate.ts';
import { openEmbedded } from '../../src/db/open-embedded.ts';
import { openPostgresql } from '../../src/db/open-postgresql.ts';
import { execute, withDatabase } from './global-setup.ts';

export const databaseKinds = ['postgresql', 'embedded'] as const;
export type DatabaseKind = (typeof databaseKinds)[number];

export interface TestDatabase {
  database: Database;
  /** Of PostgreSQL; empty on the embedded database. */
  url: string;
  drop(): Promise<void>;
}

/** A migrated database without rows, of its own: a clone of the template on PostgreSQL, or one in memory. */
export async function createTestDatabase(kind: DatabaseKind, poolSize = 10): Promise<TestDatabase> {
  if (kind === 'embedded') {
    const database = await openEmbedded(undefined);
    await migrate(database);
    return { database, url: '', drop: () => database.close() };
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

/** A migrated PostgreSQL database, not opened yet. */
export async function cloneTemplate(): Promise<{ url: string; drop: () => Promise<void> }> {
  const serverUrl = inject('serverUrl');
  const name = `courtbridge_test_${randomUUID().replaceAll('-', '')}`;
  await execute(serverUrl, `create database ${name} template ${inject('templateName')}`);
  return {
    url: withDatabase(serverUrl, name),
    drop: () => execute(serverUrl, `drop database if exists ${name} with (force)`),
  };
}
