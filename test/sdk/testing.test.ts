import { beforeEach, describe, expect, expectTypeOf, it, vi } from 'vitest';

import { createPartnerClient } from '../../sdk/src/index.ts';
import { createTestPartnerApi, type TestCall, type TestPartnerApi } from '../../sdk/src/testing/index.ts';
import { documentedOperations } from '../../src/rest/operations.ts';
import { transportErrors } from '../../src/rest/transport/operation.ts';
import { isWellFormedToken } from '../../src/services/values/secret-formats.ts';
import { faultsOf } from '../harness/assertions/openapi-validator.ts';
import { ada } from '../harness/data/ada.ts';

let api: TestPartnerApi;
let client: ReturnType<typeof createPartnerClient>;
let answers: { status: number; headers: Headers; body: unknown }[];

beforeEach(() => {
  api = createTestPartnerApi();
  answers = [];
  client = createPartnerClient({
    ...api.clientOptions,
    initialDelayMs: 1,
    fetch: async (input, init) => {
      const response = await api.clientOptions.fetch(input, init);
      const copy = response.clone();
      answers.push({ status: copy.status, headers: copy.headers, body: await copy.json() });
      return response;
    },
  });
});

const user = { ...ada, email: 'Ada@example.com' };
const booking = {
  courtId: '01990B2E-6F6C-7C1E-9A53-0F2A5A6F1C03',
  startDate: '2027-01-01T10:00:00+01:00',
  endDate: new Date('2027-01-01T10:00:00Z'),
  externalUpdatedAt: '2026-11-20T12:00:00.000123Z',
  participants: [{ email: 'Guest@example.com' }, { userId: '01990b2e-6f6c-7c1e-9a53-0f2a5a6f1c01' }],
};

const send = (path: string, method: string, body: object, more: RequestInit = {}) =>
  api.clientOptions.fetch(
    new Request(`https://partners.test/api/v1/external-services/${path}`, {
      method,
      body: JSON.stringify(body),
      ...more,
    }),
  );

describe('no plan', () => {
  it('createUser: returns 201 and then 200, built from the request, as documented', async () => {
    const first = await client.safe.createUser({ ...user, birthday: new Date('1985-12-10') });
    const again = await client.safe.createUser(user);
    const other = await client.safe.createUser({ ...user, externalUserId: 'member-1906' });
    expect([first, again, other]).toMatchObject([
      { status: 201, data: { firstName: 'Ada', birthday: '1985-12-10T00:00:00.000Z' } },
      { status: 200, data: { firstName: 'Ada' } },
      { status: 201 },
    ]);
    expect(first.ok && again.ok && first.data.id === again.data.id).toBe(true);
    for (const answer of answers) expect(faultsOf('createUser', answer)).toEqual([]);
  });

  it('upsertCourtBooking: returns 201 and then 200 with the same instants, as documented', async () => {
    const first = await client.safe.upsertCourtBooking('a/b', booking);
    const again = await client.safe.upsertCourtBooking('a/b', { ...booking, participants: [] });
    expect(first).toMatchObject({
      status: 201,
      data: {
        externalServiceId: api.clientOptions.externalServiceId,
        externalCourtBookingId: 'a/b',
        courtId: booking.courtId.toLowerCase(),
        startDate: '2027-01-01T09:00:00.000Z',
        endDate: '2027-01-01T10:00:00.000Z',
        externalUpdatedAt: '2026-11-20T12:00:00.000123Z',
        participants: [{ email: 'guest@example.com' }, { userId: '01990b2e-6f6c-7c1e-9a53-0f2a5a6f1c01' }],
      },
    });
    expect(again).toMatchObject({ status: 200, data: { participants: [] } });
    for (const answer of answers) expect(faultsOf('upsertCourtBooking', answer)).toEqual([]);
  });
});

describe('operation without a default response', () => {
  const calls = {
    getToken: () => client.safe.getToken(),
    listCourts: () => client.safe.listCourts(),
    cancelCourtBooking: () => client.safe.cancelCourtBooking('a', '2026-11-20T12:00:00Z'),
    batchCourtBookings: () => client.safe.batchCourtBookings({ items: [] }),
    batchUsers: () => client.safe.batchUsers({ items: [] }),
  };
  it.each(Object.entries(calls))(
    'returns 404 without a plan, and suggests to plan %s',
    async (name, call) => {
      expect(await call()).toMatchObject({ error: { status: 404, code: 'route_not_found', attempts: 1 } });
      const message = `Plan the response of ${name} with succeed(), or use createTestPlatform(), which has the rules.`;
      expect(answers.map(({ body }) => body)).toEqual([{ error: { type: 'route_not_found', message } }]);
      expect(api.calls).toEqual([]);
    },
  );

  it('returns exactly the planned response, and does not record the call', async () => {
    api.succeed('listCourts', { items: [] });
    expect(await client.safe.listCourts()).toMatchObject({ ok: true, status: 200 });
    expect(answers.map(({ body }) => body)).toEqual([{ items: [] }]);
    expect(api.calls).toEqual([]);
  });
});

