import type { StoredBooking } from '../../../../src/rules/court-booking.ts';
import { copyFields } from '../../../../src/rules/court-booking-fields.ts';
import { cancellersOf, isActive } from '../../../../src/rules/court-booking-status.ts';
import { formatInstant } from '../../../../src/rules/instant.ts';
import { courtBookingFields } from '../../court-booking-fields.generated.ts';
import { findOpenByEmail } from './read-user.ts';
import type { World } from './world.ts';

/** Returns a booking in its documented form. */
export function toCourtBookingResponse(world: World, booking: StoredBooking) {
  const { externalServiceId, externalCourtBookingId, content } = booking;
  const externalService = world.externalServices.get(externalServiceId)!;
  return {
    externalServiceId,
    externalCourtBookingId,
    ...copyFields(courtBookingFields, content, formatInstant),
    participants: content.participants.map(({ userId, email }) => {
      if (email !== undefined) {
        const user = findOpenByEmail(world, externalService, email);
        return user ? { userId: user.id, email } : { email };
      }
      if (userId === undefined || world.users.get(userId)?.isErased) return { erased: true };
      return { userId };
    }),
    createdAt: formatInstant(booking.createdAt),
    updatedAt: formatInstant(booking.updatedAt),
  };
}

/** Returns a booking in its documented form, with its status and cancellation. */
export function toCourtBooking(world: World, booking: StoredBooking) {
  const { cancelledAt, cancellationReason } = booking;
  return {
    ...toCourtBookingResponse(world, booking),
    status: isActive(booking) ? 'ACTIVE' : 'CANCELLED',
    ...(cancelledAt == null
      ? {}
      : { cancelledAt: formatInstant(cancelledAt), cancelledBy: cancellersOf(booking) }),
    ...(cancellationReason == null ? {} : { cancellationReason }),
  };
}
