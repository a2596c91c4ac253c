import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type BatchItem,
  createPartnerClient,
  type PartnerClient,
  type PartnerClientOptions,
  type UserBatchItem,
} from '../../sdk/src/index.ts';
import { createBookingSync, createUserSync, type SyncCheckpoint } from '../../sdk/src/sync/index.ts';
import { createTestPlatform } from '../../sdk/src/testing/index.ts';
import { type Fate, fates, faultyFetch, untilKilled } from '../harness/clients/faulty-fetch.ts';
import { runs } from '../harness/data/runs.ts';
import { useTestService } from '../harness/servers/use-test-service.ts';

/** Where a set of steps happens. */
interface Place {
  options: PartnerClientOptions;
  courtId: string;
  /** Distinguishes the addresses of this set from those of others on the same service. */
  number: number;
}

/** A step that does not depend on a run. */
type Live =
  | { does: 'write'; id: number; slot: number; name: number }
  | { does: 'remove'; id: number }
  // A request of the current state. It arrives at once, or when it is delivered.
  | { does: 'call'; id: number; isLate: boolean }
  | { does: 'deliver'; which: number };
const live = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ does: fc.constant('write'), id: fc.nat(3), slot: fc.nat(3), name: fc.nat(1) }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('remove'), id: fc.nat(3) }) },
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
type Given = typeof set extends fc.Arbitrary<infer Value> ? Value : never;

/** A record in the partner's system. Only one record can have a slot. Without one, it is cancelled or erased. */
interface Own {
  version: number;
  slot: number | undefined;
  name: number;
}
type Present = Own & { slot: number };
type Records<One = Own> = [id: string, own: One][];

/** Bookings or users. */
interface Kind<Item> {
  /**
   * Whether the platform rejects a request that arrives late. Users have no version, so a late request replaces what is newer, until the
   * next comparison. A set of users that ends with `push` has no such request: what would arrive late never arrives.
   */
  isVersioned: boolean;
  itemOf(id: string, own: Own): Item;
  call(client: PartnerClient, item: Item): Promise<unknown>;
  sync(client: PartnerClient, source: () => Records<Present>, time: () => number): Sync<Item>;
  expectStored(client: PartnerClient, all: Records): Promise<void>;
}

/** Each function returns the ids of what is still to be sent. */
interface Sync<Item> {
  push(items: Item[]): Promise<string[]>;
  compare(): Promise<string[]>;
}

const isPresent = (entry: Records[number]): entry is Records<Present>[number] => entry[1].slot !== undefined;

