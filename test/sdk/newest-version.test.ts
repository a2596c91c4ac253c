import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BatchItem, createPartnerClient, type PartnerClientOptions } from '../../sdk/src/index.ts';
import { createBookingSync, type SourceBooking, type SyncCheckpoint } from '../../sdk/src/sync/index.ts';
import { createTestPlatform } from '../../sdk/src/testing/index.ts';
import { type Fate, fates, faultyFetch, untilKilled } from '../harness/clients/faulty-fetch.ts';
import { runs } from '../harness/data/runs.ts';
import { useTestService } from '../harness/servers/use-test-service.ts';

/** Where a set of steps happens. */
interface Place {
  options: PartnerClientOptions;
  courtId: string;
  /** Distinguishes the ids and days of this set from those of others on the same service. */
  number: number;
}

/** A step that does not depend on a run. */
type Live =
  | { does: 'write'; id: number; slot: number; guest: number }
  | { does: 'cancel'; id: number }
  // A request of the current version. It arrives at once, or when it is delivered.
  | { does: 'call'; id: number; isLate: boolean }
  | { does: 'deliver'; which: number };
const live = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ does: fc.constant('write'), id: fc.nat(3), slot: fc.nat(3), guest: fc.nat(1) }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('cancel'), id: fc.nat(3) }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('call'), id: fc.nat(3), isLate: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('deliver'), which: fc.nat(9) }) },
) as fc.Arbitrary<Live>;

/** A run. Other steps may happen between its requests. */
type Run =
  | { does: 'push'; isReversed: boolean; fates: Fate<Live>[] }
  | { does: 'compare'; fates: Fate<Live>[] };
const step: fc.Arbitrary<Live | Run> = fc.oneof(
  { weight: 8, arbitrary: live },
  {
    weight: 4,
    arbitrary: fc.record({ does: fc.constant('push'), isReversed: fc.boolean(), fates: fates(live) }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('compare'), fates: fates(live) }) },
);
const set = fc.record({
  steps: fc.array(step, { minLength: 3, maxLength: 40, size: 'max' }),
  isCompared: fc.boolean(),
});

/** A booking in the partner's system. Without a slot, it is cancelled. */
interface Own {
  version: number;
  slot?: number | undefined;
  guest: number;
}

