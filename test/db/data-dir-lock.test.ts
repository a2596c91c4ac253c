import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DataDirInUse, lockDataDir } from '../../src/db/data-dir-lock.ts';

describe('the lock of the data folder', () => {
  let folder: string;
  const file = () => join(folder, 'courtbridge.lock');
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'courtbridge-lock-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** Another process that takes the lock, says so, and stays. */
  const holder = async () => {
    const code = `
      import { lockDataDir } from ${JSON.stringify(new URL('../../src/db/data-dir-lock.ts', import.meta.url).href)};
      lockDataDir(process.argv[1]).then(() => process.stdout.write('held'), (error) => process.stdout.write('refused ' + error.message));
      setTimeout(() => {}, 60_000);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', code, folder]);
    const said = await new Promise<string>((resolve, reject) => {
      child.stdout.once('data', (data) => resolve(String(data)));
      child.stderr.once('data', (data) => reject(new Error(String(data))));
    });
    const kill = () =>
      new Promise((resolve) => {
        child.once('exit', resolve);
        child.kill('SIGKILL');
      });
    return { pid: child.pid!, said, kill };
  };

  it('names the process that holds it', async () => {
    const other = await holder();
    expect(other.said).toBe('held');
    const error = await lockDataDir(folder).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(DataDirInUse);
    expect(error.holder.pid).toBe(other.pid);
    expect(error.message).toContain(`process ${other.pid}`);
    expect(error.message).toContain('DATA_DIR');
    await other.kill();
  });

  it('is taken over from a process that was killed; of many that try at once, one gets it', async () => {
    const dead = await holder();
    await dead.kill();
    const others = await Promise.all(Array.from({ length: 6 }, () => holder()));
    expect(others.filter(({ said }) => said === 'held')).toHaveLength(1);
    await Promise.all(others.map(({ kill }) => kill()));
  });

  it('is given back; nothing is left behind', async () => {
    const unlock = await lockDataDir(folder);
    expect(JSON.parse(readFileSync(file(), 'utf8')).pid).toBe(process.pid);
    await unlock();
    expect(readdirSync(folder)).toEqual([]);
    await (await lockDataDir(folder))();
  });

  it('a pid that has been given to another process since is no holder', async () => {
    const other = await holder();
    const record = JSON.parse(readFileSync(file(), 'utf8'));
    writeFileSync(file(), JSON.stringify({ ...record, startedAt: '2020-01-01T00:00:00.000Z' }));
    await (await lockDataDir(folder))();
    await other.kill();
  });

  it('a holder on another host counts while its heartbeat is fresh', async () => {
    const record = { pid: 1, host: 'elsewhere', startedAt: new Date().toISOString(), id: 'x' };
    writeFileSync(file(), JSON.stringify(record));
    await expect(lockDataDir(folder)).rejects.toThrow('on elsewhere');
    const past = new Date(Date.now() - 60_000);
    utimesSync(file(), past, past);
    await (await lockDataDir(folder))();
  });
});
