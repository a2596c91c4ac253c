import { formatInstant } from './instant.ts';
import { findOpenByEmail } from './read-user.ts';
import { Refusal } from './refusal.ts';
import type { Booking, ExternalService, World } from './world.ts';

/** Whether it takes part in the overlap check. */
export const isActive = (booking: Booking) => booking.cancelledAt === undefined;

/** Who has cancelled a booking; nobody while it is active. */
export function cancellersOf(booking: Booking): ('PARTNER' | 'OPERATOR')[] {
  if (isActive(booking)) return [];
  if (booking.partnerCancelledAt === undefined) return ['OPERATOR'];
  return booking.cancellationReason === undefined ? ['PARTNER'] : ['PARTNER', 'OPERATOR'];
}

/** A time of a court, half-open: back to back is no overlap. */
export interface Place {
  courtId: string;
  startDate: string;
  endDate: string;
}

/** Whether two times overlap. A reversed one is empty. */
export const overlap = (a: Omit<Place, 'courtId'>, b: Omit<Place, 'courtId'>) =>
  a.startDate < a.endDate && b.startDate < b.endDate && a.startDate < b.endDate && b.startDate < a.endDate;

/** The active bookings, of every external service, that overlap a time of a court, by start. */
export function bookingsAt(world: World, { courtId, ...time }: Place): Booking[] {
  return [...world.bookings.values()]
    .filter((booking) => booking.courtId === courtId && isActive(booking) && overlap(booking, time))
    .sort((a, b) => (a.startDate < b.startDate ? -1 : 1));
}

/** What stands in the way: own ones with their id and times; of somebody else's only the time within the range. */
export function toConflicts(
  bookings: Booking[],
  own: ExternalService,
  { startDate, endDate }: Omit<Place, 'courtId'>,
) {
  return bookings.slice(0, 10).map((booking) =>
    booking.externalService === own
      ? {
          startDate: formatInstant(booking.startDate),
          endDate: formatInstant(booking.endDate),
          externalCourtBookingId: booking.externalCourtBookingId,
        }
      : clipped(booking, startDate, endDate),
  );
}

/** The refusal of a time that others have. */
export function overlapRefusal(conflicts: { startDate: string; externalCourtBookingId?: string }[]): Refusal {
  const message = conflicts.every((one) => one.externalCourtBookingId !== undefined)
    ? 'The bookings in "conflicts" are all your own. Move or cancel them first, or swap the bookings in one atomic batch.'
    : undefined;
  return new Refusal('court_booking_overlap', { message, fields: { conflicts } });
}

/** The time of a booking, cut to a range. */
export const clipped = (booking: Booking, from: string, to: string) => ({
  startDate: formatInstant(booking.startDate > from ? booking.startDate : from),
  endDate: formatInstant(booking.endDate < to ? booking.endDate : to),
});

/** A booking as the document shows it. */
export function toCourtBookingResponse(world: World, booking: Booking) {
  const { externalService, externalCourtBookingId, courtId } = booking;
  return {
    externalServiceId: externalService.id,
    courtId,
    externalCourtBookingId,
    startDate: formatInstant(booking.startDate),
    endDate: formatInstant(booking.endDate),
    externalUpdatedAt: formatInstant(booking.externalUpdatedAt),
    participants: booking.participants.map((participant) => {
      if ('userId' in participant)
        return world.users.get(participant.userId)?.isErased ? { erased: true } : { ...participant };
      if (!('email' in participant)) return { erased: true };
      const user = findOpenByEmail(world, externalService, participant.email);
      return user ? { userId: user.id, ...participant } : { ...participant };
    }),
    createdAt: formatInstant(booking.createdAt),
    updatedAt: formatInstant(booking.updatedAt),
  };
}

/** A booking as it is read: the documented response, and whether it is active. */
export function toCourtBooking(world: World, booking: Booking) {
  const { cancelledAt, cancellationReason } = booking;
  return {
    ...toCourtBookingResponse(world, booking),
    status: cancelledAt === undefined ? 'ACTIVE' : 'CANCELLED',
    ...(cancelledAt === undefined
      ? {}
      : { cancelledAt: formatInstant(cancelledAt), cancelledBy: cancellersOf(booking) }),
    ...(cancellationReason === undefined ? {} : { cancellationReason }),
  };
}
