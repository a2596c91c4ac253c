import { spawn, spawnSync } from 'node:child_process';
import { chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from './postgresql.ts';

/** The version of the PgBouncer of this machine, such as 1.18; undefined where there is none. */
export const pgbouncerVersion = /PgBouncer (\d+\.\d+)/.exec(
  spawnSync('pgbouncer', ['--version'], { encoding: 'utf8' }).stdout ?? '',
)?.[1];
if (pgbouncerVersion === undefined)
  process.stderr.write(
    'There is no PgBouncer: what stands behind a pooler is not tried (apt-get install pgbouncer).\n',
  );

// `nobody`: PgBouncer refuses to run as root.
const nobody = 65_534;

/** A PgBouncer in transaction mode before a database. */
export async function startPgbouncer(databaseUrl: string): Promise<{ url: string; stop(): Promise<void> }> {
  const target = new URL(databaseUrl);
  const folder = mkdtempSync(join(tmpdir(), 'courtbridge-pgbouncer-'));
  const asNobody = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};
  const port = await freePort();
  const [config, log] = [join(folder, 'pgbouncer.ini'), join(folder, 'pgbouncer.log')];
  const users = join(folder, 'users.txt');
  const inQuotes = (text: string) => `"${decodeURIComponent(text).replaceAll('"', '""')}"`;
  writeFileSync(users, `${inQuotes(target.username)} ${inQuotes(target.password)}\n`);
  writeFileSync(
    config,
    `[databases]
* = host=${target.hostname} port=${target.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = transaction
default_pool_size = 8
unix_socket_dir =
logfile = ${log}
`,
  );
  if ('uid' in asNobody) for (const path of [folder, config, users]) chownSync(path, nobody, nobody);
  const pooler = spawn('pgbouncer', [config], { ...asNobody, stdio: 'ignore' });
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  const deadline = Date.now() + 20_000;
  while (true) {
    const client = new pg.Client(url.href);
    try {
      await client.connect();
      await client.end();
      break;
    } catch (error) {
      if (Date.now() > deadline)
        throw new Error(`PgBouncer did not start: ${readFileSync(log, 'utf8')}`, { cause: error });
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  return {
    url: url.href,
    stop: async () => {
      await new Promise((resolve) => {
        pooler.once('exit', resolve);
        pooler.kill('SIGKILL');
      });
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