/** Carries out the steps. Then sends what is left, by a comparison or by `push`, and delivers the late requests last. */
async function carryOut(
  place: Place,
  { steps, isCompared }: { steps: (Live | Run)[]; isCompared: boolean },
): Promise<void> {
  const day = Date.UTC(2027, 0, 4 + place.number);
  const hour = (slot: number) => new Date(day + slot * 3_600_000).toISOString();
  const idOf = (id: number) => `s${place.number}-${id}`;
  let time = 0;
  const versionAt = (number: number) => new Date(Date.UTC(2026, 9, 20, 12, 0, number)).toISOString();
  const own = new Map<number, Own>();
  /** Every version that was not sent yet, in order. */
  let outbox: { id: number; item: BatchItem }[] = [];
  const underWay: (() => Promise<unknown>)[] = [];
  let kept = 'null';
  const checkpoint = {
    load: () => JSON.parse(kept) as SyncCheckpoint | null,
    save: (one: SyncCheckpoint | null) => {
      kept = JSON.stringify(one);
    },
  };

  const bookingOf = (id: number, { version, slot, guest }: Own): SourceBooking => ({
    externalCourtBookingId: idOf(id),
    courtId: place.courtId,
    startDate: hour(slot!),
    endDate: hour(slot! + 1),
    externalUpdatedAt: versionAt(version),
    participants: [{ email: `guest-${guest}@example.com` }],
  });
  const itemOf = (id: number): BatchItem => {
    const booking = own.get(id)!;
    return booking.slot === undefined
      ? { action: 'cancel', externalCourtBookingId: idOf(id), externalUpdatedAt: versionAt(booking.version) }
      : { action: 'upsert', ...bookingOf(id, booking) };
  };
  const source = () =>
    [...own].filter(([, { slot }]) => slot !== undefined).map(([id, booking]) => bookingOf(id, booking));
  const send = place.options.fetch ?? fetch;
  const clientOf = (ofRequests: Fate<Live>[]) =>
    createPartnerClient({
      ...place.options,
      pace: false,
      initialDelayMs: 1,
      fetch: faultyFetch(send, ofRequests, underWay, carryOutLive),
    });
  const client = clientOf([]);
  const syncOf = (ofRequests: Fate<Live>[] = []) =>
    createBookingSync({
      client: clientOf(ofRequests),
      source,
      scope: { courts: [place.courtId], from: hour(0), to: hour(24) },
      mode: 'mirror',
      allowEmpty: true,
      now: () => Date.parse(versionAt(time)) + 500,
      marginMs: 0,
      maxRounds: 1,
      checkpoint,
    });
  const push = async (sent: typeof outbox, ofRequests?: Fate<Live>[]) => {
    const { refused } = await syncOf(ofRequests).push(sent.map(({ item }) => item));
    const left = refused.filter(({ type }) => type !== 'stale_write');
    const open = new Set(left.map(({ externalCourtBookingId: id }) => id));
    // What was written meanwhile stays, too.
    outbox = outbox.filter((entry) => !sent.includes(entry) || open.has(idOf(entry.id)));
    return left;
  };
  const write = (id: number, booking: Omit<Own, 'version'>) => {
    own.set(id, { ...booking, version: time });
    outbox.push({ id, item: itemOf(id) });
  };

  async function carryOutLive(one: Live): Promise<void> {
    time += 1;
    if (one.does === 'write') {
      const { id, slot, guest } = one;
      const [other] = [...own].find(([key, booking]) => key !== id && booking.slot === slot) ?? [];
      // Another booking there takes the place of this one, or is cancelled.
      if (other !== undefined) write(other, { ...own.get(other)!, slot: own.get(id)?.slot });
      write(id, { slot, guest });
    } else if (one.does === 'cancel') {
      if (own.has(one.id)) write(one.id, { ...own.get(one.id)!, slot: undefined });
    } else if (one.does === 'call') {
      if (!own.has(one.id)) return;
      const item = itemOf(one.id);
      const call = () => client.batchCourtBookings({ items: [item] });
      if (one.isLate) underWay.push(call);
      else await call();
    } else {
      const [call] = underWay.splice(one.which, 1);
      await call?.();
    }
  }

  for (const one of steps) {
    time += 1;
    if (one.does === 'push')
      await untilKilled(push(one.isReversed ? outbox.toReversed() : outbox, one.fates));
    else if (one.does === 'compare') await untilKilled(syncOf(one.fates).sync());
    else await carryOutLive(one);
  }

  time += 1;
  if (isCompared) await syncOf().sync();
  // A comparison does not know of a booking that is neither in the source nor stored.
  expect(await push(outbox.filter(({ item }) => !isCompared || item.action === 'cancel'))).toEqual([]);
  for (const call of underWay) await call();

  for (const [id, { slot, guest, version }] of own) {
    const stored = await client.getCourtBooking(idOf(id)).catch((error) => error);
    if (slot === undefined) {
      // A cancellation of a booking that was never stored leaves no booking.
      expect(stored.type ?? stored.status, `${id}`).toMatch(/^(court_booking_not_found|CANCELLED)$/);
      continue;
    }
    expect(stored, `${id}`).toMatchObject({
      status: 'ACTIVE',
      startDate: hour(slot),
      externalUpdatedAt: versionAt(version),
      participants: [{ email: `guest-${guest}@example.com` }],
    });
  }
}

describe('the newest version', () => {
  it('is stored after any order of writes, push, comparisons, kills and late requests: test platform', async () => {
    await fc.assert(
      fc.asyncProperty(set, async (given) => {
        const platform = createTestPlatform({ now: new Date('2026-11-27T12:00:00Z') });
        const options = platform.clientOptions;
        await carryOut({ options, courtId: platform.courts()[0]!.id, number: 0 }, given);
      }),
      { numRuns: runs(100), seed: 49 },
    );
  }, 240_000);

  describe('at the service', () => {
    const service = useTestService('postgresql');

    it('is stored after any order of writes, push, comparisons, kills and late requests', async () => {
      const { token, externalServiceId, courtIds } = await service.factories.tenant(1);
      const options = { baseUrl: service.address, token, externalServiceId };
      let number = 0;
      await fc.assert(
        fc.asyncProperty(set, async (given) => {
          number += 1;
          await carryOut({ options, courtId: courtIds[0]!, number }, given);
        }),
        { numRuns: Math.min(runs(15), 100), seed: 50 },
      );
    }, 240_000);
  });
});
