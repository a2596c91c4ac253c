import { describe, expect, it } from 'vitest';
import { bookingBody, userBody } from '../../harness/data/factories.ts';
import { type CallAnswer, uniqueId } from '../../harness/servers/test-service.ts';
import { useTenant, useTestService } from '../../harness/servers/use-test-service.ts';

describe('own requests', () => {
  const service = useTestService('postgresql', { rateLimit: { perSecond: 50, burst: 100 } });
  const tenant = useTenant(service);

  const list = (query = '', of = tenant) =>
    service.call(
      `/api/v1/external-services/${of.externalServiceId}/requests?${query}`,
      { token: of.token },
      'listRequests',
    );
  const get = (requestId: string, of = tenant) =>
    service.call(
      `/api/v1/external-services/${of.externalServiceId}/requests/${encodeURIComponent(requestId)}`,
      { token: of.token },
      'getRequest',
    );
  const upsert = (id: string, headers: Record<string, string> = {}, overrides: object = {}) =>
    service.upsertCourtBooking(tenant.externalServiceId, id, {
      token: tenant.token,
      headers,
      body: bookingBody(tenant.courtIds[0], { ...overrides }),
    });
  const idOf = ({ headers }: CallAnswer) => headers.get('X-Request-Id')!;

  it('can be read within about a second after the response, by the X-Request-Id of the response', async () => {
    const ours = idOf(await upsert('own-1'));
    const theirs = uniqueId('import/7:1');
    const rejected = await upsert('own-1', { 'X-Request-Id': theirs }, { startDate: '2020-01-01T00:00:00Z' });
    const before = performance.now();
    await expect.poll(async () => (await get(theirs)).status, { timeout: 5_000 }).toBe(200);
    expect(performance.now() - before).toBeLessThan(3_000);
    const { message, ...cause } = rejected.body.error;
    expect((await get(theirs)).body).toEqual({
      requestId: theirs,
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      operation: 'upsertCourtBooking',
      externalId: 'own-1',
      externalUpdatedAt: '2026-11-20T12:00:00.000Z',
      courtId: tenant.courtIds[0],
      startDate: '2020-01-01T00:00:00.000Z',
      endDate: expect.any(String),
      status: 409,
      response: { error: { message, ...cause } },
      milliseconds: expect.any(Number),
      requestCount: 1,
      rejectedItems: [],
    });
    expect((await get(ours)).body).toMatchObject({ requestId: ours, status: 201 });
    expect((await get(ours)).body).not.toHaveProperty('response');
  });

  it('are found by a repeated id as the newest one, and the list has all of them', async () => {
    const requestId = uniqueId('again');
    for (const status of [201, 200, 409])
      expect(
        (
          await upsert(
            'own-2',
            { 'X-Request-Id': requestId },
            {
              startDate: '2027-03-01T10:00:00Z',
              endDate: status === 409 ? '2027-03-01T12:00:00Z' : '2027-03-01T11:00:00Z',
            },
          )
        ).status,
      ).toBe(status);
    await service.app.close();
    expect((await get(requestId)).body).toMatchObject({
      status: 409,
      response: { error: { type: 'version_conflict' } },
    });
    const { body } = await list('externalId=own-2');
    expect(body.items.map(({ status }: { status: number }) => status)).toEqual([409, 200, 201]);
  });

  it('contain one summed record a second of what the rate limit rejects, with the id of the first', async () => {
    const flooding = await service.factories.tenant();
    const answers = await Promise.all(
      Array.from({ length: 200 }, () =>
        service.createUser(flooding.externalServiceId, { token: flooding.token, body: {} }),
      ),
    );
    const rejected = answers.filter(({ status }) => status === 429);
    await service.app.close();
    await new Promise((resolve) => setTimeout(resolve, 200));
    const { body } = await list('failed=true&limit=100', flooding);
    const summed = body.items.filter(({ status }: { status: number }) => status === 429);
    expect(summed.length).toBeLessThanOrEqual(4);
    const counts = summed.map(({ requestCount }: { requestCount: number }) => requestCount);
    expect(counts.reduce((sum: number, count: number) => sum + count, 0)).toBe(rejected.length);
    const ids = rejected.map(idOf);
    for (const one of summed) {
      expect(ids).toContain(one.requestId);
      expect(one.response.error).toEqual({ type: 'rate_limit_exceeded', message: expect.any(String) });
    }
    const alone = ids.find((id) => !summed.some(({ requestId }: { requestId: string }) => requestId === id))!;
    expect((await get(alone, flooding)).body.error.type).toBe('request_not_found');
  });

  it('contain no ids of erased users', async () => {
    const body = userBody();
    const created = await service.createUser(tenant.externalServiceId, { token: tenant.token, body });
    await service.app.close();
    const query = `externalId=${encodeURIComponent(body.externalUserId as string)}`;
    expect((await list(query)).body.items).toHaveLength(1);
    const path = `/api/v1/external-services/${tenant.externalServiceId}/users/${created.body.id}`;
    expect((await service.call(path, { method: 'DELETE', token: tenant.token }, 'eraseUser')).status).toBe(
      200,
    );
    expect((await list(query)).body.items).toEqual([]);
    expect((await get(idOf(created))).body).not.toHaveProperty('externalId');
  });
});
