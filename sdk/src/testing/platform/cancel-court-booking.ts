import { cancellersOf } from './court-booking.ts';
import { formatInstant } from './instant.generated.ts';
import { announceBooking } from './upsert-court-booking.ts';
import { versionError } from './version-error.ts';
import { type By, type ExternalService, keyOf, type World } from './world.ts';

export interface Cancellation {
  externalCourtBookingId: string;
  externalUpdatedAt: string;
}

export interface Cancelled extends Cancellation {
  outcome: 'cancelled' | 'replayed';
  /** The time of the first cancellation, by the partner or by an operator. */
  cancelledAt: string;
}

/**
 * Cancels the booking with this external id. If no booking is stored, the version is remembered.
 *
 * @throws ApiError `stale_write`
 */
export function cancelCourtBooking(
  world: World,
  externalService: ExternalService,
  cancellation: Cancellation,
  by: By,
): Cancelled {
  const outcome = judgeCancellation(world, externalService, cancellation);
  const key = keyOf(externalService, cancellation.externalCourtBookingId);
  const { cancelledAt } = (world.bookings.get(key) ?? world.stamps.get(key)) || {};
  if (outcome === 'replayed') return { ...cancellation, outcome, cancelledAt: cancelledAt! };
  return writeCancellation(world, externalService, cancellation, by);
}

/**
 * Checks the version of a cancellation. A cancellation wins a tie.
 * @throws ApiError `stale_write`
 */
export function judgeCancellation(
  world: World,
  externalService: ExternalService,
  { externalCourtBookingId, externalUpdatedAt }: Cancellation,
): Cancelled['outcome'] {
  const key = keyOf(externalService, externalCourtBookingId);
  const booking = world.bookings.get(key);
  const stamp = world.stamps.get(key);
  const stored = booking ? { booking } : stamp && { stamp };
  if (!stored) return 'cancelled';
  const { externalUpdatedAt: storedAt } = booking ?? stamp!;
  if (externalUpdatedAt < storedAt) throw versionError(world, 'stale_write', stored);
  const isDone = booking ? cancellersOf(booking).includes('PARTNER') : true;
  return externalUpdatedAt === storedAt && isDone ? 'replayed' : 'cancelled';
}

export function writeCancellation(
  world: World,
  externalService: ExternalService,
  cancellation: Cancellation,
  by: By,
): Cancelled {
  const { externalCourtBookingId, externalUpdatedAt } = cancellation;
  const key = keyOf(externalService, externalCourtBookingId);
  const at = world.clock.next();
  const stored = world.bookings.get(key);
  if (!stored) {
    const cancelledAt = world.stamps.get(key)?.cancelledAt ?? at;
    world.stamps.set(key, { externalUpdatedAt, cancelledAt });
    return { ...cancellation, outcome: 'cancelled', cancelledAt };
  }
  // A booking that is already cancelled keeps its time.
  const cancelledAt = stored.cancelledAt ?? at;
  const partnerCancelledAt = stored.partnerCancelledAt ?? at;
  const booking = { ...stored, externalUpdatedAt, cancelledAt, partnerCancelledAt, updatedAt: at };
  world.bookings.set(key, booking);
  announceBooking(world, booking, 'court_booking.cancelled', by, at);
  return { ...cancellation, outcome: 'cancelled', cancelledAt };
}

/** The response to a cancellation. It has the same few fields in every case. */
export function toCancelled({ id }: ExternalService, cancelled: Cancelled) {
  const { externalCourtBookingId, externalUpdatedAt, cancelledAt } = cancelled;
  return {
    externalServiceId: id,
    externalCourtBookingId,
    externalUpdatedAt: formatInstant(externalUpdatedAt),
    status: 'CANCELLED',
    cancelledAt: formatInstant(cancelledAt),
  };
}
