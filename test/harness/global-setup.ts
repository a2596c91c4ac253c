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
    /** URL of a PostgreSQL server on which databases can be created. */
    serverUrl: string;
    /** A migrated database without rows, used as a template. */
    templateName: string;
    /** A folder for files created during the run. */
    scratch: string;
    /** The initial data folder of a new server, or undefined if this run did not start the server. */
    initialized: string | undefined;
  }
}

/** Starts one PostgreSQL server for the whole run, unless `TEST_DATABASE_URL` is set. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL;
  const scratch = mkdtempSync(join(quickFolder(), 'courtbridge-test-'));
  project.provide('scratch', scratch);
  // Workers and the services that they start share a compile cache. A process writes it only when it exits normally, and tests kill most
  // processes.
  process.env.NODE_COMPILE_CACHE = join(scratch, 'compiled');
  const first = startProcess({}, ['--help']);
  const initialized = given ? undefined : join(scratch, 'postgresql');
  project.provide('initialized', initialized);
  // Crashes are tested on separate servers, so these need not write to disk.
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

/** Returns the rows of the statement. */
export async function execute<Row extends object = Record<string, unknown>>(
  url: string,
  statement: string,
): Promise<Row[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}
