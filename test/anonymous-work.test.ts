import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newToken } from '../src/services/values/secret-formats.ts';
import { type Tenant, userBody } from './harness/data/factories.ts';
import { countingDatabase } from './harness/servers/counting-database.ts';
import { createTestDatabase } from './harness/servers/test-database.ts';
import { startServiceOn, type TestService } from './harness/servers/test-service.ts';

interface Junk {
  path: string;
  headers?: () => Record<string, string>;
  body?: () => string;
}

const json = { 'Content-Type': 'application/json' };
const cookie = (secret: string) => ({ Cookie: `courtbridge_session=${secret}`, ...json });
const bearer = (secret: string) => ({ Authorization: `Bearer ${secret}`, ...json });
const users = '/api/v1/external-services/01990b2e-0000-7000-8000-000000000000/users';
const malformed = () => `${newToken('operator').slice(0, -1)}!`;

/** `each` is the highest number of statements that one request of this kind may cause. */
const kinds: [name: string, junk: Junk, each: 0 | 1][] = [
  ['no token', { path: users, headers: () => json }, 0],
  ['malformed API tokens', { path: users, headers: () => bearer('x') }, 0],
  ['unknown API tokens', { path: users, headers: () => bearer(newToken('partner')) }, 1],
  ['nobody at /graphql', { path: '/graphql', headers: () => json }, 0],
  ['malformed sessions', { path: '/graphql', headers: () => cookie(malformed()) }, 0],
  ['unknown sessions', { path: '/graphql', headers: () => cookie(newToken('operator')) }, 1],
  ['short operator tokens', { path: '/graphql', headers: () => bearer('x') }, 0],
  ['operator tokens that may be configured', { path: '/graphql', headers: () => bearer(malformed()) }, 1],
  ['unknown operator tokens', { path: '/graphql', headers: () => bearer(newToken('operator')) }, 1],
  ['signing in', { path: '/sign-in', body: () => `token=${newToken('operator')}` }, 1],
  ['signing out of malformed sessions', { path: '/sign-out', headers: () => cookie(malformed()) }, 0],
  ['signing out of unknown sessions', { path: '/sign-out', headers: () => cookie(newToken('operator')) }, 1],
];

describe('bounded cost of unauthenticated requests', () => {
  let service: TestService;
  let statements: string[];
  let tenant: Tenant;
  let operator: string;
  // The clock of all limits. Only the test moves it.
  let now = 0;
  beforeAll(async () => {
    const test = await createTestDatabase('postgresql');
    const counting = countingDatabase(test.database);
    statements = counting.statements;
    service = await startServiceOn(
      { ...test, database: counting.database },
      { monotonic: () => now, trustedProxies: 1, authFailureLimit: { perSecond: 10, burst: 100 } },
    );
    tenant = await service.factories.tenant();
    operator = (await service.factories.operator('VIEWER')).secret;
  });
  afterAll(() => service.stop());

  const send = async ({ path, headers = () => ({}), body = () => '{}' }: Junk, address: string) => {
    const response = await fetch(service.address + path, {
      method: 'POST',
      redirect: 'manual',
      headers: { ...headers(), 'X-Forwarded-For': address },
      body: body(),
    });
    await response.arrayBuffer();
    return response.status;
  };
  const partner = (address: string) =>
    send(
      {
        path: users.replace(/[0-9a-f-]{36}/, tenant.externalServiceId),
        headers: () => bearer(tenant.token),
        body: () => JSON.stringify(userBody()),
      },
      address,
    );
  const viewer = (address: string) =>
    send(
      { path: '/graphql', headers: () => bearer(operator), body: () => '{"query":"{ __typename }"}' },
      address,
    );
  /** Number of statements that look up a secret, end a session or take permits of the shared limit. */
  const ofTries = () =>
    statements.filter((text) => /secret_hash = |take_rate_limit_permits/.test(text)).length;

  it.each(kinds)(
    'limits the statements that a flood from 250 addresses causes: %s',
    async (_what, junk, each) => {
      const perStep = each === 0 ? 10 : 60;
      const addressOf = (i: number) => `127.0.0.${i % 250}`;
      now += 120_000;
      // Both tokens are in use before the flood, as those of active clients are.
      expect([await partner('198.51.100.1'), await viewer('198.51.100.1')]).toEqual([201, 200]);
      statements.length = 0;
      const junkStatuses: number[] = [];
      let valid = 0;
      for (let step = 0; step < 10; step += 1) {
        now += 100;
        const floods = Array.from({ length: perStep }, (_, i) => send(junk, addressOf(step * perStep + i)));
        // Valid requests also arrive from the addresses of the flood.
        const others = [partner(addressOf(step)), viewer(addressOf(step))];
        expect(await Promise.all(others)).toEqual([201, 200]);
        valid += others.length;
        junkStatuses.push(...(await Promise.all(floods)));
      }
      expect(junkStatuses.filter((status) => ![303, 401, 429].includes(status))).toEqual([]);
      // A valid request causes at most one look-up and one permit statement.
      expect(ofTries() - 2 * valid).toBeLessThanOrEqual(each === 0 ? 0 : 300);
      // Some requests of the flood do reach the database.
      if (each === 1) expect(ofTries()).toBeGreaterThan(20);
    },
  );
});
