import { announce } from './announce.ts';
import { ApiError } from './api-error.ts';
import { areSameFields, type BookingFields, copyFields } from './booking-fields.ts';
import {
  bookingsAt,
  cancellersOf,
  isActive,
  overlapError,
  toConflicts,
  toCourtBooking,
} from './court-booking.ts';
import { formatInstant } from './instant.generated.ts';
import {
  areSame,
  judgeParticipants,
  pathsOf,
  refuseAmbiguous,
  type SentParticipant,
} from './participants.ts';
import { versionError } from './version-error.ts';
import { type Booking, type By, type ExternalService, keyOf, type Participant, type World } from './world.ts';

export interface Upsert extends BookingFields {
  externalCourtBookingId: string;
  participants: SentParticipant[];
}

export interface Upserted {
  outcome: 'created' | 'updated' | 'replayed';
  booking: Booking;
}

/**
 * Creates the booking with this external id, or updates it.
 *
 * @throws ApiError with any error that the operation documents
 */
export function upsertCourtBooking(
  world: World,
  externalService: ExternalService,
  upsert: Upsert,
  by: By,
): Upserted {
  refuseAmbiguous(upsert.participants);
  const outcome = judgeUpsert(world, externalService, upsert);
  const stored = world.bookings.get(keyOf(externalService, upsert.externalCourtBookingId));
  if (outcome === 'replayed') return { outcome, booking: stored! };
  const inTheWay = bookingsAt(world, upsert).filter((booking) => booking !== stored);
  if (inTheWay.length > 0) throw overlapError(toConflicts(inTheWay, externalService, upsert));
  return { outcome, booking: writeUpsert(world, externalService, upsert, by) };
}

/**
 * Checks everything about an upsert except that the place is free.
 *
 * @throws ApiError
 */
export function judgeUpsert(
  world: World,
  externalService: ExternalService,
  upsert: Upsert,
): Upserted['outcome'] {
  const { repeated, notOpen } = judgeParticipants(world, externalService, upsert.participants);
  if (repeated.length > 0)
    throw new ApiError('duplicate_entries_provided', {
      message: `${pathsOf(repeated)}: the same person as an earlier participant. Name each participant once, by "userId" or by "email".`,
    });
  if (upsert.startDate >= upsert.endDate) throw new ApiError('invalid_time_range');
  const court = world.courts.get(upsert.courtId);
  if (!court?.active) throw new ApiError('court_not_found');
  if (!externalService.organizations.has(court.organization.id))
    throw new ApiError('organization_access_denied');
  if (notOpen.length > 0)
    throw new ApiError('user_access_denied', {
      message: `${pathsOf(notOpen)}: the external service neither manages the user with this "userId" nor was granted access to it. Create the user first, or ask an operator for access.`,
    });
  return judgeVersion(world, externalService, upsert);
}

function judgeVersion(world: World, externalService: ExternalService, upsert: Upsert): Upserted['outcome'] {
  const key = keyOf(externalService, upsert.externalCourtBookingId);
  const booking = world.bookings.get(key);
  const stamp = world.stamps.get(key);
  if (booking && cancellersOf(booking).includes('OPERATOR'))
    throw versionError(world, 'version_conflict', { booking });
  const stored = booking ? { booking } : stamp && { stamp };
  if (!stored) return 'created';
  const { externalUpdatedAt } = booking ?? stamp!;
  if (upsert.externalUpdatedAt < externalUpdatedAt) throw versionError(world, 'stale_write', stored);
  if (upsert.externalUpdatedAt > externalUpdatedAt) return booking ? 'updated' : 'created';
  const isStoredSo =
    booking !== undefined &&
    isActive(booking) &&
    areSameFields(booking, upsert) &&
    areSame(world, booking.participants, upsert.participants);
  if (!isStoredSo) throw versionError(world, 'version_conflict', stored);
  return 'replayed';
}

/** Writes an upsert that was checked, to a place that is free. */
export function writeUpsert(
  world: World,
  externalService: ExternalService,
  { externalCourtBookingId, ...upsert }: Upsert,
  by: By,
  at = world.clock.next(),
): Booking {
  const key = keyOf(externalService, externalCourtBookingId);
  const stored = world.bookings.get(key);
  const booking: Booking = {
    id: stored?.id ?? world.newId(),
    externalService,
    externalCourtBookingId,
    ...copyFields(upsert),
    participants: upsert.participants as Participant[],
    createdAt: stored?.createdAt ?? at,
    updatedAt: at,
  };
  world.bookings.set(key, booking);
  // The booking now holds the version.
  world.stamps.delete(key);
  announceBooking(world, booking, `court_booking.${stored ? 'updated' : 'created'}`, by, at);
  return booking;
}

export function announceBooking(world: World, booking: Booking, type: string, by: By, at: string): void {
  const data = toCourtBooking(world, booking);
  announce(world, booking.externalService, by, {
    type,
    subjectId: booking.id,
    data,
    timestamp: formatInstant(at),
  });
}