describe('response built from a request', () => {
  const put = async (body: object, path = 'own/court-bookings/by-external-id/a') => {
    const response = await send(path, 'PUT', body);
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };

  it('has the content type, the request id and the limit in its headers', async () => {
    const own = await send('own/users', 'POST', user, { headers: { 'X-Request-Id': 'mine' } });
    expect(Object.fromEntries(own.headers)).toEqual({
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-request-id': 'mine',
      'ratelimit-policy': '"token";q=100;w=2',
      ratelimit: '"token";r=99;t=1',
    });
    const other = await send('own/users', 'POST', user);
    expect(other.headers.get('X-Request-Id')).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  });

  it.each([204, 205, 304])('has no body for %s', async (status) => {
    api.answer('createUser', status, 'left out');
    expect(await send('own/users', 'POST', user)).toMatchObject({ status, body: null });
  });

  it('has content type text/plain for a text', async () => {
    api.answer('createUser', 502, 'Bad gateway');
    const response = await send('own/users', 'POST', user);
    expect([response.headers.get('Content-Type'), await response.text()]).toEqual([
      'text/plain',
      'Bad gateway',
    ]);
  });

  it.each([
    ['2026-11-20T12:00:00Z', '2026-11-20T12:00:00.000Z'],
    ['2026-11-20T12:00:00.5+01:00', '2026-11-20T11:00:00.500Z'],
    ['2026-11-20T12:00:00.1234Z', '2026-11-20T12:00:00.123400Z'],
    ['2026-11-20T12:00:00.123000999Z', '2026-11-20T12:00:00.123Z'],
    ['soon', 'soon'],
  ])('returns the instant %s as %s', async (given, shown) => {
    const { body } = await put({ ...booking, startDate: given, externalUpdatedAt: given });
    expect(body).toMatchObject({
      startDate: shown,
      externalUpdatedAt: shown,
      createdAt: shown,
      updatedAt: shown,
    });
  });

  it('has no participants if none were sent, and tolerates missing fields', async () => {
    expect((await put({ ...booking, participants: undefined })).body.participants).toEqual([]);
    expect((await put({ ...booking, courtId: undefined, participants: [{}] })).status).toBe(200);
  });

  it('returns a birthday as midnight of its day, whatever time was sent', async () => {
    const response = await send('own/users', 'POST', { ...user, birthday: '1985-12-10T08:00:00Z' });
    expect(await response.json()).toMatchObject({ birthday: '1985-12-10T00:00:00.000Z' });
  });

  it('identifies a booking by service and id, and a user by address and id', async () => {
    expect((await put(booking)).status).toBe(201);
    expect((await put(booking, 'other/court-bookings/by-external-id/a')).status).toBe(201);
    expect((await put(booking, 'own/court-bookings/by-external-id/b')).status).toBe(201);
    expect((await put(booking)).status).toBe(200);
    const users = await Promise.all(
      [
        user,
        { ...user, email: 'ADA@example.com' },
        { ...user, email: 'bob@example.com' },
        { ...user, externalUserId: 'member-2' },
      ].map(async (one) => (await send('own/users', 'POST', one)).json() as Promise<{ id: string }>),
    );
    const [first, same, ...others] = users.map(({ id }) => id);
    expect(same).toBe(first);
    expect(new Set([first, ...others]).size).toBe(3);
    for (const id of [first, ...others]) expect(id).toMatch(/^00000000-0000-4000-8000-[0-9a-f]{12}$/);
  });

  it('has the same user id in every run, so that snapshots are stable', async () => {
    const { id } = await client.createUser({ ...user, firstName: 'Augusta' });
    expect(id).toBe('00000000-0000-4000-8000-06ec6dd154c4');
  });
});

