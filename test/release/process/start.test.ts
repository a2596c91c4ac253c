import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../src/db/connection/open-database.ts';
import { prepareDataDir } from '../../../src/db/connection/prepare-data-dir.ts';
import { migrate } from '../../../src/db/migrate.ts';
import { readEnv, variables } from '../../../src/env.ts';
import { createHttpServer } from '../../../src/http/http-server.ts';
import { documentedOperations } from '../../../src/rest/operations.ts';
import { newToken } from '../../../src/services/values/secret-formats.ts';
import { explainStartFailure } from '../../../src/telemetry/console/start-failure.ts';
import { faultsOf } from '../../harness/assertions/openapi-validator.ts';
import { paste } from '../../harness/clients/paste.ts';
import { firstAnswers, printedCalls } from '../../harness/clients/printed-calls.ts';
import { scratchFolder } from '../../harness/data/made-once.ts';
import { freePort } from '../../harness/servers/postgresql.ts';
import { runScript } from '../../harness/servers/process.ts';
import { cloneTemplate, copyOfDataDir } from '../../harness/servers/test-database.ts';
import { forTest, processForTest } from '../../harness/servers/use-test-service.ts';

const entry = fileURLToPath(new URL('../../../src/bin/start.cjs', import.meta.url));

describe('npm start', () => {
  const fails = async (env: Record<string, string>) => {
    const process = processForTest(env);
    expect(await process.exited).toBe(1);
    return process.stderr();
  };
  /** What the start prints. Opens the database, and listens on a port, as the start does, but in this process. */
  const explain = async (env: Record<string, string>, port?: 'PORT' | 'METRICS_PORT') => {
    try {
      const read = readEnv(env);
      const database = await openDatabase(read, () => {});
      await migrate(database).finally(() => database.close());
      const handler = {
        fetch: async () => new Response(),
        shed: () => undefined,
        methodsAt: () => undefined,
      };
      const server = createHttpServer(handler, { graceMillis: 0, trustedProxies: 0 });
      if (port) await server.listen(read[port]!, read.HOST);
      return 'It starts.';
    } catch (error) {
      return explainStartFailure(error, env);
    }
  };
  const bearer = (token: string) => ({
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: '{"query":"{ me { role } }"}',
  });
  const signedIn = async (address: string, token: string) =>
    (await fetch(`${address}/graphql`, bearer(token))).json();
  /** Runs the printed curl lines that call a documented operation. */
  const pasteAll = async (printed: string) => {
    const calls = printedCalls(printed);
    expect(calls).toHaveLength(4);
    const answers = [];
    for (const { line, operationId } of calls) {
      if (operationId === undefined) continue;
      const answer = await paste(line);
      expect(faultsOf(operationId, answer)).toEqual([]);
      answers.push({ operationId, ...answer });
    }
    return answers;
  };
  const operationIds = documentedOperations().map(({ operationId }) => operationId as string);
  const first = Object.entries(firstAnswers).filter(([operationId]) => operationIds.includes(operationId));
  const statuses = async (printed: string) =>
    (await pasteAll(printed)).map(({ operationId, status }) => [operationId, status]);
  const again = first.map(([operationId]) => [operationId, 200]);

  const disk = mkdtempSync(join(tmpdir(), 'courtbridge-disk-'));
  const canMount = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=200k', 'tmpfs', disk]).status === 0;
  afterAll(() => {
    if (canMount) spawnSync('umount', [disk]);
    rmSync(disk, { recursive: true });
  });
  it.skipIf(!canMount)(
    'reports a full disk in one line (only where a small disk can be mounted: root on Linux)',
    async () => {
      const said = `No space left on the disk of the data folder ${disk}. Make room (an empty database takes 40 MB), or choose another folder with DATA_DIR.\n`;
      expect(await fails({ DATA_DIR: disk })).toBe(said);
      // The file system is full from the start.
      writeFileSync(join(disk, 'courtbridge.lock.old'), '');
      spawnSync('dd', ['if=/dev/zero', `of=${join(disk, 'courtbridge.lock.old')}`]);
      expect(await fails({ DATA_DIR: disk })).toBe(said);
      rmSync(join(disk, 'courtbridge.lock.old'));
    },
  );

  it('on an empty embedded database, prints calls that work, also after kill -9 and a restart', async () => {
    // The disk was full before. Leftovers of that start must not prevent this one.
    if (canMount) spawnSync('mount', ['-o', 'remount,size=200m', disk]);
    const folder = canMount ? disk : scratchFolder();
    const service = processForTest({ DATA_DIR: folder });
    const address = await service.ready;
    await expect.poll(() => service.stdout()).toContain('each start prints a new one');
    expect(await statuses(service.stdout())).toEqual(first);
    expect(await statuses(service.stdout())).toEqual(again);
    for (const path of ['/', '/docs', '/api/v1/openapi.json', '/healthz', '/readyz']) {
      expect((await fetch(address + path)).status).toBe(200);
    }
    const said = await fails({ DATA_DIR: folder });
    expect(said.trim().split('\n')).toHaveLength(1);
    expect(said).toContain(`in use by process ${service.child.pid}`);
    service.child.kill('SIGKILL');
    await service.exited;

    const next = processForTest({ DATA_DIR: folder });
    await next.ready;
    await expect.poll(() => next.stdout()).toContain('each start prints a new one');
    expect(await statuses(next.stdout())).toEqual(again);
    next.child.kill('SIGTERM');
    expect(await next.exited).toBe(0);
  });

  it('on PostgreSQL, OPERATOR_TOKEN belongs to an administrator, and demo data is optional', async () => {
    const { url } = await forTest(cloneTemplate());
    const OPERATOR_TOKEN = `configured-${randomUUID()}`;
    const plain = processForTest({ DATABASE_URL: url, OPERATOR_TOKEN });
    expect(await signedIn(await plain.ready, OPERATOR_TOKEN)).toEqual({ data: { me: { role: 'ADMIN' } } });
    expect(plain.stdout()).not.toContain('curl');
    plain.child.kill('SIGTERM');
    expect(await plain.exited).toBe(0);

    const demo = processForTest({ DATABASE_URL: url, DEMO_DATA: '1' });
    await demo.ready;
    await expect.poll(() => demo.stdout()).toContain('each start prints a new one');
    expect(await statuses(demo.stdout())).toEqual(first);
    demo.child.kill('SIGTERM');
    await demo.exited;
  });

  it('does not start in production without DATABASE_URL, except with "embedded"', async () => {
    const NODE_ENV = 'production';
    const said =
      'DATABASE_URL must be set in production: to the address of PostgreSQL, or to "embedded" for the embedded database.';
    expect(await explain({ NODE_ENV, DATABASE_URL: '' })).toBe(said);
    expect(await fails({ NODE_ENV, DATA_DIR: scratchFolder() })).toBe(`${said}\n`);
    expect(await runScript('db-migrate', { NODE_ENV, DATA_DIR: scratchFolder() })).toMatchObject({ code: 1 });
    const DATA_DIR = await copyOfDataDir();
    const service = processForTest({ NODE_ENV, DATA_DIR, DATABASE_URL: 'embedded' });
    expect((await fetch(`${await service.ready}/readyz`)).status).toBe(200);
  });

  it('loads GraphQL only for an authenticated operator, because loading takes long', async () => {
    const { url } = await forTest(cloneTemplate());
    const told = `import { registerHooks } from 'node:module';
      registerHooks({ load: (file, context, next) => {
        if (file.endsWith('/src/graphql/schema/schema.ts')) process.stderr.write('GraphQL is loaded');
        return next(file, context);
      } });`;
    const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(told)}`;
    const OPERATOR_TOKEN = `configured-${randomUUID()}`;
    const process = processForTest({ DATABASE_URL: url, OPERATOR_TOKEN, NODE_OPTIONS });
    const address = await process.ready;
    const secrets = ['x', newToken('operator'), newToken('partner')];
    const page = { headers: { Accept: 'text/html' }, redirect: 'manual' } as const;
    const answers = [
      ...(await Promise.all(secrets.map((secret) => fetch(`${address}/graphql`, bearer(secret))))),
      await fetch(`${address}/graphql`, page),
      await fetch(`${address}/graphql/introspection`),
      await fetch(`${address}/operators/export/courtBookings.csv`),
    ];
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 303, 401, 401]);
    expect(process.stderr()).toBe('');
    expect(await signedIn(address, OPERATOR_TOKEN)).toEqual({ data: { me: { role: 'ADMIN' } } });
    await expect.poll(process.stderr).toBe('GraphQL is loaded');
  });

  it('reads .env in its working directory, and the environment takes precedence', async () => {
    const { url } = await forTest(cloneTemplate());
    const folder = scratchFolder();
    const OPERATOR_TOKEN = `configured-${randomUUID()}`;
    const lines = [
      '# A comment, and an empty line.',
      '',
      `DATABASE_URL=${url}`,
      `OPERATOR_TOKEN="${OPERATOR_TOKEN}"`,
      // Overridden by the environment. The service would not start with this value.
      'PORT=70000',
    ];
    writeFileSync(join(folder, '.env'), lines.join('\n'));
    const process = processForTest({}, [], undefined, folder);
    expect(await signedIn(await process.ready, OPERATOR_TOKEN)).toEqual({ data: { me: { role: 'ADMIN' } } });
  });

  it('reports every wrong variable, and no secret', async () => {
    const said = await explain({
      PORT: '70000',
      DATABASE_URL: 'mysql://user:hunter2@host/db',
      DEMO_DATA: 'yes',
      RATE_LIMIT_BURST: '-1',
      OPERATOR_TOKEN: 'sesame',
      LOG_LEVEL: 'loud',
    });
    expect(
      said
        .split('\n')
        .map((line) => line.split(' ')[0])
        .sort(),
    ).toEqual(['DATABASE_URL', 'DEMO_DATA', 'LOG_LEVEL', 'OPERATOR_TOKEN', 'PORT', 'RATE_LIMIT_BURST']);
    expect(said).not.toContain('hunter2');
    expect(said).not.toContain('sesame');
  });

  it('reports in one line that DATA_DIR is a file or inside one', async () => {
    const file = join(scratchFolder(), 'file');
    writeFileSync(file, '');
    expect(await explain({ DATA_DIR: file })).toBe(
      `The data folder ${file} is a file. Choose another folder with DATA_DIR.`,
    );
    const within = join(file, 'data');
    expect(await explain({ DATA_DIR: within })).toBe(
      `The data folder ${within} would lie in a file. Choose another folder with DATA_DIR.`,
    );
  });

  // Root can write everywhere, unless it drops this capability.
  const isRoot = process.getuid?.() === 0;
  const asUnprivileged = isRoot
    ? ['setpriv', '--bounding-set=-dac_override', '--inh-caps=-dac_override']
    : [];
  const canBeUnprivileged =
    !isRoot || spawnSync(asUnprivileged[0]!, [...asUnprivileged.slice(1), 'true']).status === 0;
  it.skipIf(!canBeUnprivileged)(
    'reports missing permission for DATA_DIR in one line (as root only where setpriv can drop it)',
    async () => {
      const parent = scratchFolder();
      chmodSync(parent, 0o500);
      const folder = join(parent, 'data');
      const [command, ...args] = [...asUnprivileged, process.execPath, entry, 'main'];
      const { PATH, NODE_COMPILE_CACHE } = process.env;
      const env = { PATH, NODE_COMPILE_CACHE, PORT: '0', DATA_DIR: folder };
      const { status, stderr } = spawnSync(command!, args, { env, encoding: 'utf8' });
      expect(stderr).toBe(
        `No permission to read and write the data folder ${folder}. Choose another folder with DATA_DIR.\n`,
      );
      expect(status).toBe(1);
    },
  );

  it('reports a full disk of the embedded database or PostgreSQL in one line, without the password', () => {
    const full = Object.assign(new Error('could not extend file "base/5/2620_fsm"'), { code: '53100' });
    expect(explainStartFailure(full, {})).toContain('the disk of the data folder .data.');
    expect(explainStartFailure(full, { DATABASE_URL: 'postgres://user:hunter2@db.example/db' })).toBe(
      'PostgreSQL at db.example:5432/db has no space left on its disk. Make room there.',
    );
  });

  it('loads the modules that an earlier start compiled', () => {
    const run = (debug: string) => {
      const env = { PATH: process.env.PATH, NODE_DEBUG_NATIVE: debug };
      return String(spawnSync(process.execPath, [entry, 'compile'], { env, maxBuffer: 1e8 }).stderr);
    };
    expect(run('')).toBe('');
    expect(run('COMPILE_CACHE')).toMatch(/src\/graphql\/server\.ts was accepted/);
  });

  it('gives the data folder to its owner only, unless the folder contains other files', async () => {
    const mode = (folder: string) => (statSync(folder).mode & 0o777).toString(8);
    const made = join(scratchFolder(), 'made');
    await prepareDataDir(made);
    expect([mode(made), mode(join(made, 'postgresql'))]).toEqual(['700', '700']);
    for (const folder of [made, join(made, 'postgresql')]) chmodSync(folder, 0o755);
    await prepareDataDir(made);
    expect([mode(made), mode(join(made, 'postgresql'))]).toEqual(['700', '700']);

    const shared = scratchFolder();
    mkdirSync(join(shared, 'photos'));
    chmodSync(shared, 0o755);
    await prepareDataDir(shared);
    expect([mode(shared), mode(join(shared, 'postgresql'))]).toEqual(['755', '700']);
  });

  it('reports in one line that a port is taken', async () => {
    const port = await freePort();
    const server = createServer().listen(port, '127.0.0.1');
    const { url } = await forTest(cloneTemplate());
    const said = `Port taken: something else listens on 127.0.0.1:${port}. Choose another with`;
    expect(await fails({ DATABASE_URL: url, PORT: String(port) })).toBe(`${said} PORT.\n`);
    expect(await explain({ DATABASE_URL: url, METRICS_PORT: String(port) }, 'METRICS_PORT')).toBe(
      `${said} METRICS_PORT.`,
    );
    server.close();
  });

  it('serves /metrics without a token, only on METRICS_PORT', async () => {
    const { url } = await forTest(cloneTemplate());
    const running = processForTest({ DATABASE_URL: url, METRICS_PORT: '0' });
    const address = await running.ready;
    await expect.poll(() => running.stdout()).toContain('Metrics');
    const [, apart] = /Metrics\s+(\S+)\/metrics\n/.exec(running.stdout())!;
    expect(apart).not.toBe(address);
    const status = async (at: string | undefined) => (await fetch(`${at}/metrics`)).status;
    expect([await status(apart), await status(address)]).toEqual([200, 404]);
    running.child.kill('SIGTERM');
    expect(await running.exited).toBe(0);
  });

  it('reports an unavailable or missing database in one line, without the password', async () => {
    const port = await freePort();
    expect(await explain({ DATABASE_URL: `postgres://user:hunter2@127.0.0.1:${port}/db` })).toBe(
      `PostgreSQL at 127.0.0.1:${port}/db is away (ECONNREFUSED). Start it, or correct DATABASE_URL.`,
    );
    const { url, drop } = await cloneTemplate();
    await drop();
    expect(await explain({ DATABASE_URL: url })).toMatch(
      /^PostgreSQL at \S+ has no such database\. Create it, or correct DATABASE_URL\.$/,
    );
  });

  it('reports an unknown database host or a stray % in its address, without the password', async () => {
    expect(await explain({ DATABASE_URL: 'postgres://user:hunter2@db.invalid/db' })).toMatch(
      /^PostgreSQL at db\.invalid:5432\/db cannot be found: its host has no address \(E\w+\)\. Correct DATABASE_URL\.$/,
    );
    const malformed = [
      'user:hunter2%zz@db.invalid/db',
      'user:hunter2%ff@db.invalid/db',
      '%:x@db.invalid/db',
      'user:x@db.invalid/%',
    ];
    for (const rest of malformed) {
      expect(() => readEnv({ DATABASE_URL: `postgres://${rest}` })).toThrow(
        /^DATABASE_URL has a % that begins no escape: write the sign itself as %25\.$/,
      );
    }
    expect(readEnv({ DATABASE_URL: 'postgres://user:100%25@db.invalid/db' }).DATABASE_URL).toContain('%25');
  });

  it('reports a HOST of another machine and an unknown argument in one line', async () => {
    const { url } = await forTest(cloneTemplate());
    expect(await explain({ DATABASE_URL: url, HOST: '192.0.2.1', PORT: '1' }, 'PORT')).toBe(
      'Cannot listen on 192.0.2.1:1: this machine has no such address. Correct HOST.',
    );
    const process = processForTest({}, ['--verbose']);
    expect(await process.exited).toBe(1);
    expect(process.stderr().trim()).toBe(
      'Unknown argument: --verbose. Configuration is by environment; see --help.',
    );
  });

  const tooOld = (command: string, version: string) =>
    `Courtbridge needs Node 24.12 or later, and ${command} is Node ${version}. ` +
    'Install a later one, or run npm ci without --omit=dev, which brings one.\n';

  it('reports in one line that Node is too old', () => {
    for (const version of ['12.22.12', '24.11.9']) {
      const pretend = join(scratchFolder(), 'pretend.cjs');
      writeFileSync(
        pretend,
        `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } });`,
      );
      const { status, stderr } = spawnSync(process.execPath, ['-r', pretend, entry, 'main'], {
        encoding: 'utf8',
      });
      expect({ status, stderr }).toEqual({ status: 1, stderr: tooOld(process.execPath, version) });
    }
  });

  const oldNode = (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) =>
      spawnSync(join(folder, 'node'), ['-p', 'process.execPath + " " + process.versions.node']),
    )
    .map(({ stdout }) =>
      String(stdout ?? '')
        .trim()
        .split(' '),
    )
    .find(([, version]) => version && Number.parseInt(version, 10) < 24);
  it.skipIf(!oldNode)(
    'reports in one line that a Node on the PATH is too old (only where there is one)',
    () => {
      const [command, version] = oldNode!;
      const { status, stderr } = spawnSync(command!, [entry, 'main'], { encoding: 'utf8' });
      expect({ status, stderr }).toEqual({ status: 1, stderr: tooOld(command!, version!) });
    },
  );

  it('--help and .env.example list every variable', async () => {
    const help = processForTest({}, ['--help']);
    expect(await help.exited).toBe(0);
    const example = readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8');
    for (const name of Object.keys(variables)) {
      expect(help.stdout()).toContain(`\n  ${name}\n`);
      expect(example).toMatch(new RegExp(`^(# )?${name}=`, 'm'));
    }
  });
});
