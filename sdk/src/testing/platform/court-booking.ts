import { ApiError } from './api-error.ts';
import { copyFields } from './booking-fields.ts';
import { formatInstant } from './instant.generated.ts';
import { findOpenByEmail } from './read-user.ts';
import type { Booking, ExternalService, World } from './world.ts';

export const isActive = (booking: Booking) => booking.cancelledAt === undefined;

/** Returns who has cancelled a booking. Empty while it is active. */
export function cancellersOf(booking: Booking): ('PARTNER' | 'OPERATOR')[] {
  if (isActive(booking)) return [];
  if (booking.partnerCancelledAt === undefined) return ['OPERATOR'];
  return booking.cancellationReason === undefined ? ['PARTNER'] : ['PARTNER', 'OPERATOR'];
}

/** A period of a court. The end is exclusive, so adjacent periods do not overlap. */
export interface Slot {
  courtId: string;
  startDate: string;
  endDate: string;
}

/** Returns true if two periods overlap. A reversed period is empty. */
export const overlap = (a: Omit<Slot, 'courtId'>, b: Omit<Slot, 'courtId'>) =>
  a.startDate < a.endDate && b.startDate < b.endDate && a.startDate < b.endDate && b.startDate < a.endDate;

/** Returns the active bookings of all external services that overlap a period of a court, sorted by start. */
export function bookingsAt(world: World, { courtId, ...time }: Slot): Booking[] {
  return [...world.bookings.values()]
    .filter((booking) => booking.courtId === courtId && isActive(booking) && overlap(booking, time))
    .sort((a, b) => (a.startDate < b.startDate ? -1 : 1));
}

/** Returns the conflicting bookings. Your own have their id and times. Others only have their time within the period. */
export function toConflicts(
  bookings: Booking[],
  own: ExternalService,
  { startDate, endDate }: Omit<Slot, 'courtId'>,
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

export function overlapError(conflicts: { startDate: string; externalCourtBookingId?: string }[]): ApiError {
  const message = conflicts.every((one) => one.externalCourtBookingId !== undefined)
    ? 'The bookings in "conflicts" are all your own. Move or cancel them first, or swap the bookings in one atomic batch.'
    : undefined;
  return new ApiError('court_booking_overlap', { message, fields: { conflicts } });
}

export const clipped = (booking: Booking, from: string, to: string) => ({
  startDate: formatInstant(booking.startDate > from ? booking.startDate : from),
  endDate: formatInstant(booking.endDate < to ? booking.endDate : to),
});

/** Returns a booking in its documented form. */
export function toCourtBookingResponse(world: World, booking: Booking) {
  const { externalService, externalCourtBookingId } = booking;
  return {
    externalServiceId: externalService.id,
    externalCourtBookingId,
    ...copyFields(booking, formatInstant),
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

/** Returns a booking in its documented form, with its status and cancellation. */
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
