import { describe, expect, it } from 'vitest';
import type { ErrorType } from '../../../src/errors.ts';
import { refusalDetails } from '../../../src/services/bookings/refusal-details.ts';
import type { FunctionRefusal } from '../../../src/services/function-answers.ts';

const now = Date.parse('2026-11-20T12:00:00.000Z');
const stamp = '2026-11-20T11:00:00.000000Z';
const future = '2026-11-20T12:00:00.001000Z';

const detailsOf = (refusal: FunctionRefusal<ErrorType>) => refusalDetails(refusal, now);
const stored = (externalUpdatedAt: string, cancelledBy?: ('PARTNER' | 'OPERATOR')[]) => ({
  externalUpdatedAt,
  status: cancelledBy ? ('CANCELLED' as const) : ('ACTIVE' as const),
  ...(cancelledBy ? { cancelledBy } : {}),
});

describe('the refusal of a booking says what is in the way and what to do', () => {
  it.each<[string, FunctionRefusal<ErrorType>, RegExp]>([
    [
      'stale_write: of what is newer, that nothing is to be done',
      { refused: 'stale_write', stored: stored(stamp) },
      /^A newer version .* is stored \(externalUpdatedAt 2026-11-20T11:00:00\.000Z\).* Do not resend it\.$/,
    ],
    [
      'stale_write: of what lies in the future of our clock, that the clock is wrong, and that an operator helps',
      { refused: 'stale_write', stored: stored(future) },
      /\(externalUpdatedAt 2026-11-20T12:00:00\.001Z\) lies in the future .* Correct the clock .* ask an operator to reset the version/,
    ],
    [
      'version_conflict: of other content, to resend it as newer',
      { refused: 'version_conflict', stored: stored(stamp) },
      /^Other content is stored under the same externalUpdatedAt \(2026-11-20T11:00:00\.000Z\)\. Resend with/,
    ],
    [
      'version_conflict: of what its partner has cancelled, how to book again',
      { refused: 'version_conflict', stored: stored(stamp, ['PARTNER']) },
      /cancelled under the same externalUpdatedAt \(2026-11-20T11:00:00\.000Z\)\. To book again, resend with/,
    ],
    ...([['OPERATOR'], ['PARTNER', 'OPERATOR']] as ('PARTNER' | 'OPERATOR')[][]).map(
      (cancelledBy): [string, FunctionRefusal<ErrorType>, RegExp] => [
        `version_conflict: of what was cancelled by ${cancelledBy.join(' and ')}, that no resending helps`,
        { refused: 'version_conflict', stored: stored(stamp, cancelledBy) },
        /^An operator has cancelled .* until an operator reinstates it\.$/,
      ],
    ),
    [
      'duplicate_entries_provided: which participants, and to name each once',
      { refused: 'duplicate_entries_provided', indexes: [1, 3] },
      /^participants\[1\], participants\[3\] names somebody who is named before\. Name each participant once/,
    ],
    [
      'user_access_denied: which participants, and how to have access',
      { refused: 'user_access_denied', indexes: [0, 2] },
      /^participants\[0\], participants\[2\]: "userId" is not of a user .* Create the user first, or ask an operator/,
    ],
  ])('%s', (_what, refusal, message) => {
    expect(detailsOf(refusal).message).toMatch(message);
  });

  it('what is stored now is no future', () => {
    const { message } = detailsOf({ refused: 'stale_write', stored: stored('2026-11-20T12:00:00.000000Z') });
    expect(message).toMatch(/^A newer version/);
  });

  it('where there is nothing more to say, what the catalogue says of the code is said', () => {
    for (const refused of ['court_not_found', 'invalid_time_range', 'court_booking_overlap'] as const)
      expect(detailsOf({ refused })).toStrictEqual({ fields: {} });
  });

  it('what is stored, and the bookings in the way, have instants as every answer has', () => {
    expect(detailsOf({ refused: 'stale_write', stored: stored(stamp, ['PARTNER']) }).fields).toEqual({
      stored: {
        externalUpdatedAt: '2026-11-20T11:00:00.000Z',
        status: 'CANCELLED',
        cancelledBy: ['PARTNER'],
      },
    });
    const [startDate, endDate] = ['2027-01-01T10:00:00.000000Z', '2027-01-01T11:00:00.000001Z'];
    expect(
      detailsOf({
        refused: 'court_booking_overlap',
        conflicts: [
          { startDate, endDate, externalCourtBookingId: 'own' },
          { startDate, endDate },
        ],
      }).fields,
    ).toEqual({
      conflicts: [
        {
          startDate: '2027-01-01T10:00:00.000Z',
          endDate: '2027-01-01T11:00:00.000001Z',
          externalCourtBookingId: 'own',
        },
        { startDate: '2027-01-01T10:00:00.000Z', endDate: '2027-01-01T11:00:00.000001Z' },
      ],
    });
  });
});
