import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { variables } from '../../src/env.ts';
import { faultsOf } from '../harness/openapi-validator.ts';
import { paste } from '../harness/paste.ts';
import { freePort } from '../harness/postgresql.ts';
import { type ServiceProcess, startProcess } from '../harness/process.ts';
import { cloneTemplate, copyOfDataDir } from '../harness/test-database.ts';

describe('npm start', () => {
  const folders: string[] = [];
  const processes: ServiceProcess[] = [];
  afterEach(async () => {
    for (const { child, exited } of processes.splice(0)) {
      child.kill('SIGKILL');
      await exited;
    }
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
  });
  const dataDir = () => {
    const folder = mkdtempSync(join(tmpdir(), 'courtbridge-data-'));
    folders.push(folder);
    return folder;
  };
  const start = (env: Record<string, string>, args: string[] = []) => {
    const process = startProcess(env, args);
    processes.push(process);
    return process;
  };
  const fails = async (env: Record<string, string>) => {
    const process = start(env);
    expect(await process.exited).toBe(1);
    return process.stderr();
  };
  /** Runs the curl lines that were printed. */
  const pasteAll = async (printed: string) => {
    const answers = [];
    for (const line of printed.split('\n').filter((text) => text.startsWith('curl '))) {
      const answer = await paste(line);
      expect(faultsOf(line.includes('/users') ? 'createUser' : 'upsertCourtBooking', answer)).toEqual([]);
      answers.push(answer);
    }
    return answers;
  };

  it('on an empty embedded database: addresses, and a curl line for each operation that works when pasted', async () => {
    const folder = dataDir();
    const first = start({ DATA_DIR: folder });
    const address = await first.ready;
    await expect.poll(() => first.stdout()).toContain('each start prints a new one');
    expect((await pasteAll(first.stdout())).map(({ status }) => status)).toEqual([201, 201]);
    expect((await pasteAll(first.stdout())).map(({ status }) => status)).toEqual([200, 200]);
    for (const path of ['/', '/docs', '/api/v1/openapi.json', '/healthz', '/readyz']) {
      expect((await fetch(address + path)).status).toBe(200);
    }
    first.child.kill('SIGTERM');
    expect(await first.exited).toBe(0);

    const again = start({ DATA_DIR: folder });
    await again.ready;
    await expect.poll(() => again.stdout()).toContain('each start prints a new one');
    expect((await pasteAll(again.stdout())).map(({ status }) => status)).toEqual([200, 200]);
  });

  it('after kill -9 the data is there, and the folder is taken over', async () => {
    const folder = await copyOfDataDir();
    const first = start({ DATA_DIR: folder });
    await first.ready;
    await expect.poll(() => first.stdout()).toContain('each start prints a new one');
    await pasteAll(first.stdout());
    first.child.kill('SIGKILL');
    await first.exited;
    const again = start({ DATA_DIR: folder });
    await again.ready;
    await expect.poll(() => again.stdout()).toContain('each start prints a new one');
    expect((await pasteAll(again.stdout())).map(({ status }) => status)).toEqual([200, 200]);
  });

  it('on PostgreSQL: no demo data unless asked for, the same answers', async () => {
    const { url, drop } = await cloneTemplate();
    try {
      const plain = start({ DATABASE_URL: url });
      await plain.ready;
      expect(plain.stdout()).not.toContain('curl');
      plain.child.kill('SIGTERM');
      expect(await plain.exited).toBe(0);

      const demo = start({ DATABASE_URL: url, DEMO_DATA: '1' });
      await demo.ready;
      await expect.poll(() => demo.stdout()).toContain('each start prints a new one');
      expect((await pasteAll(demo.stdout())).map(({ status }) => status)).toEqual([201, 201]);
      demo.child.kill('SIGTERM');
      await demo.exited;
    } finally {
      await drop();
    }
  });

  it('a bad configuration names every wrong variable, and no secret', async () => {
    const said = await fails({
      PORT: '70000',
      DATABASE_URL: 'mysql://user:hunter2@host/db',
      DEMO_DATA: 'yes',
      RATE_LIMIT_BURST: '-1',
      OPERATOR_TOKEN: 'sesame',
      LOG_LEVEL: 'loud',
    });
    expect(
      said
        .trim()
        .split('\n')
        .map((line) => line.split(' ')[0])
        .sort(),
    ).toEqual(['DATABASE_URL', 'DEMO_DATA', 'LOG_LEVEL', 'OPERATOR_TOKEN', 'PORT', 'RATE_LIMIT_BURST']);
    expect(said).not.toContain('hunter2');
    expect(said).not.toContain('sesame');
  });

  it('a folder in use: one line that names the holder', async () => {
    const folder = await copyOfDataDir();
    const holder = start({ DATA_DIR: folder });
    await holder.ready;
    const said = await fails({ DATA_DIR: folder });
    expect(said.trim().split('\n')).toHaveLength(1);
    expect(said).toContain(`in use by process ${holder.child.pid}`);
  });

  it('a port taken: one line', async () => {
    const port = await freePort();
    const server = createServer().listen(port, '127.0.0.1');
    const said = await fails({ DATA_DIR: await copyOfDataDir(), PORT: String(port) });
    server.close();
    expect(said.trim()).toBe(
      `Port taken: something else listens on 127.0.0.1:${port}. Choose another with PORT.`,
    );
  });

  it('a database that is away, or not there: one line, without the password', async () => {
    const port = await freePort();
    const away = await fails({ DATABASE_URL: `postgres://user:hunter2@127.0.0.1:${port}/db` });
    expect(away.trim()).toBe(
      `PostgreSQL at 127.0.0.1:${port}/db is away (ECONNREFUSED). Start it, or correct DATABASE_URL.`,
    );
    const { url, drop } = await cloneTemplate();
    await drop();
    const missing = await fails({ DATABASE_URL: url });
    expect(missing.trim()).toMatch(
      /^PostgreSQL at \S+ has no such database\. Create it, or correct DATABASE_URL\.$/,
    );
  });

  it('a host that is not of this machine, an unknown argument: one line', async () => {
    expect(
      (await fails({ DATA_DIR: await copyOfDataDir(), HOST: '192.0.2.1' })).trim().split('\n'),
    ).toHaveLength(1);
    const process = start({}, ['--verbose']);
    expect(await process.exited).toBe(1);
    expect(process.stderr().trim()).toBe(
      'Unknown argument: --verbose. Configuration is by environment; see --help.',
    );
  });

  it('--help and .env.example list every variable', async () => {
    const help = start({}, ['--help']);
    expect(await help.exited).toBe(0);
    const example = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8');
    for (const name of Object.keys(variables)) {
      expect(help.stdout()).toContain(`\n  ${name}\n`);
      expect(example).toMatch(new RegExp(`^(# )?${name}=`, 'm'));
    }
  });
});
