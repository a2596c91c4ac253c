import { afterEach, describe, expect, it } from 'vitest';
import { openPostgresql } from '../../src/db/open-postgresql.ts';
import { newToken } from '../../src/services/values/secret-formats.ts';
import { bookingBody, type Tenant, userBody } from '../harness/factories.ts';
import {
  type CallAnswer,
  startServiceOn,
  startTestService,
  type TestService,
} from '../harness/test-service.ts';

describe('limits', () => {
  const services: TestService[] = [];
  afterEach(async () => {
    for (const service of services.splice(0)) await service.stop();
  });
  const start = async (overrides: Parameters<typeof startTestService>[1]) => {
    const service = await startTestService('postgresql', overrides);
    services.push(service);
    return service;
  };
  // An empty body: refused with 400 after the limit has been counted.
  const call = (service: TestService, { externalServiceId }: Tenant, token: string) =>
    service.createUser(externalServiceId, { token, body: {} });
  /**
   * How many of the calls passed, and how many may: a burst, and what was refilled while they were made. Permits that
   * two processes fetch at once may be one more each.
   */
  const passing = async (policy: { perSecond: number; burst: number }, make: () => Promise<CallAnswer[]>) => {
    const startedAt = performance.now();
    const answers = await make();
    const refilled = (policy.perSecond * (performance.now() - startedAt)) / 1_000;
    return { answers, most: policy.burst + Math.ceil(refilled) + 1 };
  };
  const count = (answers: CallAnswer[], status: number) =>
    answers.filter((answer) => answer.status === status).length;

  it('a burst passes, then 429 with Retry-After; after it, requests pass again; other tokens are not touched', async () => {
    const rateLimit = { perSecond: 2, burst: 20 };
    const service = await start({ rateLimit });
    const [tenant, other] = [await service.factories.tenant(), await service.factories.tenant()];
    const { answers, most } = await passing(rateLimit, () =>
      Promise.all(Array.from({ length: 60 }, () => call(service, tenant, tenant.token))),
    );
    expect(count(answers, 400)).toBeGreaterThanOrEqual(20);
    expect(count(answers, 400)).toBeLessThanOrEqual(most);
    expect(count(answers, 400) + count(answers, 429)).toBe(60);
    const refused = answers.find(({ status }) => status === 429)!;
    expect(refused.body.error.type).toBe('rate_limit_exceeded');
    expect(Number(refused.headers.get('retry-after'))).toBe(1);
    expect((await call(service, other, other.token)).status).toBe(400);
    await new Promise((resolve) => setTimeout(resolve, 1_050));
    expect((await call(service, tenant, tenant.token)).status).toBe(400);
  });

  it('a client that goes on against its limit costs rows by the second, not by the request; all are counted', async () => {
    const service = await start({ rateLimit: { perSecond: 1, burst: 10 } });
    const tenant = await service.factories.tenant();
    const startedAt = performance.now();
    for (let round = 0; round < 6; round += 1) {
      await Promise.all(Array.from({ length: 100 }, () => call(service, tenant, tenant.token)));
    }
    await service.app.close();
    const writings = Math.ceil((performance.now() - startedAt) / 1_000) + 1;
    const rows = await service.database.query<{ status: number; rows: number; requests: number }>(
      `select status, count(*)::int as rows, sum(request_count)::int as requests from partner_requests
       where external_service_id = $1 group by status order by status`,
      [tenant.externalServiceId],
    );
    expect(rows.map(({ status }) => status)).toEqual([400, 429]);
    expect(rows.reduce((sum, { requests }) => sum + requests, 0)).toBe(600);
    expect(rows[0]!.rows).toBe(rows[0]!.requests);
    expect(rows[1]!.requests).toBeGreaterThan(500);
    expect(rows[1]!.rows).toBeLessThanOrEqual(writings);
  });

  it('every answer behind a token carries RateLimit and RateLimit-Policy', async () => {
    // So slow that nothing is refilled between the two.
    const service = await start({ rateLimit: { perSecond: 0.001, burst: 100 } });
    const tenant = await service.factories.tenant();
    const first = await call(service, tenant, tenant.token);
    expect(first.headers.get('ratelimit-policy')).toBe('"token";q=100;w=100000');
    expect(first.headers.get('ratelimit')).toBe('"token";r=99;t=1');
    expect((await call(service, tenant, tenant.token)).headers.get('ratelimit')).toBe('"token";r=98;t=1');
    const { token, externalServiceId, courtIds } = tenant;
    const body = userBody();
    const put = (courtId: string) =>
      service.upsertCourtBooking(externalServiceId, 'x', { token, body: bookingBody(courtId) });
    const answers = [
      await service.createUser(externalServiceId, { token, body }),
      await service.createUser(externalServiceId, { token, body }),
      await service.createUser(crypto.randomUUID(), { token, body }),
      await put(crypto.randomUUID()),
      await put(courtIds[0]),
      await service.createUser(externalServiceId, { token, rawBody: 'x'.repeat(70_000) }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([201, 200, 403, 404, 201, 413]);
    for (const { headers } of answers) {
      expect(headers.get('ratelimit-policy')).toBe('"token";q=100;w=100000');
      expect(headers.get('ratelimit')).toMatch(/^"token";r=9\d;t=1$/);
    }
  });

  it('holds across processes', async () => {
    const limits = { rateLimit: { perSecond: 1, burst: 40 } };
    const first = await start(limits);
    const database = await openPostgresql({ url: first.url, poolSize: 4 });
    const second = await startServiceOn({ database, url: first.url, drop: () => database.close() }, limits);
    services.unshift(second);
    const tenant = await first.factories.tenant();
    const { answers, most } = await passing(limits.rateLimit, () =>
      Promise.all(
        Array.from({ length: 120 }, (_, i) => call(i % 2 === 0 ? first : second, tenant, tenant.token)),
      ),
    );
    expect(count(answers, 400)).toBeGreaterThanOrEqual(40);
    expect(count(answers, 400)).toBeLessThanOrEqual(most);
  });

  it.each([
    ['malformed tokens', () => 'x'],
    ['unknown tokens', () => newToken('partner')],
  ])('%s are limited by address; a good token from there still passes', async (_what, secret) => {
    const authFailureLimit = { perSecond: 1, burst: 20 };
    const service = await start({ authFailureLimit });
    const tenant = await service.factories.tenant();
    expect((await call(service, tenant, tenant.token)).status).toBe(400);
    const { answers, most } = await passing(authFailureLimit, async () => {
      const made: CallAnswer[] = [];
      for (let i = 0; i < 40; i += 1) made.push(await call(service, tenant, secret()));
      return made;
    });
    expect(count(answers, 401)).toBeGreaterThanOrEqual(20);
    expect(count(answers, 401)).toBeLessThanOrEqual(most);
    expect(answers.at(-1)!.status).toBe(429);
    expect((await call(service, tenant, tenant.token)).status).toBe(400);
  });

  it('unknown tokens of an address are counted across processes; malformed ones in each', async () => {
    const options = { authFailureLimit: { perSecond: 1, burst: 12 }, trustedProxies: 1 };
    const first = await start(options);
    const database = await openPostgresql({ url: first.url, poolSize: 4 });
    const second = await startServiceOn({ database, url: first.url, drop: () => database.close() }, options);
    services.unshift(second);
    const from = (address: string, secret: () => string) =>
      passing(options.authFailureLimit, async () => {
        const made: CallAnswer[] = [];
        const headers = { 'X-Forwarded-For': address };
        for (let i = 0; i < 40; i += 1)
          made.push(await (i % 2 ? second : first).createUser('x', { token: secret(), body: {}, headers }));
        return made;
      });
    const unknown = await from('203.0.113.1', () => newToken('partner'));
    expect(count(unknown.answers, 401)).toBeGreaterThanOrEqual(12);
    expect(count(unknown.answers, 401)).toBeLessThanOrEqual(unknown.most);
    const malformed = await from('203.0.113.2', () => 'x');
    expect(count(malformed.answers, 401)).toBeGreaterThanOrEqual(2 * 12);
    expect(count(malformed.answers, 401)).toBeLessThanOrEqual(2 * malformed.most);
  });

  it('a malformed token costs no access to the database', async () => {
    const service = await start({});
    const tenant = await service.factories.tenant();
    await service.database.close();
    for (let i = 0; i < 50; i += 1) expect((await call(service, tenant, 'x')).status).toBe(401);
  });
});
