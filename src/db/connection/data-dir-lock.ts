import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Another running process uses the data folder. */
export class DataDirInUse extends Error {
  constructor(dataDir: string, { pid, host, startedAt }: Partial<Holder> = {}) {
    const who = pid ? `process ${pid} on ${host}, running since ${startedAt}` : 'another process';
    super(
      `The data folder ${dataDir} is in use by ${who}. Stop that process, or choose another folder with DATA_DIR.`,
    );
  }
}

/** The content of the file next to the lock. It is for people, and for version 0.1.0. */
interface Holder {
  pid: number;
  host: string;
  /** ISO 8601. */
  startedAt: string;
  /** Version 0.1.0 only. */
  id?: string;
}

// Keeps references, because garbage collection would release a lock.
const held = new Set<DatabaseSync>();

/**
 * Locks the data folder for this process and returns a function that releases the lock. The embedded database has no
 * lock of its own, and two processes would both write. The lock is SQLite's lock on an empty database. The kernel
 * releases it when the process ends for any reason.
 *
 * @param now Unix milliseconds
 * @throws DataDirInUse
 */
export function lockDataDir(dataDir: string, now: () => number = Date.now): () => void {
  const holderFile = join(dataDir, 'courtbridge.lock');
  // Do not open this file in any other way in this process: closing any descriptor of it would release the lock
  // (POSIX).
  const lock = new DatabaseSync(join(dataDir, 'courtbridge.lock.sqlite'), { timeout: 0 });
  try {
    // If several processes try at once, exactly one succeeds; with EXCLUSIVE two could block each other. Nothing is
    // written, so a killed process leaves no journal that the next one would have to roll back.
    lock.exec('pragma journal_mode = memory; begin immediate');
    const before = readHolder(holderFile);
    if (before?.id && isTouched(holderFile, now())) throw new DataDirInUse(dataDir, before);
    const holder: Holder = { pid: process.pid, host: hostname(), startedAt: new Date(now()).toISOString() };
    // Renamed into place, because version 0.1.0 treats an incomplete file as that of a dead process.
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
 * Supports version 0.1.0, which only uses the holder's file and touches it every 5 s. A running process of that version
 * is respected, and the file of a killed one for 20 s. That version respects a process of this version on the same
 * host, by its process id.
 */
function isTouched(holderFile: string, now: number): boolean {
  return now - statSync(holderFile).mtimeMs < 20_000;
}

function readHolder(holderFile: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(holderFile, 'utf8')) as Holder;
  } catch {
    // A holder that has not written the file yet, or one of version 0.1.0 after a power failure.
    return undefined;
  }
}
