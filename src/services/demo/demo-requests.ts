import { v7 } from 'uuid';
import type { PartnerRequestRow } from '../../db/queries/jobs/partner-requests.ts';

interface Booking {
  id: string;
  externalService: string;
  externalCourtBookingId: string;
}

type Kind = Pick<PartnerRequestRow, 'operation' | 'status' | 'milliseconds'> & Partial<PartnerRequestRow>;

const hour = 60 * 60_000;
const days = 7;
const upsert = { operation: 'upsertCourtBooking', status: 200, milliseconds: 7 };
const successes: Kind[] = [
  upsert,
  { operation: 'listChanges', status: 200, milliseconds: 3 },
  { ...upsert, status: 201, milliseconds: 9 },
  { operation: 'getCourtBooking', status: 200, milliseconds: 2 },
  { operation: 'createUser', status: 201, milliseconds: 11 },
  { operation: 'listCourtBookings', status: 200, milliseconds: 18 },
];
const stale: Kind = { ...upsert, status: 409, errorType: 'stale_write' };
const overlap: Kind = { ...upsert, status: 409, errorType: 'court_booking_overlap' };
const invalid: Kind = {
  ...upsert,
  status: 400,
  errorType: 'invalid_schema',
  issuePaths: ['externalUpdatedAt'],
  issueCodes: ['invalid_format'],
};

/**
 * Returns the requests of the past week: more by day than by night, with some rejections. For two days the second partner has
 * sent an invalid `externalUpdatedAt`, and something calls with an invalid token.
 */
export function demoRequests(
  now: number,
  [own, other]: readonly [string, string],
  bookings: readonly Booking[],
): PartnerRequestRow[] {
  const bookingsOf = new Map(
    [own, other].map((id) => [id, bookings.filter(({ externalService }) => externalService === id)]),
  );
  return Array.from({ length: days * 24 }, (_, n) => n).flatMap((n) => {
    const start = now - (n + 1) * hour;
    const isDay = new Date(start).getUTCHours() >= 8;
    const isFailing = n < 2 * 24;
    return Array.from({ length: isDay ? 6 : 2 }, (_, k): PartnerRequestRow => {
      const turn = 7 * n + k;
      const isOther = k % 3 === 1;
      const externalService = isOther ? other : own;
      const fails = isOther ? isFailing && turn % 3 !== 0 : turn % 13 === 0;
      const success = successes[turn % successes.length]!;
      const kind = fails ? (isOther ? invalid : turn % 2 === 0 ? stale : overlap) : success;
      const ownBookings = bookingsOf.get(externalService)!;
      const booking = ownBookings[turn % ownBookings.length]!;
      const at = start + k * 7 * 60_000;
      const id = v7({ msecs: at });
      const hasToken = !(isFailing && k === 5);
      return {
        issuePaths: [],
        errorType: undefined,
        ...kind,
        ...(kind.operation.endsWith('CourtBooking') ? { externalId: booking.externalCourtBookingId } : {}),
        ...(kind === overlap ? { conflictingIds: [bookings[turn % bookings.length]!.id] } : {}),
        ...(hasToken
          ? { externalServiceId: externalService }
          : {
              externalServiceId: undefined,
              pathExternalServiceId: own,
              status: 401,
              errorType: 'invalid_api_token',
              milliseconds: 0.4,
            }),
        id,
        at: new Date(at).toISOString(),
        requestId: id,
        callerRequestId: undefined,
        requestCount: 1,
      };
    });
  });
}
