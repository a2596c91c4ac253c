import { overlap, type Place, type StoredBooking } from '../../../../src/rules/court-booking.ts';
import { isActive } from '../../../../src/rules/court-booking-status.ts';
import type { Known } from '../../../../src/rules/known.ts';
import type { KnownUsers } from '../../../../src/rules/known-users.ts';
import { toOccupant } from '../../../../src/rules/working-state.ts';
import { findByEmail, findLinked, findOpen, findOpenByEmail } from './read-user.ts';
import { type ExternalService, keyOf, type World } from './world.ts';

/** Returns what the rules know of the platform when they judge requests of an external service. */
export function knownTo(world: World, externalService: ExternalService): Known {
  return {
    externalServiceId: externalService.id,
    booking: (id) => {
      const booking = world.bookings.get(keyOf(externalService, id));
      return booking && withErased(world, booking);
    },
    tombstone: (id) => world.stamps.get(keyOf(externalService, id)),
    court: (id) => {
      const court = world.courts.get(id);
      if (!court) return undefined;
      return { isActive: court.active, isGranted: externalService.organizations.has(court.organization.id) };
    },
    isOpen: (userId) => findOpen(world, externalService, userId) !== undefined,
    ownerOf: (email) => findOpenByEmail(world, externalService, email)?.id,
    occupants: (place) => bookingsAt(world, place).map(toOccupant),
  };
}

/** The same for requests about users. */
export const knownUsersTo = (world: World, externalService: ExternalService): KnownUsers => ({
  externalServiceId: externalService.id,
  user: (id) => world.users.get(id),
  linked: (externalUserId) => findLinked(world, externalService, externalUserId),
  ownerOf: (email) => findByEmail(world, email)?.id,
  isOpen: (userId) => findOpen(world, externalService, userId) !== undefined,
});

/** Returns the booking with erased users as erased participants. */
function withErased(world: World, booking: StoredBooking): StoredBooking {
  const participants = booking.content.participants.map((one) =>
    world.users.get(one.userId ?? '')?.isErased ? { erased: true as const } : one,
  );
  return { ...booking, content: { ...booking.content, participants } };
}

/** Returns the active bookings of all external services that overlap a period of a court, sorted by start. */
export function bookingsAt(world: World, place: Place): StoredBooking[] {
  return [...world.bookings.values()]
    .filter(
      (booking) =>
        booking.content.courtId === place.courtId && isActive(booking) && overlap(booking.content, place),
    )
    .sort((a, b) => (a.content.startDate < b.content.startDate ? -1 : 1));
}
