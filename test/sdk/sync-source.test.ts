import { describe, expect, it } from 'vitest';
import { courtBookingFields } from '../../sdk/src/court-booking-fields.generated.ts';
import { judgeWanted } from '../../sdk/src/sync/judge-booking.ts';
import { toScope } from '../../sdk/src/sync/scope.ts';
import { readSource, type SourceBooking } from '../../sdk/src/sync/source-booking.ts';
import type { StoredBooking } from '../../sdk/src/sync/stored-booking.ts';

const comparedFields = Object.keys(courtBookingFields).filter((name) => name !== 'externalUpdatedAt');
const scope = toScope({ courts: ['A'], from: '2027-01-01T00:00:00Z', to: '2027-01-08T00:00:00Z' });
const booking = (given: object = {}) =>
  ({
    externalCourtBookingId: 'b',
    courtId: 'A',
    startDate: '2027-01-01T10:00:00+01:00',
    endDate: new Date('2027-01-01T10:00:00Z'),
    externalUpdatedAt: '2026-11-20T12:00:00.25Z',
    ...given,
  }) as SourceBooking;
const wanted = {
  externalCourtBookingId: 'b',
  courtId: 'a',
  startDate: '2027-01-01T09:00:00.000000Z',
  endDate: '2027-01-01T10:00:00.000000Z',
  externalUpdatedAt: '2026-11-20T12:00:00.250000Z',
  participants: [],
};
const read = (...source: unknown[]) => readSource(source as SourceBooking[], scope);

describe('source', () => {
  it('is normalized, and bookings out of scope are separated', async () => {
    const outside = [
      booking({ externalCourtBookingId: 'late', startDate: '2027-01-08T00:00:00Z' }),
      booking({ externalCourtBookingId: 'elsewhere', courtId: 'b' }),
    ];
    const message = 'It is not on a court of the scope, or starts outside of it, so it was not changed.';
    const refused = { type: 'out_of_scope', message, by: 'plan' };
    expect(await read(booking(), ...outside)).toEqual({
      wanted: new Map([['b', wanted]]),
      named: new Set(['b', 'late', 'elsewhere']),
      outside: new Map([
        ['late', wanted.externalUpdatedAt],
        ['elsewhere', wanted.externalUpdatedAt],
      ]),
      refused: [
        { externalCourtBookingId: 'late', ...refused },
        { externalCourtBookingId: 'elsewhere', ...refused },
      ],
    });
  });

  it.each([
    ['nothing', undefined],
    ['no id', booking({ externalCourtBookingId: undefined })],
    ['an empty id', booking({ externalCourtBookingId: '' })],
  ])('rejects an entry with %s by its position in the source', async (_what, given) => {
    const { wanted, named, outside, refused } = await read(booking(), given);
    expect([wanted.size, named.size, outside.size]).toEqual([1, 1, 0]);
    const message = 'externalCourtBookingId must be a text of 1 to 255 characters.';
    expect(refused).toEqual([{ externalCourtBookingId: '#1', type: 'invalid_booking', message, by: 'plan' }]);
  });

  it('keeps participants as they were, also if the source uses its row again', async () => {
    const participants = [{ email: 'a@example.com' }];
    const rows = function* () {
      yield booking({ participants });
      participants[0]!.email = 'b@example.com';
    };
    const { wanted } = await readSource(rows(), scope);
    expect(wanted.get('b')!.participants).toEqual([{ email: 'a@example.com' }]);
  });

  it('rejects an id that is not a string', async () => {
    const { wanted, refused } = await read(booking({ externalCourtBookingId: 7 }));
    expect([wanted.size, refused.length, refused[0]!.type]).toEqual([0, 1, 'invalid_booking']);
  });

  it('rejects a duplicate id once and sends none of its bookings, inside or outside of the scope', async () => {
    const outside = booking({ startDate: '2028-01-01T00:00:00Z' });
    for (const source of [
      [booking(), booking(), booking()],
      [outside, booking(), booking()],
      [booking(), outside],
    ]) {
      const other = booking({ externalCourtBookingId: 'other' });
      const { wanted, named, outside, refused } = await read(other, ...source, { ...other, courtId: 'A' });
      expect([[...wanted], [...outside], [...named].sort()]).toEqual([[], [], ['b', 'other']]);
      const twice = refused.filter(({ type }) => type === 'duplicate_id');
      expect(twice.map((one) => one.externalCourtBookingId).sort()).toEqual(['b', 'other']);
      expect(twice[0]!.message).toBe(
        'The source has this id more than once, so none was sent. Give each booking its own id.',
      );
    }
  });

  const noTime = (name: string) =>
    `${name} must be a date-time with an offset (RFC 3339), such as 2026-05-01T10:00:00Z, or a Date.`;
  const noList = 'participants must be a list of { userId }, { email } or { erased: true }.';
  it.each([
    ['a court that is not text', { courtId: 7 }, 'courtId must be a text, the id of a court.'],
    ['no start', { startDate: undefined }, noTime('startDate')],
    ['a start without an offset', { startDate: '2027-01-01T10:00:00' }, noTime('startDate')],
    ['an invalid end', { endDate: '2027-02-30T10:00:00Z' }, noTime('endDate')],
    ['an invalid Date', { endDate: new Date(Number.NaN) }, noTime('endDate')],
    [
      'an externalUpdatedAt finer than a microsecond',
      { externalUpdatedAt: '2026-11-20T12:00:00.0000001Z' },
      noTime('externalUpdatedAt'),
    ],
    ['people that are no list', { participants: {} }, noList],
    ['an invalid participant', { participants: [null] }, noList],
  ])('rejects a booking with the reason: %s', async (_what, given, message) => {
    const { wanted, named, refused } = await read(booking(given));
    expect([wanted.size, named.size]).toEqual([0, 1]);
    expect(refused).toEqual([{ externalCourtBookingId: 'b', type: 'invalid_booking', message, by: 'plan' }]);
  });

  it.each([
    [0, [0]],
    [999, [999]],
    [1_000, [1_000, 1_000]],
    [2_500, [1_000, 2_000, 2_500]],
  ])('reports progress for %i bookings after each thousand and at the end: %j', async (count, told) => {
    const counts: number[] = [];
    const source = Array.from({ length: count }, (_, n) => booking({ externalCourtBookingId: `b${n}` }));
    await readSource(source, scope, (read) => counts.push(read));
    expect(counts).toEqual(told);
  });
});

