import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newSecret, shownSecret } from '../../../src/services/webhook-deliveries/signature.ts';
import { toSignedRequest } from '../../../src/services/webhook-deliveries/signed-request.ts';
import { browserPath, launchBrowser, warnWithoutBrowser } from '../../harness/clients/browser.ts';
import { run, sdkVersion } from '../../harness/clients/sdk-consumer.ts';
import type { Tenant } from '../../harness/data/factories.ts';
import { isWhole } from '../../harness/data/runs.ts';
import { freePort } from '../../harness/servers/postgresql.ts';
import { startTestService, type TestService } from '../../harness/servers/test-service.ts';
import { startFront } from './front.ts';
import { installed, installSdk, versionOf } from './installed.ts';
import { versionsOf } from './matrix.ts';

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
  await installSdk(folder);
  const scripts: Record<string, string> = {
    '/sdk.js': 'index.js',
    '/observe.js': 'observe.js',
    '/webhooks.js': 'webhooks.js',
    '/openapi-fetch.js': '../../../openapi-fetch/dist/index.mjs',
  };
  const dist = join(folder, 'node_modules/@courtbridge/sdk/dist');
  front = await startFront(
    service.address,
    (path) => (scripts[path] ? readFileSync(join(dist, scripts[path])) : undefined),
    (headers) => userAgents.add(headers['user-agent'] ?? ''),
  );
});
afterAll(async () => {
  front.close();
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});

let slot = 0;
const userAgents = new Set<string>();

/**
 * The body of a function that makes both calls, and calls that fail in the service and in the SDK. `createPartnerClient` must be in scope.
 * It returns what must be equal on every runtime.
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
    const levels = new Set();
    const at = (level) => () => levels.add(level);
    const logger = { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
    const client = createPartnerClient({ ...${JSON.stringify(options)}, logger });
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
      refused: [refused.error.type, refused.error instanceof Error], nowhere: [nowhere.error.type, nowhere.error.attempts], levels: [...levels] });`;
}

const expected = (name: string) => ({
  birthday: '1985-12-10T00:00:00.000Z',
  id: `${name}/1 é`,
  stale: ['stale_write', 409],
  refused: ['invalid_argument', true],
  nowhere: ['network_error', 2],
  // The SDK loads its logging code from a separate file.
  levels: ['debug', 'info'],
});

/**
 * The body of a function that passes a valid and an altered webhook of each signature kind to the handler. `createWebhookHandler` must be
 * in scope.
 */
function webhookProgramOf(): string {
  const id = '01990b2e-7f6c-7c1e-8a53-0f2a00000411';
  const at = Date.UTC(2026, 10, 20, 12);
  const data = { externalCourtBookingId: 'Zoë' };
  const body = { type: 'court_booking.cancelled', timestamp: '2026-11-20T12:00:00.000Z', sequence: 7, data };
  const webhooks = (['HMAC_SHA256', 'ED25519'] as const).map((kind) => {
    const secret = newSecret(kind);
    const sent = toSignedRequest([{ kind, secret }], { id, body, now: at, timeoutMillis: 1 });
    return { secret: shownSecret(kind, secret), headers: sent.headers, body: sent.body };
  });
  return `
    const webhooks = ${JSON.stringify(webhooks)};
    const events = [];
    const { fetchHandler } = createWebhookHandler({
      secrets: webhooks.map(({ secret }) => secret), now: () => ${at}, onEvent: (event) => events.push(event.data.externalCourtBookingId),
    });
    const statuses = [];
    for (const { headers, body } of webhooks)
      for (const each of [body, body.replace('Zo', 'zo')])
        statuses.push((await fetchHandler(new Request('http://localhost/', { method: 'POST', headers, body: each }))).status);
    return JSON.stringify({ events, statuses });`;
}
const expectedOfWebhooks = { events: ['Zoë', 'Zoë'], statuses: [204, 400, 204, 400] };

const module = (name: string) =>
  `import { createPartnerClient } from '@courtbridge/sdk';\nconsole.log(await (async () => {${programOf(name)}})());`;
const commonJs = (name: string) =>
  `const { createPartnerClient } = require('@courtbridge/sdk');\n(async () => {${programOf(name)}})().then(console.log);`;

const webhookModule = () =>
  `import { createWebhookHandler } from '@courtbridge/sdk/webhooks';\nconsole.log(await (async () => {${webhookProgramOf()}})());`;
const webhookCommonJs = () =>
  `const { createWebhookHandler } = require('@courtbridge/sdk/webhooks');\n(async () => {${webhookProgramOf()}})().then(console.log);`;

