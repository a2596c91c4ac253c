import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileConsumer, run } from '../../harness/clients/sdk-consumer.ts';
import { namedBlock } from '../../harness/guides/guide-blocks.ts';
import { startForwardProxy } from '../../harness/servers/forward-proxy.ts';
import { startTestService, type TestService } from '../../harness/servers/test-service.ts';
import { installed, installSdk } from './installed.ts';

const undici = ['undici-6', 'undici-7', 'undici-8'];
const nodeFetch = ['node-fetch-2', 'node-fetch-3'];
/** How each client's `fetch` is imported. */
const importOf = (name: string) =>
  name.startsWith('undici') ? `import { fetch } from '${name}';` : `import fetch from '${name}';`;

let folder: string;
let service: TestService;
let gateway: Server;
let env: Record<string, string>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'courtbridge-foreign-'));
  writeFileSync(join(folder, 'package.json'), '{ "name": "consumer", "private": true, "type": "module" }');
  await installSdk(folder);
  for (const name of [...undici, ...nodeFetch, '@types/node-fetch-2']) {
    mkdirSync(dirname(join(folder, 'node_modules', name)), { recursive: true });
    symlinkSync(installed(name), join(folder, 'node_modules', name));
  }
  mkdirSync(join(folder, 'src'));
  service = await startTestService('postgresql');
  // A gateway that compresses every response.
  gateway = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers;
    const answer = await fetch(service.address + request.url, {
      method: request.method!,
      headers: headers as Record<string, string>,
      ...(chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}),
    });
    const passed = [...answer.headers].filter(
      ([name]) => !/^(content-(length|encoding)|connection|keep-alive|transfer-encoding)$/.test(name),
    );
    response.writeHead(answer.status, Object.fromEntries([...passed, ['Content-Encoding', 'gzip']]));
    response.end(gzipSync(Buffer.from(await answer.arrayBuffer())));
  });
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
  const { token, externalServiceId } = await service.factories.tenant();
  env = {
    PATH: process.env.PATH ?? '',
    BASE_URL: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`,
    TOKEN: token,
    EXTERNAL_SERVICE_ID: externalServiceId,
  };
});
afterAll(async () => {
  gateway.close();
  gateway.closeAllConnections();
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Calls with a client whose option `fetch` is that of the package, as it is. */
const programOf = (name: string) => `${importOf(name)}
import { createPartnerClient } from '@courtbridge/sdk';

const options = { baseUrl: process.env.BASE_URL!, token: process.env.TOKEN!, fetch };
const client = createPartnerClient(options);
const ada = { email: '${name}@example.com', externalUserId: '${name}', firstName: 'Ada', lastName: 'Lovelace' };
const user = await client.createUser({ ...ada, birthday: new Date('1985-12-10') });
const refused = await client.safe.createUser({ ...ada, email: 'nobody' });
const path = { externalServiceId: process.env.EXTERNAL_SERVICE_ID! };
const posted = await client.raw.POST('/api/v1/external-services/{externalServiceId}/users', { params: { path }, body: ada });
const listed = await client.raw.GET('/api/v1/external-services/{externalServiceId}/courts', { params: { path } });
const unknown = await createPartnerClient({ ...options, baseUrl: 'http://unknown.invalid' }).safe.listCourts();
console.log(JSON.stringify({
  birthday: user.birthday,
  refused: refused.ok || [refused.error.type, refused.error.response?.headers.get('content-encoding')],
  posted: posted.response.status,
  listed: listed.data?.items.length,
  unknown: unknown.ok || [unknown.error.type, unknown.error.attempts],
}));
`;

describe.each([...undici, ...nodeFetch])('the fetch of %s', (name) => {
  it('fits the option, and makes calls and raw calls through a gateway that compresses', async () => {
    writeFileSync(join(folder, 'src/program.ts'), programOf(name));
    // The types of node-fetch 2 accept no `AbortSignal` under this option.
    const exactOptionalPropertyTypes = name !== 'node-fetch-2';
    expect(compileConsumer(folder, { skipLibCheck: true, exactOptionalPropertyTypes })).toBe('');
    expect(JSON.parse(await run(process.execPath, ['src/program.js'], folder, env))).toEqual({
      birthday: '1985-12-10T00:00:00.000Z',
      refused: ['invalid_schema', 'gzip'],
      posted: 200,
      listed: expect.any(Number),
      unknown: ['network_error', 1],
    });
    rmSync(join(folder, 'src/program.ts'));
  });
});

describe.each(undici)('the documented proxy setup with %s', (name) => {
  it('compiles, and sends every request through the proxy', async () => {
    const proxy = await startForwardProxy();
    const block = namedBlock('docs/partners/sdk-client.md', 'proxy', 'ts').replace("'undici'", `'${name}'`);
    writeFileSync(
      join(folder, 'src/proxied.ts'),
      `${block}\nconsole.log((await client.getToken()).externalServiceId);\n`,
    );
    for (const lib of [undefined, ['es2022']])
      expect(compileConsumer(folder, { skipLibCheck: true, ...(lib ? { lib } : {}) })).toBe('');
    const output = await run(process.execPath, ['src/proxied.js'], folder, {
      ...env,
      HTTPS_PROXY: proxy.address,
    });
    expect(output.trim()).toBe(env.EXTERNAL_SERVICE_ID);
    expect(proxy.targets).toContain(new URL(env.BASE_URL!).host);
    await proxy.close();
    rmSync(join(folder, 'src/proxied.ts'));
  });
});

/** What a test of a partner checks. Each value is of another realm, or has no prototype. */
const checks = (load: string) => `
${load}
const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
const ada = { email: 'ada@example.com', externalUserId: 'ada', firstName: 'Ada', lastName: 'Lovelace' };
const setUp = () => {
  const platform = createTestPlatform();
  return { platform, client: createPartnerClient(platform.clientOptions) };
};
test('a Date is a birthday', async () => {
  const { client } = setUp();
  const { birthday } = await client.createUser({ ...ada, birthday: new Date('1985-12-10') });
  expect(birthday).toBe('1985-12-10T00:00:00.000Z');
  const source = [{ ...ada, birthday: new Date('1985-12-10') }];
  expect((await createUserSync({ client, source }).sync()).summary.unchanged).toBe(1);
});
test('an unknown host and a programming error are tried once', async () => {
  const { platform, client } = setUp();
  const options = { ...platform.clientOptions, initialDelayMs: 1 };
  const unknown = createPartnerClient({ ...options, baseUrl: 'http://unknown.invalid', fetch: undefined });
  expect((await unknown.safe.listCourts()).error.attempts).toBe(1);
  const broken = createPartnerClient({ ...options, fetch: (url, init) => fetch('http://127.0.0.1:65001', { ...init, dispatcher: {} }) });
  expect((await broken.safe.listCourts()).error.attempts).toBe(1);
});
test('rows of node:sqlite are bookings and participants', async () => {
  const { platform, client } = setUp();
  const [court] = platform.courts();
  const database = new DatabaseSync(':memory:');
  const rowOf = (sql) => database.prepare(sql).get();
  const booking = rowOf(\`select 'b' externalCourtBookingId, '\${court.id}' courtId, '2027-01-04T10:00:00Z' startDate, '2027-01-04T11:00:00Z' endDate, '2026-11-20T12:00:00Z' externalUpdatedAt\`);
  booking.participants = [rowOf("select 'ada@example.com' email")];
  const scope = { courts: [court.id], from: new Date('2027-01-04'), to: new Date('2027-01-05') };
  const sync = createBookingSync({ client, source: [booking], scope });
  const report = await sync.sync();
  expect(report).toStrictEqual({ ok: true, summary: { created: 1, updated: 0, cancelled: 0, replayed: 0, unchanged: 0, refused: 0 }, refused: [] });
});
test('responses of the platform have headers and are read', async () => {
  const { platform } = setUp();
  const client = createPartnerClient({ ...platform.clientOptions, headers: new Headers({ 'X-Gateway': 'yes' }) });
  const { data } = await client.raw.GET('/api/v1/token', { signal: new AbortController().signal });
  expect(data.externalServiceId).toBe(platform.clientOptions.externalServiceId);
  expect(platform.calls[0].headers.get('X-Gateway')).toBe('yes');
  expect(platform.courts()).toStrictEqual(platform.courts());
});
`;
const names = 'createPartnerClient, createTestPlatform, createBookingSync, createUserSync';

describe('a test runner with another realm', () => {
  it('Jest 30 runs tests of a partner', async () => {
    const place = join(folder, 'jest');
    mkdirSync(place);
    writeFileSync(join(place, 'package.json'), '{ "jest": { "testEnvironment": "node" } }');
    const entries =
      "{ ...require('@courtbridge/sdk'), ...require('@courtbridge/sdk/sync'), ...require('@courtbridge/sdk/testing') }";
    writeFileSync(join(place, 'partner.test.cjs'), checks(`const { ${names} } = ${entries};`));
    const args = [installed('jest/bin/jest.js'), '--rootDir', place, '--testMatch', '**/partner.test.cjs'];
    await expect(run(process.execPath, args, place, env)).resolves.toBeDefined();
  });

  it('Vitest with vmThreads runs tests of a partner', async () => {
    const place = join(folder, 'vitest');
    mkdirSync(place);
    writeFileSync(
      join(place, 'partner.test.mjs'),
      checks(`import { createPartnerClient } from '@courtbridge/sdk';
import { createBookingSync, createUserSync } from '@courtbridge/sdk/sync';
import { createTestPlatform } from '@courtbridge/sdk/testing';`),
    );
    const vitest = new URL('../../../node_modules/vitest/vitest.mjs', import.meta.url).pathname;
    const args = [vitest, 'run', '--root', place, '--pool', 'vmThreads', '--globals'];
    await expect(run(process.execPath, args, place, env)).resolves.toBeDefined();
  });
});
