import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DataDirInUse, lockDataDir } from '../../../src/db/connection/data-dir-lock.ts';
import { scratchFolder } from '../../harness/data/made-once.ts';

// Takes the lock when it reads a line, prints the result and keeps running. Does not keep the return value of `lockDataDir`, so that it can
// be garbage collected.
const holderCode = `
  import { lockDataDir } from ${JSON.stringify(new URL('../../../src/db/connection/data-dir-lock.ts', import.meta.url).href)};
  process.stdout.write(process.pid + ' ready\\n');
  process.stdin.on('data', (folder) => {
    try {
      lockDataDir(String(folder).trim());
      global.gc?.();
      process.stdout.write('held\\n');
    } catch (error) {
      process.stdout.write('refused ' + error.message + '\\n');
    }
  });
  setTimeout(() => {}, 60_000);`;
const holderArguments = ['--expose-gc', '--input-type=module', '-e', holderCode];

interface HolderProcess {
  child: ChildProcess;
  pid: number;
  /** Resolves with the printed result, which is `held`, or `refused` and the reason. */
  take(folder: string): Promise<string>;
  kill(): Promise<unknown>;
}

async function startHolder(command = process.execPath, args = holderArguments): Promise<HolderProcess> {
  const child = spawn(command, args);
  let stderr = '';
  child.stderr.on('data', (data) => {
    stderr += data;
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const nextLine = async () => {
    const { value, done } = await lines.next();
    if (done) throw new Error(`ended: ${stderr}`);
    return value;
  };
  const pid = Number.parseInt(await nextLine(), 10);
  return {
    child,
    pid,
    take: (folder) => {
      const said = nextLine();
      child.stdin.write(`${folder}\n`);
      return said;
    },
    kill: () =>
      new Promise((resolve) => {
        child.once('exit', resolve);
        child.kill('SIGKILL');
      }),
  };
}

describe('the lock of the data folder', () => {
  let folder: string;
  const holderFile = () => join(folder, 'courtbridge.lock');
  const holders: HolderProcess[] = [];
  const holder = async (...args: Parameters<typeof startHolder>) => {
    const started = await startHolder(...args);
    holders.push(started);
    return started;
  };
  beforeEach(() => {
    folder = scratchFolder();
  });
  afterEach(async () => {
    for (const { child, kill } of holders.splice(0))
      if (child.exitCode === null && !child.killed) await kill();
  });

  it('names the process that holds it', async () => {
    const other = await holder();
    expect(await other.take(folder)).toBe('held');
    expect(() => lockDataDir(folder)).toThrow(DataDirInUse);
    expect(() => lockDataDir(folder)).toThrow(
      `in use by process ${other.pid} on ${hostname()}, running since`,
    );
    expect(() => lockDataDir(folder)).toThrow('choose another folder with DATA_DIR');
  });

  it('rejects a second lock in the same process until it is released', () => {
    const unlock = lockDataDir(folder);
    expect(readdirSync(folder)).toEqual(['courtbridge.lock', 'courtbridge.lock.sqlite']);
    expect(() => lockDataDir(folder)).toThrow(`in use by process ${process.pid}`);
    expect(() => lockDataDir(folder)).toThrow(`in use by process ${process.pid}`);
    unlock();
    expect(readdirSync(folder)).toEqual(['courtbridge.lock.sqlite']);
    const again = lockDataDir(folder);
    // A second release does not release the lock of a later holder.
    unlock();
    expect(() => lockDataDir(folder)).toThrow(DataDirInUse);
    again();
  });

  it('is taken by exactly one of eight concurrent processes, in new folders and after kills', async () => {
    const rounds = Array.from({ length: 20 }, (_, round) => join(folder, String(round)));
    for (const fresh of rounds) mkdirSync(fresh);
    for (const _ of ['in a new folder', 'over what is left']) {
      const others = await Promise.all(Array.from({ length: 8 }, () => holder()));
      for (const contended of rounds) {
        const said = await Promise.all(others.map(({ take }) => take(contended)));
        expect(said.filter((text) => text === 'held')).toHaveLength(1);
        expect(said.filter((text) => text.startsWith('refused The data folder'))).toHaveLength(7);
      }
      await Promise.all(others.map(({ kill }) => kill()));
    }
  });

  it('is free when its holder was killed, even if the parent does not reap it', async () => {
    // The shell becomes a program that reaps no children.
    const parent = await holder('sh', [
      '-c',
      'exec 3<&0; "$0" "$@" <&3 & exec sleep 60',
      process.execPath,
      ...holderArguments,
    ]);
    expect(await parent.take(folder)).toBe('held');
    expect(() => lockDataDir(folder)).toThrow(`in use by process ${parent.pid}`);
    process.kill(parent.pid, 'SIGKILL');
    for (let tries = 0; ; tries += 1) {
      try {
        lockDataDir(folder)();
        break;
      } catch (error) {
        if (tries === 100) throw error;
        await sleep(50);
      }
    }
    // The killed process still exists as a zombie. A check by process id would take it for running.
    expect(process.kill(parent.pid, 0)).toBe(true);
  });

  it('works in a folder whose path is too long for a socket', () => {
    const long = join(folder, ...Array.from({ length: 4 }, () => 'x'.repeat(100)));
    mkdirSync(long, { recursive: true });
    const unlock = lockDataDir(long);
    expect(() => lockDataDir(long)).toThrow(DataDirInUse);
    unlock();
  });

  it('respects a running process of version 0.1.0, but not the file of a killed one', () => {
    const record = { pid: 1, host: 'elsewhere', startedAt: new Date().toISOString(), id: 'x' };
    writeFileSync(holderFile(), JSON.stringify(record));
    expect(() => lockDataDir(folder)).toThrow('in use by process 1 on elsewhere');
    // A process of that version counts as running until its file is 20 s old.
    const touchedAt = Date.parse('2026-11-20T12:00:00Z');
    utimesSync(holderFile(), touchedAt / 1_000, touchedAt / 1_000);
    expect(() => lockDataDir(folder, () => touchedAt + 19_999)).toThrow('in use by process 1 on elsewhere');
    expect(readdirSync(folder)).toContain('courtbridge.lock');
    lockDataDir(folder, () => touchedAt + 20_000)();
    // A power failure may leave an empty file.
    writeFileSync(holderFile(), '');
    const unlock = lockDataDir(folder);
    // The format that version 0.1.0 reads.
    expect(JSON.parse(readFileSync(holderFile(), 'utf8'))).toEqual({
      pid: process.pid,
      host: hostname(),
      startedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    });
    unlock();
  });
});
