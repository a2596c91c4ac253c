import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ParticipantRequest } from '../../sdk/src/operations.generated.ts';
import { groupIntoBatches, toItem } from '../../sdk/src/sync/group-into-batches.ts';
import { makePlan } from '../../sdk/src/sync/make-plan.ts';
import { toScope } from '../../sdk/src/sync/scope.ts';
import { readSource, type SourceBooking } from '../../sdk/src/sync/source-booking.ts';
import type { StoredBooking } from '../../sdk/src/sync/stored-booking.ts';
import type { PlannedChange, SyncPlan } from '../../sdk/src/sync/sync-plan.ts';
import type { Canceller } from '../../src/rules/court-booking-status.ts';
import { BookingModel, type ModelBooking, type ModelItem } from '../harness/data/booking-model.ts';

const hour = (number: number) => `2027-01-01T${`${number}`.padStart(2, '0')}:00:00.000000Z`;
const stamp = (number: number) => `2026-11-20T12:00:${`${number}`.padStart(2, '0')}.000000Z`;
const readAt = stamp(50);
const courts = ['a', 'b', 'c'];
const scope = toScope({ courts: ['a', 'b'], from: hour(4), to: hour(20) });

const place = fc.record({
  courtId: fc.constantFrom(...courts),
  start: fc.nat({ max: 21 }),
  hours: fc.constantFrom(1, 1, 1, 2, 3),
});
const ids = Array.from({ length: 14 }, (_, index) => `b${index}`);
const booking = (
  { courtId, start, hours }: { courtId: string; start: number; hours: number },
  version: number,
) => ({
  courtId,
  startDate: hour(start),
  endDate: hour(Math.min(start + hours, 23)),
  externalUpdatedAt: stamp(version),
  participants: [],
});
/** Gives each id its own place, without overlaps. */
const disjoint = (lists: { id: string; place: Parameters<typeof booking>[0]; version: number }[]) => {
  const model = new BookingModel();
  for (const { id, place: at, version } of lists) {
    model.send([{ action: 'upsert', externalCourtBookingId: id, ...booking(at, version) }], false);
  }
  return model;
};
/** Only a few places, so that bookings often conflict. */
const slots = ['a', 'b'].flatMap((courtId) =>
  [4, 5, 6, 7, 8, 9, 10].map((start) => ({ courtId, start, hours: 1 })),
);
const entries = (versions: fc.Arbitrary<number>) =>
  fc.uniqueArray(fc.record({ id: fc.constantFrom(...ids), place, version: versions }), {
    selector: ({ id }) => id,
    maxLength: 14,
  });

const crowded = (version: number) =>
  fc
    .tuple(fc.shuffledSubarray(slots, { minLength: 11 }), fc.constantFrom(1, 1, 2))
    .map(([chosen, hours]) =>
      chosen.map((at, index) => ({ id: ids[index]!, place: { ...at, hours }, version })),
    );

const inScope = ({ courtId, startDate }: { courtId: string; startDate: string }) =>
  scope.courts.includes(courtId) && startDate >= scope.from && startDate < scope.to;
const asSource = (id: string, { cancelledBy: _, ...one }: ModelBooking) =>
  ({ externalCourtBookingId: id, ...one }) as SourceBooking;
const stored = (model: BookingModel) =>
  new Map<string, StoredBooking>(
    [...model.bookings].map(([id, one]) => [
      id,
      {
        externalCourtBookingId: id,
        ...one,
        status: one.cancelledBy.length > 0 ? 'CANCELLED' : 'ACTIVE',
        cancellationReason: undefined,
      } as StoredBooking,
    ]),
  );
const planOf = async (model: BookingModel, source: SourceBooking[], mode: 'upsert' | 'mirror' = 'mirror') =>
  makePlan({
    mode,
    scope,
    source: await readSource(source, scope),
    stored: stored(model),
    readAt,
    cancelAs: 'reading',
  });

function carryOut(model: BookingModel, plan: SyncPlan): Map<string, string> {
  const refused = new Map<string, string>();
  let from = 0;
  for (const { atomic, size } of plan.batches) {
    const items = plan.changes.slice(from, from + size).map((change) => toItem(change) as ModelItem);
    const errors = model.send(items, atomic);
    const isWhole = atomic && errors.some(Boolean);
    for (const [index, error] of errors.entries()) {
      if (error || isWhole) refused.set(items[index]!.externalCourtBookingId, error ?? 'batch_refused');
    }
    from += size;
  }
  expect(from).toBe(plan.changes.length);
  return refused;
}
const places = (model: BookingModel, ofScope = true) =>
  Object.fromEntries(
    model
      .active()
      .filter(([, one]) => inScope(one) === ofScope)
      .map(([id, { courtId, startDate, endDate }]) => [id, `${courtId} ${startDate} ${endDate}`])
      .sort(),
  );

