import { describe, expect, it } from 'vitest';
import { newToken } from '../../src/services/values/secret-formats.ts';
import { startBeside, startClockedService } from '../harness/data/clock.ts';
import { bookingBody, type Tenant, userBody } from '../harness/data/factories.ts';
import { createWorld } from '../harness/data/world.ts';
import { type CallAnswer, startTestService, type TestService } from '../harness/servers/test-service.ts';
import { forTest } from '../harness/servers/use-test-service.ts';

describe('rate limits', () => {
  const start = (overrides: Parameters<typeof startTestService>[1]) =>
    forTest(startTestService('postgresql', overrides));
  // An empty body, rejected with 400 after the limit has counted it.
  const call = (service: TestService, { externalServiceId }: Tenant, token: string) =>
    service.createUser(externalServiceId, { token, body: {} });
  const count = (answers: CallAnswer[], status: number) =>
    answers.filter((answer) => answer.status === status).length;

  it('records rejected requests in a few rows per second, and counts all of them', async () => {
    const service = await start({ rateLimit: { perSecond: 1, burst: 10 } });
    const tenant = await service.factories.tenant();
    const startedAt = performance.now();
    for (let round = 0; round < 2; round += 1) {
      await Promise.all(Array.from({ length: 300 }, () => call(service, tenant, tenant.token)));
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

  it('adds RateLimit and RateLimit-Policy to every response to a valid token', async () => {
    // The bucket must not refill between the two requests.
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

  it('adds the limit of the address, in all processes, to responses without a valid token', async () => {
    const limits = {
      rateLimit: { perSecond: 0.4, burst: 40 },
      authFailureLimit: { perSecond: 0.4, burst: 20 },
    };
    const first = await forTest(startClockedService(limits));
    const second = await forTest(startBeside(first, limits));
    const tenant = await first.factories.tenant();
    const told = async (service: TestService, token: string | undefined) => {
      const { status, headers } = await service.createUser(tenant.externalServiceId, { token, body: {} });
      expect(headers.get('ratelimit-policy')).toBe('"address";q=20;w=50');
      return `${status} ${headers.get('ratelimit')}`;
    };
    // No failed attempt yet. A missing token is not an attempt.
    for (let n = 0; n < 2; n += 1) expect(await told(first, undefined)).toBe('401 "address";r=20;t=1');
    expect(await told(first, 'x')).toBe('401 "address";r=19;t=1');
    expect(await told(first, newToken('partner'))).toBe('401 "address";r=18;t=1');
    expect(await told(first, undefined)).toBe('401 "address";r=18;t=1');
    expect(await told(second, newToken('partner'))).toBe('401 "address";r=18;t=1');
    for (let n = 0; n < 18; n += 1) await told(first, 'x');
    expect(await told(first, 'x')).toBe('429 "address";r=0;t=3');
    expect(await told(first, undefined)).toBe('401 "address";r=0;t=3');
    await first.clock.advance(5_000);
    expect(await told(first, undefined)).toBe('401 "address";r=2;t=1');
    const { headers } = await call(first, tenant, tenant.token);
    expect(headers.get('ratelimit')).toBe('"token";r=39;t=1');
  });

  it('limits a token across all processes exactly, without affecting other tokens', async () => {
    const rateLimit = { perSecond: 0.4, burst: 40 };
    const first = await forTest(startClockedService({ rateLimit }));
    const second = await forTest(startBeside(first, { rateLimit }));
    const { alpha, beta } = (await createWorld(first, first.clock.time)).services;
    const calls = (times: number, { id, token } = alpha) =>
      Promise.all(
        Array.from({ length: times }, (_, n) =>
          (n % 2 === 0 ? first : second).createUser(id, { token: token.secret, body: {} }),
        ),
      );
    const passed = (answers: CallAnswer[]) => {
      expect(count(answers, 400) + count(answers, 429)).toBe(answers.length);
      return count(answers, 400);
    };
    const answers = await calls(160);
    expect(passed(answers)).toBe(40);
    for (const { status, headers, body } of answers) {
      expect(body.error.type).toBe(status === 429 ? 'rate_limit_exceeded' : 'invalid_schema');
      // 2.5 s, rounded up.
      expect(headers.get('retry-after')).toBe(status === 429 ? '3' : null);
      expect(headers.get('ratelimit-policy')).toBe('"token";q=40;w=100');
      if (status === 429) expect(headers.get('ratelimit')).toBe('"token";r=0;t=3');
    }
    expect(passed(await calls(10, beta))).toBe(10);
    expect(passed(await calls(10, { ...alpha, token: alpha.secondToken }))).toBe(10);

    await first.clock.advance(2_499);
    expect(passed(await calls(10))).toBe(0);
    await first.clock.advance(1);
    expect(passed(await calls(10))).toBe(1);
    // The permits that the processes fetched but did not use, plus an hour without requests, add up to one burst at most.
    await first.clock.advance(60_000);
    await calls(14);
    await first.clock.advance(60 * 60_000);
    expect(passed(await calls(160))).toBe(40);
  });

  it.each([
    [
      'court-bookings',
      { action: 'cancel', externalUpdatedAt: '2026-05-01T10:00:00Z' },
      'externalCourtBookingId',
    ],
    ['users', { action: 'erase' }, 'externalUserId'],
  ])(
    'accepts a batch of %s that costs more than the burst when the bucket is full, at the returned time',
    async (resource, item, idField) => {
      const rateLimit = { perSecond: 10, burst: 10 };
      const first = await forTest(startClockedService({ rateLimit }));
      const second = await forTest(startBeside(first, { rateLimit }));
      const { externalServiceId, token } = await first.factories.tenant();
      const path = `/api/v1/external-services/${externalServiceId}/${resource}/batch`;
      const send = (count: number, service: TestService = first) => {
        const items = Array.from({ length: count }, (_, n) => ({ ...item, [idField]: `item-${n}` }));
        return service.call(path, { method: 'POST', token, body: { items } });
      };
      for (const count of [101, 200]) {
        expect((await send(count)).status).toBe(200);
        // The bucket is empty. An empty bucket rejects before it knows the cost.
        expect((await send(count, second)).status).toBe(429);
        await first.clock.advance(500);
        for (const service of [first, second, first]) {
          const { status, headers } = await send(count, service);
          expect([status, headers.get('ratelimit'), headers.get('retry-after')]).toEqual([
            429,
            '"token";r=5;t=1',
            '1',
          ]);
        }
        await first.clock.advance(1_000);
      }
      expect((await send(200, second)).status).toBe(200);
    },
  );

  it('delays responses only after a hundred rejections, by token and by address', async () => {
    const limit = { perSecond: 0.001, burst: 1 };
    const service = await forTest(
      startClockedService({
        rateLimit: limit,
        authFailureLimit: limit,
        trustedProxies: 1,
      }),
    );
    const { alpha, beta } = (await createWorld(service, service.clock.time)).services;
    const kinds = {
      'a token': { token: alpha.token.secret },
      'another token of the service': { token: alpha.secondToken.secret },
      "another service's": { token: beta.token.secret },
      'an address': { token: 'x', headers: { 'X-Forwarded-For': '192.0.2.1' } },
      'another address': { token: 'x', headers: { 'X-Forwarded-For': '192.0.2.2' } },
    };
    for (const [name, sent] of Object.entries(kinds)) {
      const refused = async () => {
        const startedAt = performance.now();
        const { status } = await service.createUser(alpha.id, { ...sent, body: {} });
        return { status, millis: performance.now() - startedAt };
      };
      await refused();
      // Sent one at a time, so that each has its own duration. The first rejections must not be delayed by half a second.
      const alone = [await refused(), await refused(), await refused()];
      const first = await Promise.all(Array.from({ length: 97 }, refused));
      const more = await Promise.all(Array.from({ length: 50 }, refused));
      const all = [...alone, ...first, ...more];
      expect(new Set(all.map(({ status }) => status)), name).toEqual(new Set([429]));
      expect(Math.min(...alone.map(({ millis }) => millis)), name).toBeLessThan(490);
      expect(Math.max(...more.map(({ millis }) => millis)), name).toBeGreaterThanOrEqual(490);
    }
  });

  it.each([
    ['malformed tokens', () => 'x'],
    ['unknown tokens', () => newToken('partner')],
  ])('limits %s by address, while valid tokens from there still pass', async (_what, secret) => {
    const service = await forTest(startClockedService({ authFailureLimit: { perSecond: 1, burst: 20 } }));
    const [known, unknown] = [await service.factories.tenant(), await service.factories.tenant()];
    expect((await call(service, known, known.token)).status).toBe(400);
    const statuses: number[] = [];
    for (let i = 0; i < 30; i += 1) statuses.push((await call(service, known, secret())).status);
    expect(statuses).toEqual([...Array(20).fill(401), ...Array(10).fill(429)]);
    expect((await call(service, known, known.token)).status).toBe(400);
    expect((await call(service, unknown, unknown.token)).status).toBe(400);
    await service.clock.advance(1_000);
    expect((await call(service, known, secret())).status).toBe(401);
    expect((await call(service, known, secret())).status).toBe(429);
  });

  it('rejects a malformed token without accessing the database', async () => {
    const service = await start({});
    const tenant = await service.factories.tenant();
    await service.app.close();
    await service.database.close();
    for (let i = 0; i < 50; i += 1) expect((await call(service, tenant, 'x')).status).toBe(401);
  });
});