/** Carries out the steps. Then sends what is left, by a comparison or by `push`, and delivers the late requests. */
async function carryOut<Item>(kind: Kind<Item>, options: PartnerClientOptions, { steps, isCompared }: Given) {
  const own = new Map<string, Own>();
  /** Every change that was not sent yet, in order. */
  let outbox: { id: string; item: Item }[] = [];
  const underWay: (() => Promise<unknown>)[] = [];
  const mayBeLate = kind.isVersioned || isCompared;
  let time = 0;

  const clientOf = (ofRequests: Fate<Live>[]) =>
    createPartnerClient({
      ...options,
      pace: false,
      initialDelayMs: 1,
      fetch: faultyFetch(
        options.fetch ?? fetch,
        ofRequests.map((one) => (one.arrives === 'late' && !mayBeLate ? { ...one, arrives: 'never' } : one)),
        underWay,
        carryOutLive,
      ),
    });
  const client = clientOf([]);
  const syncOf = (ofRequests: Fate<Live>[] = []) =>
    kind.sync(
      clientOf(ofRequests),
      () => [...own].filter(isPresent),
      () => time,
    );
  const push = async (sent: typeof outbox, ofRequests?: Fate<Live>[]) => {
    const left = await syncOf(ofRequests).push(sent.map(({ item }) => item));
    // What was written meanwhile stays, too.
    outbox = outbox.filter((entry) => !sent.includes(entry) || left.includes(entry.id));
    return left;
  };
  const write = (id: string, record: Omit<Own, 'version'>) => {
    own.set(id, { ...record, version: time });
    outbox.push({ id, item: kind.itemOf(id, own.get(id)!) });
  };

  async function carryOutLive(one: Live): Promise<void> {
    time += 1;
    if (one.does === 'deliver') return void (await underWay.splice(one.which, 1)[0]?.());
    const id = `s-${one.id}`;
    const stored = own.get(id);
    if (one.does === 'write') {
      const [other] = [...own].find(([key, { slot }]) => key !== id && slot === one.slot) ?? [];
      // Another record there takes the place of this one, or is removed.
      if (other !== undefined) write(other, { ...own.get(other)!, slot: stored?.slot });
      write(id, one);
    } else if (!stored) return;
    else if (one.does === 'remove') write(id, { ...stored, slot: undefined });
    else {
      const item = kind.itemOf(id, stored);
      const call = () => kind.call(client, item);
      if (!one.isLate) await call();
      else if (mayBeLate) underWay.push(call);
    }
  }
  const deliver = async () => {
    for (const call of underWay.splice(0)) await call();
  };

  for (const one of steps) {
    time += 1;
    if (one.does === 'push') {
      const isReversed = one.isReversed && kind.isVersioned;
      await untilKilled(push(isReversed ? outbox.toReversed() : outbox, one.fates));
    } else if (one.does === 'compare') await untilKilled(syncOf(one.fates).compare());
    else await carryOutLive(one);
  }

  time += 1;
  if (!kind.isVersioned) await deliver();
  const left = isCompared ? await syncOf().compare() : [];
  // A comparison does not know of a booking that is neither in the source nor stored.
  const unknown = outbox.filter(({ id }) => own.get(id)!.slot === undefined);
  if (kind.isVersioned || !isCompared) expect(await push(isCompared ? unknown : outbox)).toEqual([]);
  else expect(left).toEqual([]);
  await deliver();
  await kind.expectStored(client, [...own]);
}

function bookings({ courtId }: Place): Kind<BatchItem> {
  const hour = (slot: number) => new Date(Date.UTC(2027, 0, 4, slot)).toISOString();
  const versionAt = (number: number) => new Date(Date.UTC(2026, 9, 20, 12, 0, number)).toISOString();
  const contentOf = ({ version, slot, name }: Present) => ({
    startDate: hour(slot),
    externalUpdatedAt: versionAt(version),
    participants: [{ email: `guest-${name}@example.com` }],
  });
  const bookingOf = (externalCourtBookingId: string, own: Present) => ({
    ...{ externalCourtBookingId, courtId, ...contentOf(own) },
    endDate: hour(own.slot + 1),
  });
  let kept = 'null';
  const checkpoint = {
    load: () => JSON.parse(kept) as SyncCheckpoint | null,
    save: (one: SyncCheckpoint | null) => {
      kept = JSON.stringify(one);
    },
  };
  return {
    isVersioned: true,
    itemOf: (externalCourtBookingId, { slot, version, name }) =>
      slot === undefined
        ? { action: 'cancel', externalCourtBookingId, externalUpdatedAt: versionAt(version) }
        : { action: 'upsert', ...bookingOf(externalCourtBookingId, { slot, version, name }) },
    call: (client, item) => client.batchCourtBookings({ items: [item] }),
    sync: (client, source, time) => {
      const sync = createBookingSync({
        client,
        source: () => source().map(([id, own]) => bookingOf(id, own)),
        scope: { courts: [courtId], from: hour(0), to: hour(24) },
        mode: 'mirror',
        allowEmpty: true,
        now: () => Date.parse(versionAt(time())) + 500,
        marginMs: 0,
        maxRounds: 1,
        checkpoint,
      });
      const leftOf = ({ refused }: Awaited<ReturnType<typeof sync.sync>>) =>
        refused.filter(({ type }) => type !== 'stale_write').map((one) => one.externalCourtBookingId);
      return {
        push: async (items) => leftOf(await sync.push(items)),
        compare: async () => leftOf(await sync.sync()),
      };
    },
    expectStored: async (client, all) => {
      for (const entry of all) {
        const stored = await client.getCourtBooking(entry[0]).catch((error) => error);
        if (isPresent(entry))
          expect(stored, entry[0]).toMatchObject({ status: 'ACTIVE', ...contentOf(entry[1]) });
        // A cancellation of a booking that was never stored leaves no booking.
        else expect(stored.type ?? stored.status, entry[0]).toMatch(/^(court_booking_not_found|CANCELLED)$/);
      }
    },
  };
}

