import { describe, expect, it, vi } from 'vitest';
import {
  type BatchItem,
  BatchItemsRefusedError,
  createPartnerClient,
  sendItems,
  type UserBatchItem,
  UserBatchItemsRefusedError,
} from '../../sdk/src/index.ts';
import { createTestPlatform } from '../../sdk/src/testing/index.ts';

const version = '2026-11-20T12:00:00Z';

/**
 * Sets up a client whose service is busy: it carries out at most `capacity` items of each batch, and rejects the others with
 * `service_unavailable`.
 */
function setUp(capacity = Number.POSITIVE_INFINITY) {
  const platform = createTestPlatform({ now: new Date('2026-11-27T12:00:00Z') });
  const state = { capacity };
  const sent: { body: object; items: Record<string, unknown>[]; prefer: string | null }[] = [];
  const client = createPartnerClient({
    ...platform.clientOptions,
    pace: false,
    fetch: async (url, init) => {
      const body = JSON.parse(init.body!);
      const { items } = body;
      sent.push({ body, items, prefer: init.headers.get('Prefer') });
      const done = items.slice(0, state.capacity);
      const busy = items
        .slice(done.length)
        .map(({ externalCourtBookingId, externalUserId }: Record<string, unknown>) => ({
          ...(externalUserId ? { externalUserId } : { externalCourtBookingId }),
          status: 503,
          error: { type: 'service_unavailable', message: 'Busy.' },
          retryable: true,
        }));
      if (done.length === 0)
        return Response.json({ summary: { created: 0, refused: busy.length }, results: busy });
      const response = await platform.clientOptions.fetch(url, {
        ...init,
        body: JSON.stringify({ items: done }),
      });
      const { summary, results } = await response.json();
      summary.refused += busy.length;
      return Response.json({ summary, results: [...results, ...busy] });
    },
  });
  const courtId = platform.courts()[0]!.id;
  const booking = (number: number): BatchItem => ({
    action: 'upsert',
    externalCourtBookingId: `b${number}`,
    courtId,
    startDate: new Date(Date.UTC(2027, 0, 4, number)),
    endDate: new Date(Date.UTC(2027, 0, 4, number + 1)),
    externalUpdatedAt: version,
  });
  const bookings = (count: number) => Array.from({ length: count }, (_, number) => booking(number));
  return { client, sent, state, booking, bookings };
}

const quick = { roundDelayMs: 1 };
const idsOf = (items: readonly { externalCourtBookingId?: unknown }[]) =>
  items.map((item) => item.externalCourtBookingId);