describe('plan', () => {
  const codes = documentedOperations()
    .filter(({ operationId }) => ['createUser', 'upsertCourtBooking'].includes(operationId))
    .flatMap(({ operationId, errors }) =>
      [...errors, ...transportErrors].map((type) => [operationId, type] as const),
    );

  it.each(codes)('makes %s return %s as documented', async (operation, type) => {
    api.refuse(operation as 'createUser', type as 'invalid_schema', { times: Number.POSITIVE_INFINITY });
    const once = { maxAttempts: 1 };
    const result =
      operation === 'createUser'
        ? await client.safe.createUser(user, once)
        : await client.safe.upsertCourtBooking('a', booking, once);
    expect(result).toMatchObject({ ok: false, error: { operation, type } });
    expect(faultsOf(operation, answers[0]!)).toEqual([]);
    const { status, headers } = answers[0]!;
    expect(headers.get('Retry-After')).toBe([429, 503].includes(status) ? '1' : null);
  });

  it('is used in the order of planning, for each operation', async () => {
    api.refuse('createUser', 'service_unavailable', { times: 2, retryAfterSeconds: 0 });
    api.refuse('upsertCourtBooking', 'stale_write');
    api.refuse('createUser', 'email_already_in_use', { message: 'Taken.' });
    const { safe } = client;
    expect(await safe.createUser(user)).toMatchObject({
      error: { type: 'email_already_in_use', attempts: 3, message: 'Taken.' },
    });
    expect(await safe.createUser(user)).toMatchObject({ ok: true, attempts: 1 });
    expect(await safe.upsertCourtBooking('a', booking)).toMatchObject({ error: { type: 'stale_write' } });
  });

  it('succeeds with the given fields and status', async () => {
    api.succeed('createUser', { gender: 'FEMALE', playingHand: 'BOTH' }, { status: 200 });
    expect(await client.safe.createUser(user)).toMatchObject({
      status: 200,
      data: { firstName: 'Ada', gender: 'FEMALE', playingHand: 'BOTH' },
    });
  });

  it('has issues', async () => {
    const issues = [{ path: ['email'], code: 'invalid_format', message: 'Must be an e-mail address.' }];
    api.refuse('createUser', 'invalid_schema', { issues });
    expect(await client.safe.createUser(user)).toMatchObject({ error: { type: 'invalid_schema', issues } });
  });

  it('executes a request on arrival even if the response is late', async () => {
    api.succeed('createUser', {}, { delayMs: 5_000 });
    const late = await client.safe.createUser(user, { attemptTimeoutMs: 500 });
    expect(late).toMatchObject({ ok: true, status: 200, attempts: 2 });
  });

  it('does not change a stored user', async () => {
    await client.createUser({ ...user, birthday: '1985-12-10' });
    const again = await client.createUser({ ...user, firstName: 'Changed' });
    expect(again).toMatchObject({ firstName: 'Ada', birthday: '1985-12-10T00:00:00.000Z' });
  });

  it('leaves no timer after the caller aborts', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      api.succeed('createUser', {}, { delayMs: 60_000 });
      const controller = new AbortController();
      const calling = client.safe.createUser(user, { signal: controller.signal });
      while (api.calls.length === 0) await new Promise((resolve) => setImmediate(resolve));
      // The time limit of the attempt, and the delayed response.
      expect(vi.getTimerCount()).toBe(2);
      controller.abort();
      expect(await calling).toMatchObject({ error: { type: 'aborted' } });
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it('rejects with the abort reason of the caller, as fetch does', async () => {
    api.succeed('createUser', {}, { delayMs: 60_000 });
    const controller = new AbortController();
    const fetching = send('own/users', 'POST', user, { signal: controller.signal });
    while (api.calls.length === 0) await new Promise((resolve) => setImmediate(resolve));
    controller.abort(new Error('gone'));
    await expect(fetching).rejects.toThrow('gone');
  });

  it('returns planned codes and responses that the service does not have', async () => {
    api.answer('upsertCourtBooking', 422, { error: { type: 'court_closed', message: 'Closed.' } });
    expect(await client.safe.upsertCourtBooking('a', booking)).toMatchObject({
      error: { type: 'unexpected_answer', code: 'court_closed' },
    });
    const plain = createPartnerClient({ ...api.clientOptions, maxAttempts: 1 });
    api.answer('createUser', 502, '<h1>Bad gateway</h1>', { headers: { 'Content-Type': 'text/html' } });
    expect(await plain.safe.createUser(user)).toMatchObject({
      error: { type: 'unexpected_answer', status: 502 },
    });
  });

  it('rejects a code of another operation at compile time', () => {
    // @ts-expect-error only of court bookings
    const foreign = () => api.refuse('createUser', 'stale_write');
    expect(foreign).toThrow(
      'createUser does not return "stale_write". Use answer() for responses that are not documented.',
    );
    // @ts-expect-error no code at all
    expect(() => api.refuse('createUser', 'nonsense')).toThrow(TypeError);
  });
});

describe('recorded calls', () => {
  it('filters recorded attempts by `operation`', async () => {
    const narrow = (call: TestCall) => {
      if (call.operation === 'upsertCourtBooking') return call.path.externalCourtBookingId;
      if (call.operation !== 'createUser') return undefined;
      expectTypeOf(call.body.birthday).toEqualTypeOf<string | null | undefined>();
      return call.body.email;
    };
    api.failNetwork('createUser');
    await client.createUser(user);
    await client.upsertCourtBooking('a', booking);
    expect(api.calls.map(narrow)).toEqual([user.email, user.email, 'a']);
    expect(Object.keys(api.calls[0]!)).not.toContain('query');
  });

  it('clears recorded calls and plans at reset', async () => {
    await client.createUser(user);
    api.refuse('createUser', 'email_already_in_use');
    api.reset();
    expect(api.calls).toEqual([]);
    expect(await client.safe.createUser(user)).toMatchObject({ ok: true, status: 201 });
  });
});

it('has a token of its own, and is independent of other test APIs', async () => {
  expect(isWellFormedToken('partner', api.clientOptions.token)).toBe(true);
  const other = createTestPartnerApi();
  await client.createUser(user);
  expect([api.calls.length, other.calls.length]).toEqual([1, 0]);
});
