import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { type BatchItem, createPartnerClient } from '../../sdk/src/index.ts';
import { createBookingSync, type SourceBooking } from '../../sdk/src/sync/index.ts';
import { untilKilled } from '../harness/clients/faulty-fetch.ts';
import type { Tenant } from '../harness/data/factories.ts';
import { runs } from '../harness/data/runs.ts';
import { useTestService } from '../harness/servers/use-test-service.ts';

const service = useTestService('postgresql');
let tenant: Tenant;
let client: ReturnType<typeof createPartnerClient>;
let batches: { atomic: boolean; items: { externalCourtBookingId: string }[] }[];
let reads: number;
/** The process is killed after this number of requests. */
let requestsLeft: number;

beforeEach(async () => {
  tenant = await service.factories.tenant(3);
  batches = [];
  reads = 0;
  requestsLeft = Number.POSITIVE_INFINITY;
  client = createPartnerClient({
    baseUrl: service.address,
    token: tenant.token,
    externalServiceId: tenant.externalServiceId,
    fetch: async (input, init) => {
      if (requestsLeft-- <= 0) throw new ReferenceError('killed');
      if (init.method === 'POST') batches.push(JSON.parse(init.body!));
      else reads += 1;
      return fetch(input, init);
    },
  });
});

const hour = (number: number) => new Date(Date.UTC(2027, 0, 4, number)).toISOString();
const version = (number: number) => new Date(Date.UTC(2026, 10, 20, 12, 0, number)).toISOString();
const now = () => Date.UTC(2026, 10, 21);
const at = (id: string, court: number, start: number, number: number): SourceBooking => ({
  externalCourtBookingId: id,
  courtId: tenant.courtIds[court]!,
  startDate: hour(start),
  endDate: hour(start + 1),
  externalUpdatedAt: version(number),
  participants: [{ email: `${id}@example.com` }],
});
const upsert = (booking: SourceBooking): BatchItem => ({ action: 'upsert', ...booking });
const cancel = (externalCourtBookingId: string, number: number): BatchItem => ({
  action: 'cancel',
  externalCourtBookingId,
  externalUpdatedAt: version(number),
});
const syncOf = (source: SourceBooking[] = []) =>
  createBookingSync({
    client,
    source: () => source,
    scope: { courts: tenant.courtIds, from: hour(0), to: hour(100) },
    mode: 'mirror',
    allowEmpty: true,
    now,
    roundDelayMs: 1,
  });