describe('sync plan', () => {
  it('brings any state to any other without rejections, and leaves nothing to do', async () => {
    const seen = { cycles: 0, plain: 0, cancelled: 0 };
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(crowded(20), entries(fc.nat({ max: 20 }))),
        fc.oneof(crowded(21), entries(fc.integer({ min: 21, max: 40 }))),
        async (before, after) => {
          // Bookings outside of the scope keep their places. No booking can move there.
          const model = disjoint(before.filter(({ place: at }) => inScope(booking(at, 0))));
          const target = disjoint(after.filter(({ place: at }) => inScope(booking(at, 0))));
          const source = target.active().map(([id, one]) => asSource(id, one));
          const plan = await planOf(model, source);
          seen.cycles += plan.batches.filter(({ atomic }) => atomic).length;
          seen.plain += plan.batches.filter(({ atomic }) => !atomic).length;
          seen.cancelled += plan.summary.cancel;
          expect([...carryOut(model, plan)]).toEqual([]);
          expect(plan.refused).toEqual([]);
          expect(places(model)).toEqual(places(target));
          const again = await planOf(model, source);
          expect(again).toMatchObject({ changes: [], batches: [], refused: [] });
        },
      ),
      { numRuns: 400 },
    );
    for (const count of Object.values(seen)) expect(count, JSON.stringify(seen)).toBeGreaterThan(20);
  });

  it('stores each booking or rejects it with a reason, and never touches bookings out of scope', async () => {
    const cancellation = fc.constantFrom<Canceller[]>(
      [],
      [],
      [],
      ['PARTNER'],
      ['OPERATOR'],
      ['PARTNER', 'OPERATOR'],
    );
    await fc.assert(
      fc.asyncProperty(
        entries(fc.nat({ max: 9 })),
        entries(fc.nat({ max: 9 })),
        fc.array(place, { maxLength: 3 }),
        fc.array(cancellation, { minLength: 14, maxLength: 14 }),
        fc.constantFrom('upsert' as const, 'mirror' as const),
        async (before, after, taken, cancelled, mode) => {
          const model = disjoint(before);
          for (const [index, one] of [...model.bookings.values()].entries())
            one.cancelledBy = cancelled[index]!;
          model.taken = taken.map((at) => booking(at, 0));
          const outside = places(model, false);
          const source = after.map(({ id, place: at, version }) =>
            asSource(id, { ...booking(at, version), cancelledBy: [] }),
          );
          const wasIn = new Set(Object.keys(places(model)));
          const plan = await planOf(model, source, mode);
          const refused = carryOut(model, plan);
          for (const { externalCourtBookingId, type } of plan.refused)
            refused.set(externalCourtBookingId, type);
          const now = { ...places(model), ...places(model, false) };
          for (const one of source) {
            const id = one.externalCourtBookingId;
            if (refused.has(id)) continue;
            expect(now[id]).toBe(`${one.courtId} ${one.startDate} ${one.endDate}`);
          }
          const wanted = new Set(source.map((one) => one.externalCourtBookingId));
          // Bookings outside changed only if the source has them inside of the scope, where they are now.
          for (const [id, at] of Object.entries(outside)) {
            if (now[id] !== at) expect(wanted.has(id) && places(model)[id]).toBeTruthy();
          }
          for (const id of wasIn) {
            if (!wanted.has(id)) expect(now[id] === undefined).toBe(mode === 'mirror');
          }
          expect(refused.size).toBeLessThanOrEqual(source.length);
        },
      ),
      { numRuns: 400 },
    );
  });

  const only = async (model: BookingModel, source: object[], mode?: 'upsert' | 'mirror') => {
    const { changes, refused, summary } = await planOf(model, source as SourceBooking[], mode);
    return { changes, refused, summary };
  };
  const at = (start: number, version = 1, courtId = 'a') => booking({ courtId, start, hours: 1 }, version);
  const storedAt = (start: number, version = 1, courtId = 'a') =>
    disjoint([{ id: 'b', place: { courtId, start, hours: 1 }, version }]);
  const source = (overrides: object) => [{ externalCourtBookingId: 'b', ...at(5), ...overrides }];

  it.each<[string, BookingModel, object[], object]>([
    [
      'for a booking from a time outside the scope',
      storedAt(2),
      source({ externalUpdatedAt: stamp(2) }),
      { why: 'moved_in' },
    ],
    [
      'for a booking missing in the source, with the time when its reading began',
      storedAt(5),
      [],
      { action: 'cancel', why: 'absent', send: { externalUpdatedAt: readAt } },
    ],
    [
      'for a booking that left the scope, so that the version outside is accepted and all older ones are rejected',
      storedAt(5),
      source({ ...at(1), externalUpdatedAt: stamp(2) }),
      {
        action: 'cancel',
        why: 'moved_out',
        send: { externalUpdatedAt: stamp(1).replace('000000Z', '999999Z') },
      },
    ],
  ])('has a reason for each change: %s', async (_name, model, given, expected) => {
    const { changes } = await only(model, given);
    expect(changes).toEqual([expect.objectContaining({ externalCourtBookingId: 'b', ...expected })]);
  });

  it.each<[string, string, BookingModel, object[]]>([
    ['stale_write', 'an older version than the stored one', storedAt(6, 2), source({})],
    ['version_conflict', 'the same version with other content', storedAt(6), source({})],
    ['out_of_scope', 'that starts before the scope', new BookingModel(), source({ startDate: hour(3) })],
    [
      'invalid_booking',
      'without a version, which is stored',
      storedAt(5),
      source({ externalUpdatedAt: undefined }),
    ],
    [
      'duplicate_id',
      'that is there twice, even though it is stored',
      storedAt(5),
      [...source({}), ...source({})],
    ],
  ])('%s: neither sends nor cancels a booking %s', async (type, _name, model, given) => {
    const { changes, refused, summary } = await only(model, given);
    expect(changes).toEqual([]);
    expect(refused).toEqual([expect.objectContaining({ externalCourtBookingId: 'b', type, by: 'plan' })]);
    expect(summary.refused).toBe(1);
  });

  it('newer_than_reading: keeps a booking written after the read began', async () => {
    const { changes, refused } = await only(storedAt(5, 51), []);
    expect(changes).toEqual([]);
    expect(refused).toMatchObject([
      { type: 'newer_than_reading', message: expect.stringContaining(`began (${readAt}), so it was kept`) },
    ]);
    expect((await only(storedAt(5, 50), [])).changes).toMatchObject([
      { why: 'absent', send: { externalUpdatedAt: readAt } },
    ]);
  });

  it.each([
    ['older', 1],
    ['the same', 2],
  ])(
    'keeps a booking that the source has outside in a version that is %s, as it may not have moved',
    async (_name, version) => {
      expect(
        (await only(storedAt(5, 2), source({ ...at(1), externalUpdatedAt: stamp(version) }))).changes,
      ).toEqual([]);
    },
  );

  it('counts changes, rejections and stored bookings', async () => {
    const model = disjoint(
      [4, 5, 6, 7, 8, 9].map((start) => ({
        id: `b${start}`,
        place: { courtId: 'a', start, hours: 1 },
        version: 1,
      })),
    );
    const wanted = {
      b4: at(4),
      b5: at(15, 2),
      b6: at(16, 2),
      n1: at(17),
      n2: at(18),
      n3: at(19),
      out: at(1),
    };
    const given = Object.entries(wanted).map(([id, one]) => ({ ...one, externalCourtBookingId: id }));
    expect((await only(model, given)).summary).toEqual({
      create: 3,
      update: 2,
      cancel: 3,
      unchanged: 1,
      refused: 1,
      source: 6,
      stored: 6,
    });
  });

  it('keeps bookings that the source lacks or has outside of the scope in mode upsert', async () => {
    expect((await only(storedAt(5), [], 'upsert')).changes).toEqual([]);
    expect(
      (await only(storedAt(5), source({ ...at(1), externalUpdatedAt: stamp(2) }), 'upsert')).changes,
    ).toEqual([]);
  });

  it.each([
    ['before', 13, 9],
    ['after', 15, 11],
  ])('finds no conflict if a booking ends up directly %s another one', async (_name, first, second) => {
    const model = disjoint([
      { id: 'a', place: { courtId: 'a', start: 10, hours: 1 }, version: 1 },
      { id: 'b', place: { courtId: 'a', start: 14, hours: 1 }, version: 1 },
    ]);
    const moved = [
      { externalCourtBookingId: 'a', ...at(first, 2) },
      { externalCourtBookingId: 'b', ...at(second, 2) },
    ];
    expect((await planOf(model, moved as SourceBooking[])).batches).toEqual([{ atomic: false, size: 2 }]);
  });

  it('assigns a booking to the scope by its start time', async () => {
    const early = disjoint([{ id: 'early', place: { courtId: 'a', start: 3, hours: 3 }, version: 1 }]);
    expect((await only(early, [])).changes).toEqual([]);
    const late = disjoint([{ id: 'late', place: { courtId: 'a', start: 19, hours: 3 }, version: 1 }]);
    expect((await only(late, [])).changes).toMatchObject([
      { action: 'cancel', externalCourtBookingId: 'late' },
    ]);
  });

  it('does not send the same content in another notation', async () => {
    const model = storedAt(5);
    model.bookings.get('b')!.participants = [
      { userId: 'u-1', email: 'ada@example.com' },
      { email: 'guest@example.com' },
      { userId: 'u-2' },
    ];
    const participants = [{ email: 'GUEST@example.com' }, { userId: 'U-2' }, { userId: 'u-1' }];
    const given = source({
      courtId: 'A',
      startDate: '2027-01-01T06:00:00.000000000+01:00',
      endDate: new Date(hour(6)),
      externalUpdatedAt: new Date(stamp(1)),
      participants,
    });
    expect(await only(model, given)).toMatchObject({ changes: [], refused: [], summary: { unchanged: 1 } });
    const { changes } = await only(
      model,
      source({ externalUpdatedAt: stamp(2), participants: participants.slice(1) }),
    );
    expect(changes).toMatchObject([{ differs: ['participants'] }]);
  });

  it('ignores a participant erased since the source version, but not in a newer version', async () => {
    const model = storedAt(5);
    model.bookings.get('b')!.participants = [{ erased: true }];
    const participants = [{ email: 'gone@example.com' }];
    expect(await only(model, source({ participants }))).toMatchObject({ changes: [], refused: [] });
    expect((await only(model, source({ participants, externalUpdatedAt: stamp(2) }))).changes).toHaveLength(
      1,
    );
  });

  it.each<[string, ParticipantRequest[]]>([
    ['left out', []],
    ['sent as read', [{ erased: true }]],
  ])('sees no difference in erased participants that are %s, also in a newer version', async (_how, sent) => {
    const model = storedAt(5);
    const guest = { email: 'guest@example.com' };
    model.bookings.get('b')!.participants = [{ erased: true }, guest];
    const participants = [...sent, guest];
    expect((await only(model, source({ participants }))).changes).toEqual([]);
    expect((await only(model, source({ participants, externalUpdatedAt: stamp(2) }))).changes).toMatchObject([
      { why: 'newer', differs: [] },
    ]);
    const others = [...sent, { email: 'other@example.com' }];
    expect(
      (await only(model, source({ participants: others, externalUpdatedAt: stamp(2) }))).changes,
    ).toHaveLength(1);
  });

  it('is plain JSON', async () => {
    const plan = await planOf(storedAt(6), source({ externalUpdatedAt: stamp(2) }) as SourceBooking[]);
    expect(JSON.parse(JSON.stringify(plan))).toEqual(plan);
  });
});

