import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { compileConsumer, run, sdkVersion } from '../../harness/clients/sdk-consumer.ts';
import { installed, npm } from './installed.ts';
import { type Registry, startRegistry } from './verdaccio.ts';

let registry: Registry;
let folder: string;

beforeAll(async () => {
  registry = await startRegistry();
  folder = mkdtempSync(join(tmpdir(), 'courtbridge-pnpm-'));
  const { url, userconfig } = registry;
  await npm(folder, ['publish', inject('tarball'), '--ignore-scripts'], { registry: url, userconfig });
  const dependencies = { '@courtbridge/sdk': sdkVersion };
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'library', private: true, type: 'module', dependencies }),
  );
  writeFileSync(join(folder, '.npmrc'), `registry=${url}/\nstore-dir=${join(folder, 'store')}\n`);
  const env = { PATH: process.env.PATH ?? '', HOME: folder, CI: 'true' };
  const args = [installed('pnpm/bin/pnpm.mjs'), 'install', '--registry', url];
  await run(process.execPath, args, folder, env, 120_000);
  mkdirSync(join(folder, 'src'));
  for (const [name, text] of Object.entries(library)) writeFileSync(join(folder, `src/${name}.ts`), text);
});
afterAll(async () => {
  await registry?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** A library that exports what the SDK returns, without types of its own. */
const library: Record<string, string> = {
  client: `
import { createPartnerClient } from '@courtbridge/sdk';
export const client = createPartnerClient({ baseUrl: 'https://partners.example.com', token: 'cbp_x' });
`,
  raw: `
import { client } from './client.js';
export const { raw } = client;
export const { GET, PUT, POST, DELETE, PATCH, request, use, eject } = raw;
export const readToken = () => raw.GET('/api/v1/token');
export const labelOf = async () => (await readToken()).data?.label;
export const failureOf = async () => (await readToken()).error;
export const asText = () => raw.GET('/api/v1/token', { parseAs: 'text' });
export const middlewareOf = (...given: Parameters<typeof raw.use>) => given[0];
export const onRequest = (given: NonNullable<Parameters<typeof raw.use>[0]['onRequest']>) => given;
export class Gateway { readonly raw = raw; find = raw.GET; }
export default client;
`,
  calls: `
import { client } from './client.js';
export const { safe, upsertCourtBooking, batchUsers } = client;
export const courts = () => client.listCourts();
export const pages = () => client.listCourts().pages();
export const token = () => safe.getToken();
export const tokenData = async () => { const result = await token(); return result.ok ? result : undefined; };
export const refusal = async () => { const result = await token(); return result.ok ? undefined : result; };
export const batch = () =>
  client.batchCourtBookings({ items: [{ action: 'cancel', externalCourtBookingId: 'a', externalUpdatedAt: '2026-11-20T12:00:00Z' }] });
export const results = async () => (await batch()).results;
export const done = async () => (await batch()).throwOnRefused();
export const users = () => client.batchUsers({ items: [{ action: 'erase', externalUserId: 'a' }] });
export const occupancy = () => client.getCourtOccupancy('x', { from: 'a', to: 'b' });
`,
  errors: `
import { BatchItemsRefusedError, PartnerApiError, PartnerError } from '@courtbridge/sdk';
export const stale = (error: PartnerApiError<'upsertCourtBooking'>) => (error.type === 'stale_write' ? error : undefined);
export const anyStale = (error: PartnerError) => (error.type === 'stale_write' ? error : undefined);
export const network = (error: PartnerError) => (error.type === 'network_error' ? error : undefined);
export const invalid = (error: PartnerError<'getToken'>) => (error.type === 'invalid_argument' ? error : undefined);
export const api = (error: unknown) => (error instanceof PartnerApiError ? error : undefined);
export const ofToken = (error: unknown) =>
  error instanceof PartnerApiError && error.operation === 'getToken' ? error : undefined;
export const refused = (error: unknown) => (error instanceof BatchItemsRefusedError ? error : undefined);
`,
  sync: `
import { createBookingSync, createUserSync, follow, SyncError, type FollowEvent } from '@courtbridge/sdk/sync';
export const bookings = (options: Parameters<typeof createBookingSync>[0]) => createBookingSync(options);
export const users = (options: Parameters<typeof createUserSync>[0]) => createUserSync(options);
export const planned = async (options: Parameters<typeof createUserSync>[0]) => (await users(options).plan()).changes;
export const reported = async (options: Parameters<typeof createBookingSync>[0]) => (await bookings(options).sync()).refused;
export const bookingOf = (event: FollowEvent) => (event.kind === 'initial' ? event.booking : undefined);
export const cancelled = (event: FollowEvent) =>
  event.kind === 'change' && event.change.type === 'court_booking.cancelled' ? event.change : undefined;
export const failure = (error: unknown) => (error instanceof SyncError ? error : undefined);
export const following = (options: Parameters<typeof follow>[0]) => options;
export const clientOf = (options: Parameters<typeof follow>[0]) => options.client;
export const listed = (options: Parameters<typeof follow>[0]) => options.client.listCourtBookings();
`,
  webhooks: `
import { createSequenceKeeper, createWebhookHandler, createWebhookVerifier, signWebhook, WebhookVerificationError, type WebhookEvent } from '@courtbridge/sdk/webhooks';
export const handler = createWebhookHandler({ secrets: 'whsec_x', onEvent() {} });
export const { nodeHandler, fetchHandler } = handler;
export const verifier = createWebhookVerifier({ secrets: 'whsec_x' });
export const keeper = createSequenceKeeper();
export const updated = (event: WebhookEvent) => (event.type === 'court.updated' ? event : undefined);
export const unknown = (event: WebhookEvent) => (event.known ? undefined : event);
export const typeOf = (event: WebhookEvent) => (event.known ? undefined : event.type);
export const signed = () => signWebhook({ secret: 'whsec_x', body: '' });
export const failure = (error: unknown) => (error instanceof WebhookVerificationError ? error : undefined);
`,
  testing: `
import { createTestPartnerApi, createTestPlatform } from '@courtbridge/sdk/testing';
export const platform = createTestPlatform();
export const other = platform.addExternalService();
export const { calls, clientOptions, deliverWebhooks, courts } = platform;
export const firstCall = () => platform.calls[0];
export const api = createTestPartnerApi();
export const planned = api.succeed;
`,
};

describe('a library that is installed with pnpm and has `declaration: true`', () => {
  it.each([
    ['5.4', 'typescript-5.4'],
    ['5.9', 'typescript'],
    ['7.0', 'typescript-7.0'],
  ])('compiles with TypeScript %s, whatever it exports of the SDK', (version, compiler) => {
    const options = {
      tsc: installed(`${compiler}/bin/tsc`),
      declaration: true,
      outDir: `out-${version}`,
      rootDir: 'src',
      lib: ['es2022', 'dom', 'dom.iterable'],
      types: [],
      skipLibCheck: true,
    };
    expect(compileConsumer(folder, options)).toBe('');
    const declared = readFileSync(join(folder, `out-${version}/raw.d.ts`), 'utf8');
    expect(declared).not.toContain('openapi-fetch');
    // Its own consumers have the types, too.
    const user = mkdtempSync(join(tmpdir(), 'courtbridge-user-'));
    mkdirSync(join(user, 'src'));
    writeFileSync(join(user, 'package.json'), '{ "type": "module" }');
    writeFileSync(
      join(user, 'src/user.ts'),
      `import { labelOf, readToken } from '${join(folder, `out-${version}/raw.js`)}';
export const label: string | undefined = await labelOf();
// @ts-expect-error the label is a text
export const wrong: number = (await readToken()).data!.label;
`,
    );
    expect(compileConsumer(user, { ...options, declaration: false, outDir: 'out', rootDir: '/' })).toBe('');
    rmSync(user, { recursive: true, force: true });
  });
});
