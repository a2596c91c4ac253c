import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request as forward } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { browserPath, launchBrowser, warnWithoutBrowser } from '../harness/browser.ts';
import type { Tenant } from '../harness/factories.ts';
import { freePort } from '../harness/postgresql.ts';
import { run, sdkVersion } from '../harness/sdk-consumer.ts';
import { startTestService, type TestService } from '../harness/test-service.ts';
import { installed, npm, versionOf } from './installed.ts';

let service: TestService;
let tenant: Tenant;
let folder: string;
let front: Awaited<ReturnType<typeof startFront>>;

beforeAll(async () => {
  warnWithoutBrowser();
  service = await startTestService('postgresql');
  tenant = await service.factories.tenant();
  folder = mkdtempSync(join(tmpdir(), 'courtbridge-runtimes-'));
  writeFileSync(join(folder, 'package.json'), '{ "name": "consumer", "private": true }');
  await npm(folder, ['install', inject('tarball')]);
  front = await startFront();
});
afterAll(async () => {
  front.close();
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});

let slot = 0;
/** The `User-Agent`s with which the front was called. */
const userAgents = new Set<string>();

/**
 * The body of a function that makes both calls, and refusals of both kinds. It stands where `createPartnerClient` is
 * in reach, and answers what each runtime must see alike.
 */
function programOf(name: string, more: object = {}): string {
  slot += 1;
  const options = {
    baseUrl: front.address,
    token: tenant.token,
    externalServiceId: tenant.externalServiceId,
    ...more,
  };
  const start = Date.UTC(2027, 2, 1) + slot * 3_600_000;
  return `
    const client = createPartnerClient(${JSON.stringify(options)});
    const user = await client.createUser({
      email: '${name}@example.com', externalUserId: '${name}', firstName: 'Ada', lastName: '${name}', birthday: new Date('1985-12-10'),
    });
    const booking = { courtId: '${tenant.courtIds[0]}', startDate: new Date(${start}), endDate: new Date(${start + 3_600_000}),
      externalUpdatedAt: '2026-11-20T12:00:00.000123Z', participants: [{ userId: user.id }] };
    const stored = await client.upsertCourtBooking('${name}/1 é', booking);
    const stale = await client.safe.upsertCourtBooking('${name}/1 é', { ...booking, externalUpdatedAt: '2026-11-19T12:00:00Z' });
    const refused = await client.safe.upsertCourtBooking('..', booking);
    const nowhere = await createPartnerClient({ ...${JSON.stringify(options)}, baseUrl: 'http://127.0.0.1:9', maxAttempts: 2, initialDelayMs: 1 })
      .safe.createUser({ email: 'a@example.com', externalUserId: 'a', firstName: 'A', lastName: 'B' });
    return JSON.stringify({ birthday: user.birthday, id: stored.externalCourtBookingId, stale: [stale.error.type, stale.error.status],
      refused: [refused.error.type, refused.error instanceof Error], nowhere: [nowhere.error.type, nowhere.error.attempts] });`;
}

const expected = (name: string) => ({
  birthday: '1985-12-10T00:00:00.000Z',
  id: `${name}/1 é`,
  stale: ['stale_write', 409],
  refused: ['invalid_argument', true],
  nowhere: ['network_error', 2],
});

const module = (name: string) =>
  `import { createPartnerClient } from '@courtbridge/sdk';\nconsole.log(await (async () => {${programOf(name)}})());`;
const commonJs = (name: string) =>
  `const { createPartnerClient } = require('@courtbridge/sdk');\n(async () => {${programOf(name)}})().then(console.log);`;

/** Writes a program, runs it, and answers what it printed. */
async function runProgram(
  program: string,
  args: string[],
  name: string,
  extension: 'mjs' | 'cjs',
): Promise<unknown> {
  const file = join(folder, `${name}.${extension}`);
  writeFileSync(file, extension === 'mjs' ? module(name) : commonJs(name));
  const env = { PATH: process.env.PATH ?? '', HOME: folder, NO_COLOR: '1' };
  return JSON.parse(await run(program, [...args, file], folder, env));
}

