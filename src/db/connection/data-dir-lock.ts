import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Another running process holds the data folder. */
export class DataDirInUse extends Error {
  constructor(dataDir: string, { pid, host, startedAt }: Partial<Holder> = {}) {
    const who = pid ? `process ${pid} on ${host}, running since ${startedAt}` : 'another process';
    super(
      `The data folder ${dataDir} is in use by ${who}. Stop that process, or choose another folder with DATA_DIR.`,
    );
  }
}

/** Who holds a data folder, as the file beside the lock says: for people, and for version 0.1.0. */
interface Holder {
  pid: number;
  host: string;
  /** ISO 8601. */
  startedAt: string;
  /** Of version 0.1.0 only. */
  id?: string;
}

// A lock that is garbage-collected is given back.
const held = new Set<DatabaseSync>();

/**
 * Takes the data folder for this process and answers how to give it back. The embedded database has no lock of its
 * own, and two processes would both write. The lock is SQLite's on an empty database: the kernel gives it back when the
 * process ends, however it ends, and whether its parent has noticed or not.
 *
 * @param now Unix milliseconds
 * @throws DataDirInUse
 */
export function lockDataDir(dataDir: string, now: () => number = Date.now): () => void {
  const holderFile = join(dataDir, 'courtbridge.lock');
  // Never opened by other means in this process: closing any descriptor of it would give the lock back (POSIX).
  const lock = new DatabaseSync(join(dataDir, 'courtbridge.lock.sqlite'), { timeout: 0 });
  try {
    // Of several at once exactly one gets it; with EXCLUSIVE two could refuse each other. Nothing is written, so that a
    // killed process leaves no journal, which the next would have to roll back first.
    lock.exec('pragma journal_mode = memory; begin immediate');
    const before = readHolder(holderFile);
    if (before?.id && isTouched(holderFile, now())) throw new DataDirInUse(dataDir, before);
    const holder: Holder = { pid: process.pid, host: hostname(), startedAt: new Date(now()).toISOString() };
    // Made whole by the renaming: version 0.1.0 takes half a file for a dead process's.
    writeFileSync(`${holderFile}.draft`, `${JSON.stringify(holder)}\n`);
    renameSync(`${holderFile}.draft`, holderFile);
  } catch (error) {
    lock.close();
    const isHeld = (error as { errcode?: number }).errcode === sqliteBusy;
    throw isHeld ? new DataDirInUse(dataDir, readHolder(holderFile)) : error;
  }
  held.add(lock);
  return () => {
    if (!held.delete(lock)) return;
    rmSync(holderFile, { force: true });
    lock.close();
  };
}

const sqliteBusy = 5;

/**
 * Version 0.1.0 knows the holder's file only, and touches it every 5 s. Its running process is respected, and what a
 * killed one has left for 20 s; it respects this version's process on its own host, by the process id.
 */
function isTouched(holderFile: string, now: number): boolean {
  return now - statSync(holderFile).mtimeMs < 20_000;
}

function readHolder(holderFile: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(holderFile, 'utf8')) as Holder;
  } catch {
    // A holder that has not written it yet, or one of version 0.1.0 after a power failure.
    return undefined;
  }
}
