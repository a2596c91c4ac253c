import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '../../src/db/migrate.ts';
import { openPostgresql } from '../../src/db/open-postgresql.ts';
import { bookingBody, type Tenant, userBody } from '../harness/factories.ts';
import { type PostgresqlServer, startPostgresql } from '../harness/postgresql.ts';
import { startServiceOn, type TestService } from '../harness/test-service.ts';

describe('when the database is away', () => {
  let server: PostgresqlServer;
  let service: TestService;
  let tenant: Tenant;
  beforeAll(async () => {
    server = await startPostgresql();
    const database = await openPostgresql({ url: server.url, poolSize: 4 });
    await migrate(database);
    service = await startServiceOn({ database, url: server.url, drop: () => database.close() });
    tenant = await service.factories.tenant();
  });
  afterAll(async () => {
    await service.stop();
    await server.stop();
  });

  const create = () =>
    service.createUser(tenant.externalServiceId, { token: tenant.token, body: userBody() });
  // A promise of seconds is held to four times as many: this machine may have other things to do.
  const timed = async () => {
    const startedAt = performance.now();
    const answer = await create();
    return { ...answer, millis: performance.now() - startedAt };
  };
  const back = () => expect.poll(async () => (await create()).status, { interval: 100 }).toBe(201);

  it('killed: 503 with Retry-After within 3 s, /readyz says no, /healthz yes; back once it returns', async () => {
    expect((await create()).status).toBe(201);
    await server.kill();
    for (let i = 0; i < 5; i += 1) {
      const { status, body, headers, millis } = await timed();
      expect(status).toBe(503);
      expect(body.error.type).toBe('service_unavailable');
      expect(headers.get('retry-after')).toBe('1');
      expect(millis).toBeLessThan(4 * 3_000);
    }
    expect((await service.call('/readyz', {})).status).toBe(503);
    expect((await service.call('/healthz', {})).status).toBe(200);
    await server.restart();
    await back();
    await expect.poll(async () => (await service.call('/readyz', {})).status).toBe(200);
  });

  it('hanging: every answer within 3 s, nothing leaked, back at once', async () => {
    server.pause();
    const answers = await Promise.all(Array.from({ length: 12 }, timed));
    server.resume();
    for (const { status, millis } of answers) {
      expect(status).toBe(503);
      expect(millis).toBeLessThan(4 * 3_000);
    }
    await back();
    const results = await Promise.all(Array.from({ length: 12 }, timed));
    expect(results.map(({ status }) => status)).toEqual(Array(12).fill(201));
  });

  it('a lock is held: 503 with Retry-After within 2.5 s, others go on, and it passes once the lock is gone', async () => {
    const [court, otherCourt] = tenant.courtIds;
    const put = (courtId: string, id: string) =>
      service.upsertCourtBooking(tenant.externalServiceId, id, {
        token: tenant.token,
        body: bookingBody(courtId),
      });
    const em = service.database.em();
    await em.begin();
    await em.execute('select 1 from courts where id = ? for update', [court]);
    const startedAt = performance.now();
    const [held, free] = await Promise.all([put(court, 'held'), put(otherCourt, 'free')]);
    expect(held.status).toBe(503);
    expect(held.headers.get('retry-after')).toBe('1');
    expect(performance.now() - startedAt).toBeLessThan(4 * 2_500);
    expect(free.status).toBe(201);
    await em.rollback();
    expect((await put(court, 'held')).status).toBe(201);
  });

  it('every connection waits: 503 within 2.5 s, and nothing is leaked', async () => {
    const holder = new pg.Client(server.url);
    await holder.connect();
    await holder.query('begin; lock table users in access exclusive mode');
    const answers = await Promise.all(Array.from({ length: 20 }, timed));
    for (const { status, millis } of answers) {
      expect(status).toBe(503);
      expect(millis).toBeLessThan(4 * 2_500);
    }
    await holder.query('rollback');
    await holder.end();
    await back();
    const results = await Promise.all(Array.from({ length: 12 }, timed));
    expect(results.map(({ status }) => status)).toEqual(Array(12).fill(201));
  });
});
