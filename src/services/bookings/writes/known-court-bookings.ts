import type { StoredBooking, Tombstone } from '../../../rules/court-booking.ts';
import { overlap, type Place } from '../../../rules/court-booking.ts';
import type { Cancelled } from '../../../rules/court-booking-item.ts';
import { cancellersOf } from '../../../rules/court-booking-status.ts';
import type { Known, Occupant } from '../../../rules/known.ts';
import { versionOf } from '../../../rules/stored-version.ts';
import type { StoredCancellation, StoredCourtBooking } from '../stored-court-booking.ts';

/** The answer of `load_court_bookings`. */
export interface Loaded {
  /** The time after the locks, an instant. */
  at: string;
  /** True if a commit waits for synchronous standbys. */
  hasStandbys: boolean;
  lockedIds: string[];
  lockedUsers: string[];
  lockedCourts: string[];
  bookings: (StoredCourtBooking & {
    externalCourtBookingId: string;
    partnerCancelledAt: string | null;
  })[];
  tombstones: ({ externalCourtBookingId: string } & Tombstone)[];
  courts: { id: string; isActive: boolean; isGranted: boolean }[];
  openUsers: string[];
  /** User ids, by the addresses in the requests. */
  owners: Record<string, string>;
  occupants: Occupant[];
}

/** Returns what the rules know from the loaded rows. */
export function knownFrom(externalServiceId: string, loaded: Loaded): Known {
  const bookings = new Map(
    loaded.bookings.map((row) => [row.externalCourtBookingId, toStoredBooking(externalServiceId, row)]),
  );
  const tombstones = new Map(loaded.tombstones.map((row) => [row.externalCourtBookingId, row]));
  const courts = new Map(loaded.courts.map((court) => [court.id, court]));
  const openUsers = new Set(loaded.openUsers);
  const owners = Object.assign({}, ...loaded.bookings.map((row) => row.openUsers), loaded.owners);
  const occupants = [...new Map(loaded.occupants.map((one) => [one.id, one])).values()];
  return {
    externalServiceId,
    booking: (id) => bookings.get(id),
    tombstone: (id) => tombstones.get(id),
    court: (id) => courts.get(id),
    isOpen: (id) => openUsers.has(id),
    ownerOf: (email) => owners[email],
    occupants: (place: Place) =>
      occupants.filter((one) => one.courtId === place.courtId && overlap(one, place)),
  };
}

function toStoredBooking(externalServiceId: string, row: Loaded['bookings'][number]): StoredBooking {
  const {
    id,
    externalCourtBookingId,
    cancelledAt,
    cancelledBy: _derived,
    openUsers: _ofParticipants,
    partnerCancelledAt,
    cancellationReason,
    createdAt,
    updatedAt,
    ...content
  } = row;
  return {
    id,
    externalServiceId,
    externalCourtBookingId,
    content,
    cancelledAt,
    partnerCancelledAt,
    cancellationReason,
    createdAt,
    updatedAt,
  };
}

/** Returns a booking with the field names of the document, for responses, audit events and changes. */
export function toSnapshot({
  id,
  content,
  ...booking
}: StoredBooking): Omit<StoredCourtBooking, 'openUsers'> {
  const { cancelledAt, cancellationReason, createdAt, updatedAt } = booking;
  return {
    id,
    ...(content as Omit<StoredCourtBooking, 'openUsers' | 'id' | 'createdAt' | 'updatedAt'>),
    ...(cancelledAt == null ? {} : { cancelledAt, cancelledBy: cancellersOf(booking) }),
    ...(cancellationReason == null ? {} : { cancellationReason }),
    createdAt,
    updatedAt,
  };
}

/** Returns the owners of the addresses among the participants, if they are open to the external service. */
export function openUsersOf(known: Known, { content }: StoredBooking): Record<string, string> {
  return Object.fromEntries(
    content.participants.flatMap(({ email }) => {
      const owner = email === undefined ? undefined : known.ownerOf(email);
      return owner === undefined ? [] : [[email, owner]];
    }),
  );
}

/** Returns a cancellation as it is stored: of a booking, or without one. */
export function toStoredCancellation(cancelled: Cancelled): StoredCancellation {
  const stored = 'booking' in cancelled ? cancelled.booking : cancelled.tombstone;
  return { externalUpdatedAt: versionOf(stored), cancelledAt: stored.cancelledAt! };
}
