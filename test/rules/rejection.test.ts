import { describe, expect, it } from 'vitest';
import { type Rejection, rejectionDetails } from '../../src/rules/rejection.ts';

const now = Date.parse('2026-11-20T12:00:00.000Z');
const stamp = '2026-11-20T11:00:00.000000Z';
const future = '2026-11-20T12:00:00.001000Z';

const detailsOf = (refusal: Rejection) => rejectionDetails(refusal, now);
const stored = (externalUpdatedAt: string, cancelledBy?: ('PARTNER' | 'OPERATOR')[]) => ({
  externalUpdatedAt,
  status: cancelledBy ? ('CANCELLED' as const) : ('ACTIVE' as const),
  ...(cancelledBy ? { cancelledBy } : {}),
});

describe('details of a rejected booking', () => {
  it.each<[string, Rejection, RegExp]>([
    [
      'stale_write for a newer booking, that nothing is to be done',
      { error: 'stale_write', stored: stored(stamp) },
      /^A newer version .* is stored \(externalUpdatedAt 2026-11-20T11:00:00\.000Z\).* Do not resend it\.$/,
    ],
    [
      'stale_write for a booking dated in the future, that the clock is wrong and an operator can help',
      { error: 'stale_write', stored: stored(future) },
      /\(externalUpdatedAt 2026-11-20T12:00:00\.001Z\) lies in the future .* Correct the clock .* ask an operator to reset the version/,
    ],
    [
      'version_conflict: of other content, to resend it as newer',
      { error: 'version_conflict', stored: stored(stamp) },
      /^Other content is stored under the same externalUpdatedAt \(2026-11-20T11:00:00\.000Z\)\. Resend with/,
    ],
    [
      'version_conflict for a booking that its partner cancelled, how to book again',
      { error: 'version_conflict', stored: stored(stamp, ['PARTNER']) },
      /cancelled under the same externalUpdatedAt \(2026-11-20T11:00:00\.000Z\)\. To book again, resend with/,
    ],
    ...([['OPERATOR'], ['PARTNER', 'OPERATOR']] as ('PARTNER' | 'OPERATOR')[][]).map(
      (cancelledBy): [string, Rejection, RegExp] => [
        `version_conflict: of what was cancelled by ${cancelledBy.join(' and ')}, that no resending helps`,
        { error: 'version_conflict', stored: stored(stamp, cancelledBy) },
        /^An operator has cancelled .* until an operator reinstates it\.$/,
      ],
    ),
    [
      "court_booking_overlap with only the partner's own bookings, to move them",
      {
        error: 'court_booking_overlap',
        conflicts: [{ startDate: stamp, endDate: future, externalCourtBookingId: 'a' }],
      },
      /^The bookings in "conflicts" are all your own\. Move or cancel them first/,
    ],
    [
      'duplicate_entries_provided: which participants, and to name each once',
      { error: 'duplicate_entries_provided', indexes: [1, 3] },
      /^participants\[1\], participants\[3\]: the same person as an earlier participant\. Name each participant once/,
    ],
    [
      'user_access_denied: which participants, and how to have access',
      { error: 'user_access_denied', indexes: [0, 2] },
      /^participants\[0\], participants\[2\]: the external service neither manages the user .* Create the user first, or ask an operator/,
    ],
  ])('%s', (_what, refusal, message) => {
    expect(detailsOf(refusal).message).toMatch(message);
  });

  it.each([[null], [[]]])(
    'court_booking_overlap keeps the general message if the conflicts no longer exist: %o',
    (conflicts) => {
      expect(detailsOf({ error: 'court_booking_overlap', conflicts }).message).toBeUndefined();
    },
  );

  it('a stored version of the current millisecond is not in the future', () => {
    const { message } = detailsOf({ error: 'stale_write', stored: stored('2026-11-20T12:00:00.000000Z') });
    expect(message).toMatch(/^A newer version/);
  });

  it('errors without details keep the general message of the catalog', () => {
    for (const error of [
      'court_not_found',
      'invalid_time_range',
      'court_booking_overlap',
      'user_access_denied',
    ] as const)
      expect(detailsOf({ error })).toStrictEqual({ fields: {} });
  });

  it('the stored version and the conflicts use the usual format of instants and hide internal ids', () => {
    expect(detailsOf({ error: 'stale_write', stored: stored(stamp, ['PARTNER']) }).fields).toEqual({
      stored: {
        externalUpdatedAt: '2026-11-20T11:00:00.000Z',
        status: 'CANCELLED',
        cancelledBy: ['PARTNER'],
      },
    });
    const [startDate, endDate] = ['2027-01-01T10:00:00.000000Z', '2027-01-01T11:00:00.000001Z'];
    expect(
      detailsOf({
        error: 'court_booking_overlap',
        conflicts: [
          { id: 'one', startDate, endDate, externalCourtBookingId: 'own' },
          { id: 'other', startDate, endDate },
        ],
      }),
    ).toMatchObject({
      conflictingIds: ['one', 'other'],
      fields: {
        conflicts: [
          {
            startDate: '2027-01-01T10:00:00.000Z',
            endDate: '2027-01-01T11:00:00.000001Z',
            externalCourtBookingId: 'own',
          },
          { startDate: '2027-01-01T10:00:00.000Z', endDate: '2027-01-01T11:00:00.000001Z' },
        ],
      },
    });
  });
});
