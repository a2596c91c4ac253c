// The two ways from PostgreSQL 15 to 18. Each returns the new server.
import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { nobody, type PostgresqlServer } from '../../test/harness/servers/postgresql.ts';
import { databaseOf, query } from '../stage.ts';
import type { Cleanup } from './cleanup.ts';
import { postgresql15, startServer } from './setup.ts';

/** A folder of PostgreSQL 18 that has `pg_upgrade`, which the test servers of the packages lack. */
const bin18 = process.env.TEST_POSTGRESQL_18_BIN || '/usr/lib/postgresql/18/bin';
export const hasUpgrade = existsSync(join(bin18, 'pg_upgrade'));

const asNobody = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};

function run(program: string, options: string[], cwd: string, password: string): void {
  const env = { PATH: process.env.PATH ?? '', LC_ALL: 'C', PGPASSWORD: password };
  const { status, stdout, stderr, error } = spawnSync(program, options, {
    ...asNobody,
    cwd,
    env,
    encoding: 'utf8',
  });
  if (status !== 0)
    throw new Error(`${program} failed: ${error ?? `${stderr}${stdout}`.replaceAll('\n', ' ')}`);
}

function ownFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'move-'));
  if ('uid' in asNobody) chownSync(folder, nobody, nobody);
  return folder;
}

const passwordOf = ({ url }: PostgresqlServer) => decodeURIComponent(new URL(url).password);

/** Dumps the database with the programs of PostgreSQL 15. Returns a function that restores it on a new server. */
export function dump(old: PostgresqlServer): (cleanup: Cleanup) => Promise<PostgresqlServer> {
  const folder = ownFolder();
  const file = join(folder, 'dump');
  run(join(postgresql15, 'pg_dump'), ['-Fc', '-f', file, '-d', databaseOf(old)], folder, passwordOf(old));
  return async (cleanup) => {
    // The test server of the packages is PostgreSQL 18.
    const server = await startServer(cleanup, { bin: '' });
    await query(server.url, 'create database courtbridge');
    run(
      join(postgresql15, 'pg_restore'),
      ['--exit-on-error', '-d', databaseOf(server), file],
      folder,
      passwordOf(server),
    );
    rmSync(folder, { recursive: true });
    return server;
  };
}

/** Stops the server, upgrades its data with `pg_upgrade`, and starts PostgreSQL 18 on it. */
export async function upgrade(cleanup: Cleanup, old: PostgresqlServer): Promise<PostgresqlServer> {
  const password = passwordOf(old);
  const [row] = await query<{ data: string }>(old.url, "select current_setting('data_directory') as data");
  const oldData = row!.data;
  const folder = ownFolder();
  const data = join(folder, 'data');
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, password);
  // PostgreSQL 18 has checksums by default. Both clusters must have the same setting.
  const same = ['-U', 'postgres', '-E', 'UTF8', '--locale=C', '--no-data-checksums', '-A', 'scram-sha-256'];
  run(join(bin18, 'initdb'), ['-D', data, ...same, `--pwfile=${passwordFile}`], folder, password);
  await shutDown(old.pid, oldData);
  const clusters = ['-b', postgresql15, '-B', bin18, '-d', oldData, '-D', data];
  run(join(bin18, 'pg_upgrade'), [...clusters, '-U', 'postgres', '-s', folder], folder, password);
  writeFileSync(join(data, 'superuser-password'), password);
  return startServer(cleanup, { bin: bin18, initialized: data });
}

/** `pg_upgrade` needs a server that was shut down cleanly. */
async function shutDown(pid: number, data: string): Promise<void> {
  process.kill(pid, 'SIGINT');
  for (let attempt = 0; existsSync(join(data, 'postmaster.pid')); attempt += 1) {
    if (attempt === 300) throw new Error('PostgreSQL 15 does not shut down');
    await sleep(100);
  }
}
