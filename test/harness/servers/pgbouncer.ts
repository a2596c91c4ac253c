import { spawn, spawnSync } from 'node:child_process';
import { chownSync, closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from './postgresql.ts';

export interface Pgbouncer {
  program: string;
  /** Such as 1.18. */
  version: string;
  /** Supported since 1.21. */
  keepsPreparedStatements: boolean;
  /** Its file in `deploy/pgbouncer`. */
  configurationFile: string;
}

/** Returns undefined if the program does not exist. */
export function findPgbouncer(program: string): Pgbouncer | undefined {
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' });
  const version = /PgBouncer (\d+\.\d+)/.exec(stdout ?? '')?.[1];
  if (version === undefined) return undefined;
  const keepsPreparedStatements = Number(version.split('.')[1]) >= 21;
  const configurationFile = keepsPreparedStatements ? 'pgbouncer.ini' : 'pgbouncer-before-1.21.ini';
  return { program, version, keepsPreparedStatements, configurationFile };
}

/** `TEST_PGBOUNCER`, or the installed PgBouncer. */
export const pgbouncer = findPgbouncer(process.env.TEST_PGBOUNCER || 'pgbouncer');
if (!pgbouncer)
  process.stderr.write(
    'PgBouncer is not installed: the tests behind a pooler are skipped (apt-get install pgbouncer).\n',
  );

// PgBouncer refuses to run as root.
const nobody = 65_534;

export interface Pooler {
  url: string;
  readLog(): string;
  stop(): Promise<void>;
}

/**
 * Starts PgBouncer in front of a database with the configuration file for its version. Replaces only addresses, paths and the given
 * settings.
 */
export async function startPgbouncer(
  databaseUrl: string,
  settings: Record<string, string | number> = {},
  { program, configurationFile }: Pgbouncer = pgbouncer!,
): Promise<Pooler> {
  const target = new URL(databaseUrl);
  const folder = mkdtempSync(join(tmpdir(), 'courtbridge-pgbouncer-'));
  const asNobody = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};
  const port = await freePort();
  const [config, log] = [join(folder, 'pgbouncer.ini'), join(folder, 'pgbouncer.log')];
  const users = join(folder, 'users.txt');
  const inQuotes = (text: string) => `"${decodeURIComponent(text).replaceAll('"', '""')}"`;
  writeFileSync(users, `${inQuotes(target.username)} ${inQuotes(target.password)}\n`);
  const database = `* = host=${target.hostname} port=${target.port}`;
  const here = { listen_addr: '127.0.0.1', listen_port: port, auth_file: users, ...settings };
  writeFileSync(config, replaced(configurationFile, database, here));
  if ('uid' in asNobody) for (const path of [folder, config, users]) chownSync(path, nobody, nobody);
  const output = openSync(log, 'w');
  const pooler = spawn(program, [config], { ...asNobody, stdio: ['ignore', output, output] });
  closeSync(output);
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  const readLog = () => readFileSync(log, 'utf8');
  await untilConnects(url.href, () => ({ ended: pooler.exitCode !== null, log: readLog() }));
  return {
    url: url.href,
    readLog,
    stop: async () => {
      await new Promise((resolve) => {
        pooler.once('exit', resolve);
        pooler.kill('SIGKILL');
      });
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Replaces the database and the given settings. Throws if the configuration lacks one of them. */
function replaced(name: string, database: string, settings: Record<string, string | number>): string {
  const text = readFileSync(new URL(`../../../deploy/pgbouncer/${name}`, import.meta.url), 'utf8');
  const lines: [RegExp, string][] = [
    [/^courtbridge = .*$/m, database],
    ...Object.entries(settings).map(([setting, value]): [RegExp, string] => [
      new RegExp(`^${setting} = .*$`, 'm'),
      `${setting} = ${value}`,
    ]),
  ];
  return lines.reduce((changed, [line, replacement]) => {
    if (!line.test(changed)) throw new Error(`${name} has no line ${line.source}`);
    return changed.replace(line, () => replacement);
  }, text);
}

async function untilConnects(url: string, state: () => { ended: boolean; log: string }): Promise<void> {
  const deadline = Date.now() + 20_000;
  while (true) {
    const client = new pg.Client(url);
    try {
      await client.connect();
      return await client.end();
    } catch (error) {
      const { ended, log } = state();
      if (ended || Date.now() > deadline)
        throw new Error(`PgBouncer did not start: ${log}`, { cause: error });
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
