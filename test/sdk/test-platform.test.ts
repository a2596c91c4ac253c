import { beforeEach, describe, expect, it } from 'vitest';
import { createPartnerClient, type PartnerClient } from '../../sdk/src/index.ts';
import { createTestPlatform, type TestPlatform } from '../../sdk/src/testing/index.ts';
import { bookingOn } from '../harness/data/ada.ts';

let platform: TestPlatform;
let client: PartnerClient;

const clientOf = (options: TestPlatform['clientOptions'], more = {}) =>
  createPartnerClient({ ...options, initialDelayMs: 1, ...more });

beforeEach(() => {
  platform = createTestPlatform({
    now: '2026-11-20T12:00:00Z',
    courts: ['Centre', { name: 'Side', id: '01990B2E-6F6C-7C1E-9A53-0F2A5A6F1C03' }],
    organizations: [{ name: 'Hill', courts: ['North'], granted: false }],
    users: [{ email: 'Ada@example.com', externalUserId: 'member-1', firstName: 'Ada', lastName: 'Lovelace' }],
  });
  client = clientOf(platform.clientOptions);
});

const booking = (fields = {}) => ({ ...bookingOn(platform.courts()[0]!.id), ...fields });

describe('platform', () => {
  it('begins with the given data and without changes', async () => {
    expect(platform.courts()).toMatchObject([
      { name: 'Centre', active: true, organization: { name: 'Test club' } },
      { name: 'Side', id: '01990b2e-6f6c-7c1e-9a53-0f2a5a6f1c03' },
      { name: 'North', organization: { name: 'Hill' } },
    ]);
    expect(platform.users()).toMatchObject([{ firstName: 'Ada', externalUserId: 'member-1', managed: true }]);
    expect([platform.bookings(), platform.changes(), platform.calls]).toEqual([[], [], []]);
    expect((await client.listUsers({ email: 'ada@example.com' })).items).toEqual(platform.users());
    expect((await client.listCourts()).items.map(({ name }) => name)).toEqual(['Centre', 'Side']);
  });

  it('begins with two courts by default, and is independent of other platforms', async () => {
    const [one, other] = [createTestPlatform(), createTestPlatform()];
    await clientOf(one.clientOptions).upsertCourtBooking('a', booking({ courtId: one.courts()[0]!.id }));
    expect([one.courts().length, one.bookings().length, other.bookings().length]).toEqual([2, 1, 0]);
    expect(Math.abs(one.now().getTime() - Date.now())).toBeLessThan(60_000);
  });

  it('returns the sent request id if it is well-formed, and otherwise its own', async () => {
    const { fetch, token, baseUrl } = platform.clientOptions;
    const answeredUnder = async (requestId: string) => {
      const headers = { Authorization: `Bearer ${token}`, 'X-Request-Id': requestId };
      const { headers: told } = await fetch(new Request(new URL('/api/v1/token', baseUrl), { headers }));
      return told.get('X-Request-Id');
    };
    for (const kept of ['AZaz09_.:=+/-', 'x'.repeat(128)]) expect(await answeredUnder(kept)).toBe(kept);
    for (const replaced of ['!x', 'x!', 'a b', 'x'.repeat(129)])
      expect(await answeredUnder(replaced)).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('records the calls as they were sent', async () => {
    await client.safe.upsertCourtBooking('a/b', booking(), { requestId: 'mine' });
    await client.cancelCourtBooking('a/b', '2026-11-20T13:00:00+01:00');
    expect(platform.calls).toMatchObject([
      {
        operation: 'upsertCourtBooking',
        path: { externalCourtBookingId: 'a/b' },
        body: booking(),
        requestId: 'mine',
      },
      {
        operation: 'cancelCourtBooking',
        query: { externalUpdatedAt: '2026-11-20T13:00:00+01:00' },
        body: undefined,
      },
    ]);
    expect(platform.calls[0]!.headers.get('Authorization')).toBe(`Bearer ${platform.clientOptions.token}`);
  });

  it('rejects an invalid Date, and keeps the birthday', async () => {
    const invalid = new Date('31.12.1980');
    const { id } = platform.users()[0]!;
    await client.updateUser(id, { birthday: '1980-12-31' });
    const updated = client.updateUser(id, { birthday: invalid });
    await expect(updated).rejects.toMatchObject({ type: 'invalid_argument' });
    expect(platform.users()).toMatchObject([{ birthday: '1980-12-31T00:00:00.000Z' }]);
    expect(() => createTestPlatform({ now: invalid })).toThrow(/valid Date/);
    expect(() => platform.issueToken({ expiresAt: invalid })).toThrow(/"expiresAt" must be a valid Date/);
  });

  it('returns to its initial state after a reset', async () => {
    await client.upsertCourtBooking('a', booking());
    platform.refuse('getToken', 'internal_server_error');
    platform.goDown();
    platform.slowDown(60_000);
    platform.advance(1_000);
    platform.reset();
    expect(platform.now()).toEqual(new Date('2026-11-20T12:00:00Z'));
    expect([platform.bookings(), platform.changes(), platform.calls]).toEqual([[], [], []]);
    expect(await client.safe.getToken()).toMatchObject({ ok: true, attempts: 1 });
    expect(await client.safe.upsertCourtBooking('a', booking())).toMatchObject({ status: 201 });
  });
});

describe('clock', () => {
  it('starts at the given time and advances on request', async () => {
    await client.upsertCourtBooking('a', booking());
    platform.advance(60_000);
    await client.upsertCourtBooking('a', booking({ externalUpdatedAt: '2026-11-20T11:30:00Z' }));
    expect(platform.bookings()).toMatchObject([
      { createdAt: '2026-11-20T12:00:00.000Z', updatedAt: '2026-11-20T12:01:00.000Z' },
    ]);
  });

  it('expires data after 30 days', async () => {
    await platform.addWebhookEndpoint({ url: 'https://example.com' });
    await client.upsertCourtBooking('a', booking());
    const { nextCursor } = await client.listChanges({ limit: 1 });
    await client.cancelCourtBooking('a', '2026-11-20T11:30:00Z');
    platform.advance(30 * 86_400_000 + 1);
    expect(await platform.webhookRequests()).toEqual([]);
    const expired = await client.safe.listChanges({ cursor: nextCursor });
    expect(expired).toMatchObject({ error: { type: 'cursor_expired' } });
  });

  it('ends waiting calls', async () => {
    const { nextCursor } = await client.listChanges({ cursor: 'latest' });
    const waiting = client.safe.listChanges({ cursor: nextCursor, wait: 30 });
    while (platform.calls.length < 2) await new Promise((resolve) => setImmediate(resolve));
    await new Promise((resolve) => setImmediate(resolve));
    platform.advance(30_000);
    expect(await waiting).toMatchObject({ ok: true, data: { items: [], caughtUp: true } });
  });

  it('rejects negative numbers and NaN, in time and in plans, before anything changes', async () => {
    const { rotateSecret } = await platform.addWebhookEndpoint({ url: 'https://example.com' });
    const { advance, slowDown, refuse } = platform;
    for (const value of [Number.NaN, -5, '5' as never]) {
      const plans = [{ times: value }, { delayMs: value }, { retryAfterSeconds: value }];
      for (const call of [
        ...[advance, slowDown, rotateSecret].map((set) => async () => set(value)),
        ...plans.map((plan) => async () => refuse('getToken', 'rate_limit_exceeded', plan)),
      ])
        await expect(call()).rejects.toMatchObject({ type: 'invalid_options' });
    }
    expect(() => advance(Number.POSITIVE_INFINITY)).toThrow('advance');
    expect(platform.now()).toEqual(new Date('2026-11-20T12:00:00Z'));
    expect(await client.safe.getToken()).toMatchObject({ ok: true, attempts: 1 });
  });

  it('decides about birthdays and about versions in the future', async () => {
    const user = { email: 'bob@example.com', externalUserId: 'b', firstName: 'B', lastName: 'B' };
    const born = { ...user, birthday: '2026-11-21' };
    expect(await client.safe.createUser(born)).toMatchObject({ error: { type: 'invalid_schema' } });
    platform.advance(86_400_000);
    expect(await client.safe.createUser(born)).toMatchObject({ status: 201 });
    await client.upsertCourtBooking('a', booking({ externalUpdatedAt: '2026-11-22T00:00:00Z' }));
    const stale = await client.safe.upsertCourtBooking('a', booking());
    expect(!stale.ok && stale.error.message).toContain("lies in the future of this service's clock");
  });
});

describe('plans take precedence over rules', () => {
  it('refuse: executes nothing, and the next call follows the rules', async () => {
    platform.refuse('upsertCourtBooking', 'court_booking_overlap', { message: 'Taken.' });
    const refused = await client.safe.upsertCourtBooking('a', booking());
    expect(refused).toMatchObject({ error: { type: 'court_booking_overlap', message: 'Taken.' } });
    expect(platform.bookings()).toEqual([]);
    expect(await client.safe.upsertCourtBooking('a', booking())).toMatchObject({ status: 201 });
  });

  it('succeed: overrides fields of a success, and leaves an error unchanged', async () => {
    platform.succeed('getToken', { label: 'mine' });
    expect(await client.getToken()).toMatchObject({ label: 'mine', scopes: expect.any(Array) });
    platform.succeed('upsertCourtBooking', {}, { times: 2 });
    await client.upsertCourtBooking('a', booking());
    const refused = await client.safe.upsertCourtBooking('b', booking());
    expect(refused).toMatchObject({ error: { type: 'court_booking_overlap' } });
  });

  it('failNetwork: fails before or after execution, also with a delay', async () => {
    platform.failNetwork('upsertCourtBooking');
    platform.failNetwork('upsertCourtBooking', { afterDelivery: true, delayMs: 5 });
    expect(await client.safe.upsertCourtBooking('a', booking())).toMatchObject({ status: 200, attempts: 3 });
    expect(platform.changes().map(({ type }) => type)).toEqual(['court_booking.created']);
  });
});

describe('outages', () => {
  it('unreachable: no request arrives', async () => {
    platform.goDown();
    const once = { maxAttempts: 1 };
    expect(await client.safe.getToken(once)).toMatchObject({ error: { type: 'network_error' } });
    expect(platform.calls).toEqual([]);
    platform.comeBack();
    expect(await client.safe.getToken(once)).toMatchObject({ ok: true });
  });

  it('unavailable: returns 503 with Retry-After and executes nothing', async () => {
    platform.goDown('unavailable');
    const failed = await client.safe.upsertCourtBooking('a', booking(), { maxAttempts: 1 });
    expect(failed).toMatchObject({ error: { type: 'service_unavailable', status: 503 } });
    expect([platform.calls.length, platform.bookings().length]).toEqual([1, 0]);
  });

  it('answers lost: executes requests, and retries are safe', async () => {
    platform.goDown('answers lost');
    const lost = await client.safe.upsertCourtBooking('a', booking(), { maxAttempts: 2 });
    expect(lost).toMatchObject({ error: { type: 'network_error', attempts: 2 } });
    platform.comeBack();
    expect(await client.safe.upsertCourtBooking('a', booking())).toMatchObject({ status: 200 });
    expect(platform.changes()).toHaveLength(1);
  });

  it('late responses: executes the request, even if the caller aborts', async () => {
    platform.slowDown(60_000);
    const late = await client.safe.upsertCourtBooking('a', booking(), { timeoutMs: 30 });
    expect(late).toMatchObject({ error: { type: 'timeout' } });
    expect(platform.bookings()).toHaveLength(1);
    platform.slowDown(0);
    expect(await client.safe.upsertCourtBooking('a', booking())).toMatchObject({ status: 200 });
  });

  it('gives the place of an aborted wait to another one, of the five places per token', async () => {
    const { nextCursor } = await client.listChanges({ cursor: 'latest' });
    // Without pace, so that a rejected call does not hold back the others.
    const hasty = createPartnerClient({ ...platform.clientOptions, maxAttempts: 1, pace: false });
    const wait = (options: object = {}) => hasty.safe.listChanges({ cursor: nextCursor, wait: 30 }, options);
    const haveArrived = async (count: number) => {
      while (platform.calls.length < count) await new Promise((resolve) => setImmediate(resolve));
      for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve));
    };
    const timers = () => process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length;
    const before = timers();
    const controller = new AbortController();
    const five = Array.from({ length: 5 }, () => wait({ signal: controller.signal }));
    await haveArrived(6);
    expect(await wait()).toMatchObject({ error: { type: 'rate_limit_exceeded' } });
    controller.abort();
    for (const result of await Promise.all(five))
      expect(result).toMatchObject({ error: { type: 'aborted' } });
    await haveArrived(7);
    // No timer is left to keep the process running.
    expect(timers()).toBeLessThanOrEqual(before);
    const next = wait();
    await haveArrived(8);
    await client.upsertCourtBooking('a', booking());
    expect(await next).toMatchObject({ ok: true, data: { items: [{ type: 'court_booking.created' }] } });
  });
});