describe('rejection with the stored state', () => {
  const active: StoredBooking = {
    ...wanted,
    participants: [],
    status: 'ACTIVE',
    cancelledBy: [],
    cancellationReason: undefined,
  };
  const cancelled = { ...active, status: 'CANCELLED', cancelledBy: ['PARTNER'] };
  const byOperator = { ...cancelled, cancelledBy: ['OPERATOR', 'PARTNER'] };
  const newer = '2026-11-20T12:00:00.250001Z';
  const again = 'If the source is right, give it a newer externalUpdatedAt there, and run again.';
  const stale = (what: string) => `A newer ${what} (${newer}), so the source's was not sent. ${again}`;
  const conflict = (what: string) => `The same externalUpdatedAt is stored with ${what}. ${again}`;
  const operator = (why: string) =>
    `An operator of the platform cancelled it${why}. Cancel it in your system, too, or ask the operator to reinstate it.`;
  it.each([
    [
      'a newer version',
      { ...active, courtId: 'b', externalUpdatedAt: newer },
      'stale_write',
      stale('version is stored'),
    ],
    [
      'a newer cancellation',
      { ...cancelled, externalUpdatedAt: newer },
      'stale_write',
      stale('cancellation of yours is stored'),
    ],
    [
      'other content of this version',
      { ...active, courtId: 'b', endDate: newer },
      'version_conflict',
      conflict('other content (courtId, endDate)'),
    ],
    ['a cancellation of this version', cancelled, 'version_conflict', conflict('it as cancelled by you')],
    ['a cancellation by an operator', byOperator, 'cancelled_by_operator', operator('')],
    [
      'one with a reason',
      { ...byOperator, cancellationReason: 'flood' },
      'cancelled_by_operator',
      operator(' (flood)'),
    ],
  ])('%s', (_what, stored, type, message) => {
    const { externalUpdatedAt, status, cancelledBy } = stored;
    expect(judgeWanted(wanted, stored, scope)).toEqual({
      externalCourtBookingId: 'b',
      type,
      message,
      by: 'plan',
      stored: { externalUpdatedAt, status, ...(cancelledBy.length > 0 ? { cancelledBy } : {}) },
    });
  });

  const { externalCourtBookingId: _, ...send } = wanted;
  it.each([
    ['not stored', undefined, { action: 'create', why: 'not_stored' }],
    ['stored just so', active, undefined],
    ['stored in a newer version', { ...active, externalUpdatedAt: newer }, undefined],
    [
      'stored in an older version',
      { ...active, externalUpdatedAt: '2026-11-20T12:00:00.249999Z' },
      { action: 'update', why: 'newer', differs: [] },
    ],
    [
      'older',
      { ...active, courtId: 'b', externalUpdatedAt: '2026-11-20T12:00:00.249999Z' },
      { action: 'update', why: 'moved_in', differs: ['courtId'] },
    ],
    [
      'older, in the scope',
      { ...active, endDate: newer, externalUpdatedAt: '2026-11-19T12:00:00.000000Z' },
      { action: 'update', why: 'differs', differs: ['endDate'] },
    ],
    [
      'cancelled before',
      { ...cancelled, externalUpdatedAt: '2026-11-19T12:00:00.000000Z' },
      { action: 'update', why: 'cancelled_before' },
    ],
  ])('sends the change for a booking that is %s, or nothing', (_what, stored, change) => {
    const judged = judgeWanted(wanted, stored, scope);
    if (change === undefined) expect(judged).toBeUndefined();
    else expect(judged).toMatchObject({ ...change, externalCourtBookingId: 'b', send });
  });

  it.each(comparedFields)('finds a booking with another %s', (field) => {
    const all = Object.fromEntries(comparedFields.map((name) => [name, `${name} 1`]));
    const older = { ...active, ...all, externalUpdatedAt: '2026-11-19T12:00:00.000000Z' };
    for (const [one, other] of [
      ['1', '2'],
      ['2', '1'],
    ])
      expect(
        judgeWanted({ ...wanted, ...all, [field]: one }, { ...older, [field]: other! }, scope),
      ).toMatchObject({ differs: [field] });
  });
});
