import { randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';

/** Who holds a data folder, as the lock file in it says. */
export interface Holder {
  pid: number;
  host: string;
  /** ISO 8601. */
  startedAt: string;
  /** Tells apart two processes that had the same pid. */
  id: string;
}

/** Another running process holds the data folder. */
export class DataDirInUse extends Error {
  readonly holder: Holder;

  constructor(dataDir: string, holder: Holder) {
    super(
      `The data folder ${dataDir} is in use by process ${holder.pid} on ${holder.host}, running since ` +
        `${holder.startedAt}. Stop that process, or choose another folder with DATA_DIR.`,
    );
    this.holder = holder;
  }
}

const heartbeatMillis = 5_000;
const silentMillis = 20_000;

/**
 * Takes the data folder for this process and answers how to give it back. The embedded database has no lock of its
 * own, and two processes would both write. A holder that was killed is recognized and replaced.
 */
export async function lockDataDir(dataDir: string): Promise<() => Promise<void>> {
  const file = join(dataDir, 'courtbridge.lock');
  const holder: Holder = {
    pid: process.pid,
    host: hostname(),
    startedAt: new Date().toISOString(),
    id: randomUUID(),
  };
  const draft = join(dataDir, `courtbridge.lock.${holder.id}`);
  await writeFile(draft, `${JSON.stringify(holder)}\n`);
  try {
    while (!(await created(draft, file))) {
      const other = await read(file);
      if (other === undefined) continue;
      if (await isAlive(other, file)) throw new DataDirInUse(dataDir, other);
      await removeStale(file, other);
    }
  } finally {
    await rm(draft, { force: true });
  }
  const heartbeat = setInterval(() => {
    const now = new Date();
    utimes(file, now, now).catch(() => {});
  }, heartbeatMillis);
  heartbeat.unref();
  return async () => {
    clearInterval(heartbeat);
    if ((await read(file))?.id === holder.id) await rm(file, { force: true });
  };
}

/** `link` makes the file with its content in one step, or fails when there is one. */
async function created(draft: string, file: string): Promise<boolean> {
  try {
    await link(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** A lock file is made whole, so one that cannot be read is what a power failure has left of a dead holder's. */
const unreadable: Holder = { pid: 0, host: '', startedAt: '', id: 'unreadable' };

async function read(file: string): Promise<Holder | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Holder;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    if (error instanceof SyntaxError) return unreadable;
    throw error;
  }
}

async function isAlive(holder: Holder, file: string): Promise<boolean> {
  if (holder === unreadable) return false;
  if (holder.host !== hostname()) {
    // A process of another machine or container cannot be asked; it shows by its heartbeat.
    const { mtimeMs } = await stat(file);
    return Date.now() - mtimeMs < silentMillis;
  }
  // A restarted container gives its process the pid that the killed one had.
  if (holder.pid === process.pid) return false;
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return (await startOfProcess(holder.pid)) <= Date.parse(holder.startedAt);
}

/** When a process started, in Unix milliseconds, where the system tells; else 0. A pid may have been given anew. */
async function startOfProcess(pid: number): Promise<number> {
  try {
    const [processStat, systemStat] = await Promise.all([
      readFile(`/proc/${pid}/stat`, 'utf8'),
      readFile('/proc/stat', 'utf8'),
    ]);
    const ticks = Number(processStat.slice(processStat.lastIndexOf(')') + 2).split(' ')[19]);
    const boot = Number(/^btime (\d+)$/m.exec(systemStat)?.[1]);
    // 100 ticks a second wherever Linux runs Node; rounded down by the second that btime is exact to.
    return (boot + ticks / 100 - 2) * 1_000;
  } catch {
    return 0;
  }
}

/** Takes a dead holder's file away; puts it back when it has become somebody else's in the meantime. */
async function removeStale(file: string, dead: Holder): Promise<void> {
  const aside = `${file}.${randomUUID()}`;
  try {
    await rename(file, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  if ((await read(aside))?.id !== dead.id) await link(aside, file).catch(() => {});
  await rm(aside, { force: true });
}
