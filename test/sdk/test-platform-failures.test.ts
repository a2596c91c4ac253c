import { beforeEach, describe, expect, it } from 'vitest';
import { createPartnerClient, type PartnerClient } from '../../sdk/src/index.ts';
import { createTestPlatform, type TestPlatform } from '../../sdk/src/testing/index.ts';

let platform: TestPlatform;
let client: PartnerClient;

beforeEach(() => {
  platform = createTestPlatform();
  client = createPartnerClient({ ...platform.clientOptions, initialDelayMs: 1 });
});

const booking = (fields = {}) => ({
  courtId: platform.courts()[0]!.id,
  startDate: '2027-01-01T10:00:00Z',
  endDate: '2027-01-01T11:00:00Z',
  externalUpdatedAt: '2026-11-20T11:00:00Z',
  ...fields,
});

describe('plans take precedence over rules', () => {
  it('refuse: executes nothing, and the next call follows the rules', async () => {
    platform.refuse('upsertCourtBooking', 'court_booking_overlap', { message: 'Taken.' });
    expect(await client.safe.upsertCourtBooking('a', booking())).toMatchObject({
      error: { type: 'court_booking_overlap', message: 'Taken.' },
    });
    expect(platform.bookings()).toEqual([]);
    expect(await client.safe.upsertCourtBooking('a', booking())).toMatchObject({ status: 201 });
  });

  it('refuse: rejects the codes of other operations', () => {
    // @ts-expect-error only of changes
    expect(() => platform.refuse('listCourts', 'cursor_expired')).toThrow('does not return "cursor_expired"');
  });

  it('succeed: overrides fields of a success, and leaves an error unchanged', async () => {
    platform.succeed('getToken', { label: 'mine' });
    expect(await client.getToken()).toMatchObject({ label: 'mine', scopes: expect.any(Array) });
    platform.succeed('upsertCourtBooking', {}, { times: 2 });
    await client.upsertCourtBooking('a', booking());
    expect(await client.safe.upsertCourtBooking('b', booking())).toMatchObject({
      error: { type: 'court_booking_overlap' },
    });
  });

  it('answer: returns any response', async () => {
    platform.answer('listCourts', 200, '<h1>Hello</h1>', { times: Number.POSITIVE_INFINITY });
    const once = { maxAttempts: 1 };
    expect(await client.safe.listCourts({}, once)).toMatchObject({ error: { type: 'unexpected_answer' } });
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
    expect(await client.safe.upsertCourtBooking('a', booking(), { maxAttempts: 1 })).toMatchObject({
      error: { type: 'service_unavailable', status: 503 },
    });
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

  it('lets the caller abort waiting for a change', async () => {
    const { nextCursor } = await client.listChanges({ cursor: 'latest' });
    const controller = new AbortController();
    const waiting = client.safe.listChanges({ cursor: nextCursor, wait: 30 }, { signal: controller.signal });
    while (platform.calls.length < 2) await new Promise((resolve) => setImmediate(resolve));
    controller.abort();
    expect(await waiting).toMatchObject({ error: { type: 'aborted' } });
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
