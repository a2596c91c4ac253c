import { type ChildProcess, spawn } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DataDirInUse, lockDataDir } from '../../../src/db/connection/data-dir-lock.ts';

// Takes the lock when a line comes, says how that went, and stays. Nothing keeps what `lockDataDir` answers.
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
  /** Resolves with what it says: `held`, or `refused` and why. */
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
    folder = mkdtempSync(join(tmpdir(), 'courtbridge-lock-'));
  });
  afterEach(async () => {
    for (const { child, kill } of holders.splice(0))
      if (child.exitCode === null && !child.killed) await kill();
    rmSync(folder, { recursive: true, force: true });
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

  it('holds within one process, too, and is given back', () => {
    const unlock = lockDataDir(folder);
    expect(readdirSync(folder)).toEqual(['courtbridge.lock', 'courtbridge.lock.sqlite']);
    expect(() => lockDataDir(folder)).toThrow(`in use by process ${process.pid}`);
    expect(() => lockDataDir(folder)).toThrow(`in use by process ${process.pid}`);
    unlock();
    expect(readdirSync(folder)).toEqual(['courtbridge.lock.sqlite']);
    const again = lockDataDir(folder);
    // Giving back twice takes nothing from who came after.
    unlock();
    expect(() => lockDataDir(folder)).toThrow(DataDirInUse);
    again();
  });

  it('of eight processes that try at once, exactly one gets it: in twenty new folders, and over what killed ones left', async () => {
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

  it('is free when its holder was killed, though the parent never notices', async () => {
    // The shell becomes a program that waits for nobody.
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
    // It is still there: for whoever asks by its id, it lives.
    expect(process.kill(parent.pid, 0)).toBe(true);
  });

  it('a folder whose path is longer than a socket could have', () => {
    const long = join(folder, ...Array.from({ length: 4 }, () => 'x'.repeat(100)));
    mkdirSync(long, { recursive: true });
    const unlock = lockDataDir(long);
    expect(() => lockDataDir(long)).toThrow(DataDirInUse);
    unlock();
  });

  it('beside version 0.1.0: its running process is respected, what it left is not', () => {
    const record = { pid: 1, host: 'elsewhere', startedAt: new Date().toISOString(), id: 'x' };
    writeFileSync(holderFile(), JSON.stringify(record));
    expect(() => lockDataDir(folder)).toThrow('in use by process 1 on elsewhere');
    // It is taken for running until it has not touched its file for 20 s.
    const touchedAt = Date.parse('2026-11-20T12:00:00Z');
    utimesSync(holderFile(), touchedAt / 1_000, touchedAt / 1_000);
    expect(() => lockDataDir(folder, () => touchedAt + 19_999)).toThrow('in use by process 1 on elsewhere');
    expect(readdirSync(folder)).toContain('courtbridge.lock');
    lockDataDir(folder, () => touchedAt + 20_000)();
    // A power failure may leave a file without its content.
    writeFileSync(holderFile(), '');
    const unlock = lockDataDir(folder);
    // What version 0.1.0 reads.
    expect(JSON.parse(readFileSync(holderFile(), 'utf8'))).toEqual({
      pid: process.pid,
      host: hostname(),
      startedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    });
    unlock();
  });
});