describe.each([
  ['node20', versionOf('node20'), installed('node20/bin/node'), []],
  ['node22', versionOf('node22'), installed('node22/bin/node'), []],
  ['node24', process.versions.node, process.execPath, []],
  ['bun', versionOf('bun'), installed('.bin/bun'), ['run']],
  // Deno lets it call nobody else: a word sent elsewhere would fail.
  ['deno', versionOf('deno'), installed('.bin/deno'), ['run', '--allow-net=127.0.0.1', '--no-prompt']],
])('%s %s', (name, _version, program, args) => {
  it('both calls, as an ES module, which name the SDK', async () => {
    userAgents.clear();
    expect(await runProgram(program, args, name, 'mjs')).toEqual(expected(name));
    expect([...userAgents]).toEqual([`courtbridge-sdk/${sdkVersion}`]);
  });
  it('both calls, as CommonJS', async () => {
    expect(await runProgram(program, args, `${name}-cjs`, 'cjs')).toEqual(expected(`${name}-cjs`));
  });
});

describe(`workerd ${versionOf('workerd')}`, () => {
  it('both calls, in a worker, which name the SDK', async () => {
    userAgents.clear();
    writeFileSync(
      join(folder, 'worker.mjs'),
      `import { createPartnerClient } from '@courtbridge/sdk';
      export default { async fetch() { return new Response(await (async () => {${programOf('workerd')}})()); } };`,
    );
    const port = await freePort();
    writeFileSync(
      join(folder, 'config.capnp'),
      `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = (
      modules = [
        (name = "worker.mjs", esModule = embed "worker.mjs"),
        (name = "@courtbridge/sdk", esModule = embed "node_modules/@courtbridge/sdk/dist/index.js"),
      ],
      compatibilityDate = "2025-01-01",
    )),
    (name = "internet", network = (allow = ["private", "public"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);`,
    );
    const child = spawn(installed('.bin/workerd'), ['serve', 'config.capnp'], {
      cwd: folder,
      env: { PATH: process.env.PATH ?? '' },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    child.stderr.on('data', (chunk) => (said += chunk));
    const exited = new Promise((resolve) => child.once('close', resolve));
    let answer: unknown;
    for (let attempt = 0; attempt < 100 && answer === undefined; attempt++) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      answer = await fetch(`http://127.0.0.1:${port}`).then(
        (response) => response.text(),
        () => undefined,
      );
    }
    child.kill();
    await exited;
    expect(answer, said).toMatch(/^\{/);
    expect(JSON.parse(answer as string)).toEqual(expected('workerd'));
    expect([...userAgents]).toEqual([`courtbridge-sdk/${sdkVersion}`]);
  });
});

// A token does not belong in a browser: this shows that the code runs on the web's interfaces alone.
describe.skipIf(browserPath === undefined)('Chromium', () => {
  it('both calls, from a page behind the same origin', async () => {
    const browser = await launchBrowser();
    try {
      const page = await browser.newPage();
      await page.goto(front.address);
      const program = `(async () => {
        const { createPartnerClient } = await import('/sdk.js');
        ${programOf('chromium', { dangerouslyAllowBrowser: true })}
      })()`;
      expect(JSON.parse((await page.evaluate(program)) as string)).toEqual(expected('chromium'));
      const careless = `import('/sdk.js').then(({ createPartnerClient }) => {
        try { return createPartnerClient({ baseUrl: location.origin, token: 'x' }) && 'made'; }
        catch (error) { return error.message; }
      })`;
      expect(await page.evaluate(careless)).toMatch(
        /dangerouslyAllowBrowser: A browser would show the token/,
      );
    } finally {
      await browser.close();
    }
  });
});

/** Stands in front of the service, as a proxy of a partner's own; it also has a page and the SDK for a browser. */
async function startFront(): Promise<{ address: string; close(): void }> {
  const sdk = readFileSync(join(folder, 'node_modules/@courtbridge/sdk/dist/index.js'));
  const server = createServer((request, response) => {
    const { method, url = '', headers } = request;
    if (url === '/sdk.js') return response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(sdk);
    if (!url.startsWith('/api/')) {
      return response.writeHead(200, { 'Content-Type': 'text/html' }).end('<title>page</title>');
    }
    userAgents.add(headers['user-agent'] ?? '');
    return request.pipe(
      forward(new URL(url, service.address), { method, headers }, (answer) => {
        response.writeHead(answer.statusCode!, answer.headers);
        answer.pipe(response);
      }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