describe('sendItems', () => {
  it('sends what is retryable again, unchanged, and returns the results in the order of the items', async () => {
    const { client, sent, bookings } = setUp(2);
    const { results, summary, throwOnRefused } = await sendItems(
      client.batchCourtBookings,
      bookings(5),
      quick,
    );
    expect(sent.map(({ items }) => idsOf(items))).toEqual([
      ['b0', 'b1', 'b2', 'b3', 'b4'],
      ['b2', 'b3', 'b4'],
      ['b4'],
    ]);
    expect(idsOf(results)).toEqual(['b0', 'b1', 'b2', 'b3', 'b4']);
    expect(summary).toMatchObject({ created: 5, refused: 0 });
    expect(throwOnRefused()).toBe(results);
    for (const { body } of sent) expect(Object.keys(body)).toEqual(['items']);
  });

  it('does not send a final error again', async () => {
    const { client, sent, booking } = setUp(1);
    const blocked = { ...booking(0), externalCourtBookingId: 'blocked' } as BatchItem;
    const outcome = await sendItems(client.batchCourtBookings, [booking(0), blocked, booking(1)], quick);
    expect(outcome.results).toMatchObject([
      { outcome: 'created' },
      { outcome: 'refused', error: { type: 'court_booking_overlap' }, retryable: false },
      { outcome: 'created' },
    ]);
    expect(sent).toHaveLength(3);
    expect(outcome.throwOnRefused).toThrow(BatchItemsRefusedError);
    expect(outcome.throwOnRefused).toThrow(
      expect.objectContaining({
        type: 'batch_items_refused',
        operation: 'batchCourtBookings',
        message: expect.stringMatching(/^1 of 3 items were rejected\. blocked: court_booking_overlap: /),
        refused: [outcome.results[1]],
      }),
    );
  });

  it('stops after maxRounds, and returns the last error of each item', async () => {
    const { client, sent, state, bookings } = setUp(0);
    const { results, summary } = await sendItems(client.batchCourtBookings, bookings(2), {
      ...quick,
      maxRounds: 3,
    });
    expect(sent).toHaveLength(3);
    expect(results).toMatchObject(Array(2).fill({ outcome: 'refused', retryable: true }));
    expect(summary.refused).toBe(2);
    sent.length = 0;
    await sendItems(client.batchCourtBookings, bookings(1), quick);
    expect(sent).toHaveLength(5);
    state.capacity = 1;
    expect(
      (await sendItems(client.batchCourtBookings, bookings(12), { ...quick, maxRounds: 2 })).summary,
    ).toMatchObject({ created: 2, refused: 10 });
  });

  it('waits longer each time, at random between half and all', async () => {
    const { client, bookings } = setUp(0);
    const timers = vi.spyOn(globalThis, 'setTimeout');
    const random = vi.spyOn(Math, 'random');
    for (const [value, waits] of [
      [0, [5, 10, 20]],
      [1, [10, 20, 40]],
    ] as const) {
      random.mockReturnValue(value);
      timers.mockClear();
      await sendItems(client.batchCourtBookings, bookings(1), { roundDelayMs: 10, maxRounds: 4 });
      expect(timers.mock.calls.map(([, millis]) => millis).filter((millis) => millis! < 100)).toEqual(waits);
    }
    vi.restoreAllMocks();
  });

  it('rejects when the signal fires during a pause, and sends nothing more', async () => {
    const { client, sent, bookings } = setUp(0);
    const started = performance.now();
    const signal = AbortSignal.timeout(50);
    const sending = sendItems(client.batchCourtBookings, bookings(1), { roundDelayMs: 60_000, signal });
    await expect(sending).rejects.toMatchObject({ type: 'aborted' });
    expect(performance.now() - started).toBeLessThan(25_000);
    expect(sent).toHaveLength(1);
  });

  it('cuts any number of items into batches, and passes on the options of a batch', async () => {
    const { client, sent, bookings } = setUp();
    const outcome = await sendItems(client.batchCourtBookings, new Set(bookings(450)), { minimal: true });
    expect(sent.map(({ items, prefer }) => [items.length, prefer])).toEqual([
      [200, 'return=minimal'],
      [200, 'return=minimal'],
      [50, 'return=minimal'],
    ]);
    expect(outcome.summary.created).toBe(450);
    expect(outcome.results[449]).toMatchObject({ externalCourtBookingId: 'b449', outcome: 'created' });
  });

  it('sends nothing for no items', async () => {
    const { client, sent } = setUp();
    expect(await sendItems(client.batchCourtBookings, [])).toMatchObject({
      summary: { refused: 0 },
      results: [],
    });
    expect(sent).toEqual([]);
  });

  it('sends users', async () => {
    const { client, sent } = setUp(2);
    const items: UserBatchItem[] = [0, 1, 2, 3].map((number) => ({
      action: 'upsert',
      externalUserId: `u${number}`,
      email: number === 3 ? 'u0@example.com' : `u${number}@example.com`,
      firstName: 'Ada',
      lastName: 'Lovelace',
      birthday: new Date('1985-12-10'),
    }));
    const outcome = await sendItems(client.batchUsers, items, quick);
    expect(outcome.results.map(({ externalUserId, outcome }) => [externalUserId, outcome])).toEqual([
      ['u0', 'created'],
      ['u1', 'created'],
      ['u2', 'created'],
      ['u3', 'refused'],
    ]);
    expect(sent).toHaveLength(2);
    expect(outcome.throwOnRefused).toThrow(UserBatchItemsRefusedError);
    expect(outcome.throwOnRefused).toThrow(/^1 of 4 items were rejected\. u3: email_already_in_use: /);
  });
});
