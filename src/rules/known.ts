import type { Place, StoredBooking, Tombstone } from './court-booking.ts';

/** An active booking of any external service. */
export interface Occupant extends Place {
  id: string;
  externalServiceId: string;
  externalCourtBookingId: string;
}

/** What the rules know of the state when they judge requests of one external service. */
export interface Known {
  readonly externalServiceId: string;
  /** A booking of the external service, by the id in the partner's system. */
  booking(externalCourtBookingId: string): StoredBooking | undefined;
  /** A cancellation without a booking, by the same id. Not used if there is a booking. */
  tombstone(externalCourtBookingId: string): Tombstone | undefined;
  court(courtId: string): { isActive: boolean; isGranted: boolean } | undefined;
  /** Returns true if the external service manages the user, or was granted access to it. */
  isOpen(userId: string): boolean;
  /** The id of the user with this address, if the user is open to the external service. */
  ownerOf(email: string): string | undefined;
  /** The active bookings of all external services that overlap the place, in any order. */
  occupants(place: Place): readonly Occupant[];
}
