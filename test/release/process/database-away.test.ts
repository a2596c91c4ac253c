import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { userBody } from '../../harness/data/factories.ts';
import { useOwnPostgresql, useServiceAt, useTenant } from '../../harness/servers/use-test-service.ts';

describe('unavailable database', () => {
  const server = useOwnPostgresql();
  const service = useServiceAt(server);
  const tenant = useTenant(service);

  const create = () =>
    service.createUser(tenant.externalServiceId, { token: tenant.token, body: userBody() });
  const back = () => expect.poll(async () => (await create()).status, { interval: 100 }).toBe(201);

  it('responds 503 with Retry-After while the database is killed, and recovers when it returns', async () => {
    expect((await create()).status).toBe(201);
    await server.kill();
    for (let i = 0; i < 5; i += 1) {
      const { status, body, headers } = await create();
      expect(status).toBe(503);
      expect(body.error.type).toBe('service_unavailable');
      expect(headers.get('retry-after')).toBe('1');
    }
    expect((await service.call('/readyz', {})).status).toBe(503);
    expect((await service.call('/healthz', {})).status).toBe(200);
    await server.restart();
    await back();
    await expect.poll(async () => (await service.call('/readyz', {})).status).toBe(200);
  });

  it('responds 503 while the database hangs, and leaks no connection', async () => {
    server.pause();
    const answers = await Promise.all(Array.from({ length: 12 }, create));
    server.resume();
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(503));
    await back();
    const results = await Promise.all(Array.from({ length: 12 }, create));
    expect(results.map(({ status }) => status)).toEqual(Array(12).fill(201));
  });

  it('responds 503 while a lock blocks every connection, and leaks none', async () => {
    const holder = new pg.Client(server.url);
    await holder.connect();
    await holder.query('begin; lock table users in access exclusive mode');
    const answers = await Promise.all(Array.from({ length: 20 }, create));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(503));
    await holder.query('rollback');
    await holder.end();
    await back();
    // As many concurrent requests as before. On a busy machine, the first attempt may fail.
    const statuses = async () =>
      (await Promise.all(Array.from({ length: 12 }, create))).map(({ status }) => status);
    await expect.poll(statuses).toEqual(Array(12).fill(201));
  });
});