function users({ number }: Place): Kind<UserBatchItem> {
  const memberOf = (externalUserId: string, { slot, name }: Present) => ({
    externalUserId,
    email: `a${slot}.s${number}@example.com`,
    firstName: `Ada ${name}`,
    lastName: 'Lovelace',
    birthday: name === 0 ? null : '1985-12-10',
  });
  return {
    isVersioned: false,
    itemOf: (externalUserId, { slot, ...own }) =>
      slot === undefined
        ? { action: 'erase', externalUserId }
        : { action: 'upsert', ...memberOf(externalUserId, { slot, ...own }) },
    call: (client, item) => client.batchUsers({ items: [item] }),
    sync: (client, source) => {
      const sync = createUserSync({
        client,
        source: () => source().map(([id, own]) => memberOf(id, own)),
        // No user counts as changed during the reading.
        now: () => Date.now() + 3_600_000,
        maxErase: 99,
        allowEmpty: true,
        maxRounds: 1,
      });
      const leftOf = ({ refused }: Awaited<ReturnType<typeof sync.sync>>) =>
        refused.map(({ externalUserId }) => externalUserId);
      return {
        push: async (items) => leftOf(await sync.push(items)),
        compare: async () => leftOf(await sync.sync()),
      };
    },
    expectStored: async (client, all) => {
      const stored = [];
      for await (const { externalUserId, email, firstName, birthday } of client.listUsers({ limit: 100 }))
        stored.push([externalUserId, email, firstName, birthday?.slice(0, 10) ?? null]);
      const expected = all
        .filter(isPresent)
        .map(([id, own]) => memberOf(id, own))
        .map(({ externalUserId, email, firstName, birthday }) => [
          externalUserId,
          email,
          firstName,
          birthday,
        ]);
      expect(stored.sort()).toEqual(expected.sort());
    },
  };
}

const service = useTestService('postgresql');
const onPlatform = async (): Promise<Place> => {
  const platform = createTestPlatform({ now: new Date('2026-11-27T12:00:00Z') });
  return { options: platform.clientOptions, courtId: platform.courts()[0]!.id, number: 0 };
};
let number = 0;
const atService = async (): Promise<Place> => {
  number += 1;
  const { token, externalServiceId, courtIds } = await service.factories.tenant(1);
  return { options: { baseUrl: service.address, token, externalServiceId }, courtId: courtIds[0], number };
};

function describeNewest<Item>(what: string, kindOf: (place: Place) => Kind<Item>): void {
  describe(`the newest version of each ${what}`, () => {
    it.each([
      ['the test platform', onPlatform, { numRuns: runs(100), seed: 49 }],
      ['the service', atService, { numRuns: Math.min(runs(15), 100), seed: 50 }],
    ] as const)(
      'is stored after any order of changes, push, comparisons, kills and late requests: %s',
      async (_where, begin, settings) => {
        const holds = fc.asyncProperty(set, async (given) => {
          const place = await begin();
          await carryOut(kindOf(place), place.options, given);
        });
        await fc.assert(holds, settings);
      },
      240_000,
    );
  });
}
describeNewest('booking', bookings);
describeNewest('user', users);