describe('push', () => {
  it('sends a newer version with the stored content, so that an older one that arrives late is rejected', async () => {
    await syncOf().push([upsert(at('a', 0, 1, 1))]);
    expect(await syncOf().push([upsert(at('a', 0, 1, 3))])).toMatchObject({
      ok: true,
      summary: { updated: 1 },
    });
    const { results } = await client.batchCourtBookings({ items: [upsert(at('a', 0, 2, 2))] });
    expect(results).toMatchObject([{ error: { type: 'stale_write' } }]);
    expect(await client.getCourtBooking('a')).toMatchObject({
      startDate: hour(1),
      externalUpdatedAt: version(3),
    });
  });

  it('rejects rows that are no change, and sends the others', async () => {
    const wrong = [null, { ...cancel('a', 2), action: 'update' }, {}] as unknown as BatchItem[];
    const unreadable = upsert({ ...at('c', 0, 1, 1), startDate: new Date('31.12.2026') });
    await syncOf().push([upsert(at('a', 0, 1, 1))]);
    const { summary, refused } = await syncOf().push([...wrong, unreadable, upsert(at('b', 0, 2, 1))]);
    expect(summary).toMatchObject({ created: 1, cancelled: 0, refused: 4 });
    expect(refused.pop()).toMatchObject({ externalCourtBookingId: 'c', type: 'invalid_booking', by: 'plan' });
    const rejection = { type: 'invalid_booking', message: 'action must be upsert or cancel.', by: 'plan' };
    expect(refused).toMatchObject([rejection, { externalCourtBookingId: 'a', ...rejection }, rejection]);
  });

  it('sends 100 stored bookings again in one request, and reads nothing', async () => {
    const all = Array.from({ length: 100 }, (_, index) => upsert(at(`n${index}`, index % 3, index, 1)));
    await syncOf().push(all);
    batches = [];
    expect(await syncOf().push(all)).toMatchObject({ ok: true, summary: { replayed: 100, unchanged: 0 } });
    expect({ batches: batches.length, reads }).toEqual({ batches: 1, reads: 0 });
  });

  it('is completed by repeating it, even if each run is killed after its first request', async () => {
    // Each takes the place of the next, in the worst order.
    const places = (number: number, by: number) =>
      Array.from({ length: 30 }, (_, index) => upsert(at(`k${index}`, 0, index + by, number)));
    await syncOf().push(places(1, 0));
    for (let run = 0; run < 30; run++) {
      requestsLeft = 1;
      await untilKilled(syncOf().push(places(2, 1)));
    }
    requestsLeft = 1;
    expect(await syncOf().push(places(2, 1))).toMatchObject({ ok: true, summary: { replayed: 30 } });
  });

  it('ends with a report of what was written and rejected, without what may still be written', async () => {
    await syncOf().push([upsert(at('z', 0, 1, 1))]);
    const others = Array.from({ length: 199 }, (_, index) => at(`n${index}`, 1, index, 1));
    const bad = { ...others[0]!, endDate: hour(0) };
    const all = [at('a', 0, 1, 2), bad, ...others.slice(1), at('z', 0, 2, 2)].map(upsert);
    requestsLeft = 1;
    const error = await syncOf()
      .push(all)
      .catch((one) => one);
    requestsLeft = 9;
    expect(error).toMatchObject({ type: 'interrupted', report: { summary: { created: 198, refused: 1 } } });
    expect(error.report.refused).toMatchObject([{ type: 'invalid_time_range' }]);
    expect(await syncOf().push(all)).toMatchObject({ summary: { created: 1, updated: 1, replayed: 198 } });
  });

  it('finds an exchange of places that an overlap lists only in part', async () => {
    const day = { ...at('day', 0, 0, 1), endDate: hour(12) };
    const hours = Array.from({ length: 12 }, (_, index) => at(`h${index}`, 1, index, 1));
    await syncOf().push([day, ...hours].map(upsert));
    const exchanged = [
      { ...day, courtId: tenant.courtIds[1]!, externalUpdatedAt: version(2) },
      ...hours.map((one) => ({ ...one, courtId: tenant.courtIds[0]!, externalUpdatedAt: version(2) })),
    ];
    expect(await syncOf().push(exchanged.map(upsert))).toMatchObject({ ok: true, summary: { updated: 13 } });
  });

  it('does not send a booking again whose place is taken by none of the call', async () => {
    await syncOf().push([upsert(at('a', 0, 1, 1))]);
    batches = [];
    const report = await syncOf().push([upsert(at('b', 0, 1, 1)), upsert(at('c', 0, 2, 1))]);
    expect(report).toMatchObject({ ok: false, summary: { created: 1, refused: 1 } });
    expect(batches).toHaveLength(1);
  });

  it('reads a booking in conflict, and reports what is stored', async () => {
    await syncOf().push([upsert(at('a', 0, 1, 1)), upsert(at('b', 0, 2, 1))]);
    const report = await syncOf().push([upsert(at('a', 0, 3, 1)), upsert(at('b', 0, 2, 1))]);
    const message = expect.stringContaining('other content (startDate, endDate)');
    const why = { type: 'version_conflict', message, stored: { status: 'ACTIVE' } };
    expect(report.refused).toMatchObject([{ externalCourtBookingId: 'a', by: 'service', ...why }]);
    expect(report.summary).toMatchObject({ replayed: 1, refused: 1 });
    expect(reads).toBe(1);
  });

  it('sends a cancellation before the booking that takes its place', async () => {
    await syncOf().push([upsert(at('a', 0, 1, 1))]);
    batches = [];
    const report = await syncOf().push([upsert(at('b', 0, 1, 2)), cancel('a', 2)]);
    expect(report).toMatchObject({ ok: true, summary: { created: 1, cancelled: 1 } });
    expect(batches).toHaveLength(1);
  });

  it('sends the newest of several changes of a booking, and prefers a cancellation in a tie', async () => {
    const report = await syncOf().push([
      upsert(at('a', 0, 1, 3)),
      upsert(at('a', 0, 2, 1)),
      upsert(at('b', 0, 4, 2)),
      cancel('b', 2),
    ]);
    expect(report).toMatchObject({ ok: true, summary: { created: 1, cancelled: 1 } });
    expect((await client.getCourtBooking('a')).startDate).toBe(hour(1));
  });

  it('replays an unchanged booking, and reports a stale one', async () => {
    await syncOf().push([upsert(at('a', 0, 1, 2)), upsert(at('b', 0, 5, 2))]);
    const report = await syncOf().push([upsert(at('a', 0, 1, 2)), upsert(at('b', 0, 6, 1))]);
    expect(report).toMatchObject({ ok: false, summary: { replayed: 1, refused: 1 } });
    expect(report.refused).toMatchObject([
      { externalCourtBookingId: 'b', type: 'stale_write', stored: { externalUpdatedAt: version(2) } },
    ]);
    expect(reads).toBe(0);
  });

  it('ignores the scope of the synchronization', async () => {
    expect(await syncOf().push([upsert(at('next-month', 0, 700, 1))])).toMatchObject({ ok: true });
  });

  it('leaves nothing to do for a full comparison after any pushed moves, swaps and cancellations', async () => {
    const slots = Array.from({ length: 12 }, (_, index) => [index % 3, Math.floor(index / 3)] as const);
    const state = fc.shuffledSubarray(slots, { minLength: 9, maxLength: 12 });
    let round = 0;
    let atomic = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(state, { minLength: 2, maxLength: 5 }), async (states) => {
        round += 1;
        let before: SourceBooking[] = [];
        for (const [index, places] of states.entries()) {
          const number = round * 10 + index;
          const next = places.map(([court, start], place) =>
            at(`r${round}-${place}`, court, round * 10 + start, number),
          );
          const gone = before.filter(
            (one) => !next.some(({ externalCourtBookingId: id }) => id === one.externalCourtBookingId),
          );
          batches = [];
          const changes = [
            ...next.map(upsert),
            ...gone.map((one) => cancel(one.externalCourtBookingId, number)),
          ];
          expect((await syncOf().push(changes)).refused).toEqual([]);
          atomic += batches.filter((batch) => batch.atomic).length;
          before = next;
        }
        const scope = { courts: tenant.courtIds, from: hour(round * 10), to: hour(round * 10 + 10) };
        const nightly = createBookingSync({ client, source: () => before, scope, mode: 'mirror', now });
        expect(await nightly.plan()).toMatchObject({ changes: [], refused: [] });
      }),
      { numRuns: Math.min(runs(8), 60) },
    );
    expect(atomic).toBeGreaterThan(0);
  });
});