async function runProgram(
  program: string,
  args: string[],
  name: string,
  extension: 'mjs' | 'cjs',
  text = extension === 'mjs' ? module(name) : commonJs(name),
): Promise<unknown> {
  const file = join(folder, `${name}.${extension}`);
  writeFileSync(file, text);
  const env = { PATH: process.env.PATH ?? '', HOME: folder, NO_COLOR: '1' };
  return JSON.parse(await run(program, [...args, file], folder, env));
}

type Runtime = [name: string, version: string | undefined, program: string, args: string[]];
const node: Runtime[] = [
  ['node20', versionOf('node20'), installed('node20/bin/node'), []],
  ['node22', versionOf('node22'), installed('node22/bin/node'), []],
  ['node24', process.versions.node, process.execPath, []],
];
const others: Runtime[] = [
  ['bun', versionOf('bun'), installed('.bin/bun'), ['run']],
  // Deno allows connections only to this address, so that a request elsewhere fails.
  ['deno', versionOf('deno'), installed('.bin/deno'), ['run', '--allow-net=127.0.0.1', '--no-prompt']],
];

describe.each([...versionsOf(node), ...(isWhole ? others : [])])('%s %s', (name, _version, program, args) => {
  it('makes both calls as an ES module, with the SDK in User-Agent', async () => {
    userAgents.clear();
    expect(await runProgram(program, args, name, 'mjs')).toEqual(expected(name));
    expect([...userAgents]).toEqual([`courtbridge-sdk/${sdkVersion}`]);
  });
  it('makes both calls as CommonJS', async () => {
    expect(await runProgram(program, args, `${name}-cjs`, 'cjs')).toEqual(expected(`${name}-cjs`));
  });
  it('verifies webhooks of both signature kinds, as an ES module and as CommonJS', async () => {
    const [asModule, asCommonJs] = [webhookModule(), webhookCommonJs()];
    expect(await runProgram(program, args, `${name}-webhooks`, 'mjs', asModule)).toEqual(expectedOfWebhooks);
    expect(await runProgram(program, args, `${name}-webhooks`, 'cjs', asCommonJs)).toEqual(
      expectedOfWebhooks,
    );
  });
});

describe.runIf(isWhole)(`workerd ${versionOf('workerd')}`, () => {
  it('makes both calls and verifies webhooks of both signature kinds in a worker', async () => {
    userAgents.clear();
    writeFileSync(
      join(folder, 'worker.mjs'),
      `import { createPartnerClient } from '@courtbridge/sdk';
      import { createWebhookHandler } from '@courtbridge/sdk/webhooks';
      export default { async fetch() {
        const calls = await (async () => {${programOf('workerd')}})();
        const webhooks = await (async () => {${webhookProgramOf()}})();
        return new Response('[' + calls + ',' + webhooks + ']');
      } };`,
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
        (name = "@courtbridge/observe.js", esModule = embed "node_modules/@courtbridge/sdk/dist/observe.js"),
        (name = "@courtbridge/openapi-fetch", esModule = embed "node_modules/openapi-fetch/dist/index.mjs"),
        (name = "@courtbridge/sdk/webhooks", esModule = embed "node_modules/@courtbridge/sdk/dist/webhooks.js"),
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
    expect(answer, said).toMatch(/^\[/);
    expect(JSON.parse(answer as string)).toEqual([expected('workerd'), expectedOfWebhooks]);
    expect([...userAgents]).toEqual([`courtbridge-sdk/${sdkVersion}`]);
  });
});

// A token does not belong in a browser. This test shows that the code needs only web APIs.
describe.skipIf(browserPath === undefined)('Chromium', () => {
  it('makes both calls and verifies webhooks of both signature kinds from a page of the same origin', async () => {
    const browser = await launchBrowser();
    try {
      const page = await browser.newPage();
      await page.goto(front.address);
      const imports = { 'openapi-fetch': '/openapi-fetch.js' };
      await page.addScriptTag({ type: 'importmap', content: JSON.stringify({ imports }) });
      const program = `(async () => {
        const { createPartnerClient } = await import('/sdk.js');
        ${programOf('chromium', { dangerouslyAllowBrowser: true })}
      })()`;
      expect(JSON.parse((await page.evaluate(program)) as string)).toEqual(expected('chromium'));
      const webhooks = `(async () => {
        const { createWebhookHandler } = await import('/webhooks.js');
        ${webhookProgramOf()}
      })()`;
      expect(JSON.parse((await page.evaluate(webhooks)) as string)).toEqual(expectedOfWebhooks);
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
