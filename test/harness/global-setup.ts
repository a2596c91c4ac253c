import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { openPostgresql } from '../../src/db/connection/open-postgresql.ts';
import { migrate } from '../../src/db/migrate.ts';
import { quickFolder, startPostgresql } from './servers/postgresql.ts';
import { startProcess } from './servers/process.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL server, at a database from which others can be made. */
    serverUrl: string;
    /** A migrated database without rows, to clone. */
    templateName: string;
    /** A folder for what is made during the run. */
    scratch: string;
    /** The data folder of a new server, to copy; undefined where the server is not of this run. */
    initialized: string | undefined;
  }
}

/** One real PostgreSQL for the whole run: `TEST_DATABASE_URL`, or one that is started here. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL;
  const scratch = mkdtempSync(join(quickFolder(), 'courtbridge-test-'));
  project.provide('scratch', scratch);
  // What one process has compiled, the next need not: workers, and the services that they start. Only one that ends by itself
  // keeps it; most of the tests' are killed.
  process.env.NODE_COMPILE_CACHE = join(scratch, 'compiled');
  const first = startProcess({}, ['--help']);
  const initialized = given ? undefined : join(scratch, 'postgresql');
  project.provide('initialized', initialized);
  // Crashes are tested on servers of their own; here nothing needs to reach the disk.
  const settings = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];
  const server = initialized
    ? await startPostgresql({ settings, keepInitialized: initialized, dataFolder: quickFolder() })
    : undefined;
  const serverUrl = given ?? server!.url;
  const templateName = `courtbridge_test_template_${process.pid}`;
  await execute(serverUrl, `create database ${templateName}`);

  const database = await openPostgresql({ url: withDatabase(serverUrl, templateName), poolSize: 2 });
  await migrate(database);
  await database.close();
  await first.exited;

  project.provide('serverUrl', serverUrl);
  project.provide('templateName', templateName);
  return async () => {
    rmSync(scratch, { recursive: true, force: true });
    if (server) await server.stop();
    else await execute(serverUrl, `drop database if exists ${templateName} with (force)`);
  };
}

export function withDatabase(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

export async function execute(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