describe('batches', () => {
  /** Plans moves of one booking per hour on a court, or as `begin` says. `move` returns the new court and hour of each. */
  const shifted = async (
    count: number,
    move: (index: number) => { courtId: string; startDate: string },
    padding = 0,
    begin: (index: number) => { courtId: string; hour: number } = (index) => ({ courtId: 'c0', hour: index }),
  ) => {
    const wide = toScope({
      courts: Array.from({ length: count }, (_, n) => `c${n}`),
      from: hour(0),
      to: '2027-03-01T00:00:00Z',
    });
    const model = new BookingModel();
    const time = (n: number) => new Date(Date.UTC(2027, 0, 1, n)).toISOString().replace('Z', '000Z');
    const participants = Array.from({ length: padding }, (_, n) => ({
      email: `${'x'.repeat(240)}${n}@example.com`,
    }));
    for (let n = 0; n < count; n++) {
      const { courtId, hour } = begin(n);
      const one = {
        courtId,
        startDate: time(hour),
        endDate: time(hour + 1),
        externalUpdatedAt: stamp(1),
        participants,
        cancelledBy: [],
      };
      model.bookings.set(`b${n}`, one);
    }
    const source = [...model.bookings].map(([id, one], n) => {
      const { courtId, startDate } = move(n);
      const endDate = new Date(Date.parse(startDate) + 3_600_000).toISOString();
      return asSource(id, { ...one, courtId, startDate, endDate, externalUpdatedAt: stamp(2) });
    });
    const contents = await readSource(source, wide);
    return makePlan({
      mode: 'upsert',
      scope: wide,
      source: contents,
      stored: stored(model),
      readAt,
      cancelAs: 'reading',
    });
  };
  const time = (n: number) => new Date(Date.UTC(2027, 0, 1, n)).toISOString();

  it('sends a chain of a thousand as five plain batches, starting with the free place', async () => {
    const { batches, changes } = await shifted(1_000, (n) => ({ courtId: 'c0', startDate: time(n + 1) }));
    expect(batches).toEqual(Array.from({ length: 5 }, () => ({ atomic: false, size: 200 })));
    expect(changes[0]!.externalCourtBookingId).toBe('b999');
  });

  it('sends a rotation of 200 as one atomic batch, and rejects 201 with advice', async () => {
    const rotation = (count: number) =>
      shifted(count, (n) => ({ courtId: 'c0', startDate: time((n + 1) % count) }));
    expect((await rotation(200)).batches).toEqual([{ atomic: true, size: 200 }]);
    const tooLarge = await rotation(201);
    expect(tooLarge.batches).toEqual([]);
    expect(tooLarge.refused).toHaveLength(201);
    expect(tooLarge.refused[0]).toEqual({
      externalCourtBookingId: expect.stringMatching(/^b\d+$/),
      type: 'cycle_too_large',
      message: expect.stringMatching(
        /^It is one of 201 bookings .* has at most 200 of them, 50 courts .* Move one of them to a free place .* synchronize again\.$/,
      ),
      by: 'plan',
    });
  });

  it('sends a rotation over 50 courts as one atomic batch, and rejects 51 courts', async () => {
    const rotation = (count: number) =>
      shifted(
        count,
        (n) => ({ courtId: `c${(n + 1) % count}`, startDate: time(0) }),
        0,
        (n) => ({ courtId: `c${n}`, hour: 0 }),
      );
    expect((await rotation(50)).batches).toEqual([{ atomic: true, size: 50 }]);
    const { batches, refused } = await rotation(51);
    expect({ batches, types: new Set(refused.map(({ type }) => type)) }).toEqual({
      batches: [],
      types: new Set(['cycle_too_large']),
    });
  });

  it('sends each swap as an atomic batch', async () => {
    // The bookings 0 and 1 swap, then 2 and 3, and so on. The last one takes a free place.
    const { batches } = await shifted(41, (n) =>
      n === 40 ? { courtId: 'c1', startDate: time(0) } : { courtId: 'c0', startDate: time(n ^ 1) },
    );
    expect(batches).toEqual([
      { atomic: false, size: 1 },
      ...Array.from({ length: 20 }, () => ({ atomic: true, size: 2 })),
    ]);
  });

  it('stays within the limits of the service', async () => {
    const plan = await shifted(200, (n) => ({ courtId: 'c1', startDate: time(n) }), 40);
    expect(plan.batches.length).toBeGreaterThan(3);
    let from = 0;
    for (const { size } of plan.batches) {
      const items = plan.changes.slice(from, from + size).map(toItem);
      from += size;
      const bytes = Buffer.byteLength(JSON.stringify({ atomic: false, items }));
      expect(bytes).toBeLessThanOrEqual(512 * 1024);
    }
    // Exact to the byte, with sizes where 200 items just fit and just exceed the limit.
    const seen = new Set<number>();
    for (let last = 300; last < 800; last += 5) {
      const changes = Array.from({ length: 200 }, (_, n): PlannedChange => {
        const email = 'x'.repeat(n === 0 ? last : 2_403);
        const externalCourtBookingId = `b${n}`;
        const send = { ...booking({ courtId: 'a', start: 5, hours: 1 }, 1), participants: [{ email }] };
        return { action: 'create', why: 'not_stored', externalCourtBookingId, send };
      });
      const { batches } = groupIntoBatches(
        changes,
        changes.map(() => []),
      );
      const items = changes.slice(0, batches[0]!.size).map(toItem);
      expect(Buffer.byteLength(JSON.stringify({ atomic: false, items }))).toBeLessThanOrEqual(512 * 1024);
      seen.add(batches.length);
    }
    expect(seen).toEqual(new Set([1, 2]));
    const swap = await shifted(60, (n) => ({ courtId: 'c0', startDate: time((n + 1) % 60) }), 50);
    expect(swap.refused.map(({ type }) => type)).toEqual(Array(60).fill('cycle_too_large'));
  });
});
