import { cancellersOf } from './court-booking.ts';
import { formatInstant } from './instant.ts';
import { announceBooking } from './upsert-court-booking.ts';
import { versionRefusal } from './version-refusal.ts';
import { type By, type ExternalService, keyOf, type World } from './world.ts';

/** A cancellation as it is sent, in its shape. */
export interface Cancellation {
  externalCourtBookingId: string;
  externalUpdatedAt: string;
}

export interface Cancelled extends Cancellation {
  outcome: 'cancelled' | 'replayed';
  /** Since when, whoever was first. */
  cancelledAt: string;
}

/**
 * Cancels the booking of this external id. Where nothing is stored, the stamp is remembered.
 *
 * @throws Refusal `stale_write`.
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

/** A cancellation wins the tie. @throws Refusal `stale_write` */
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
  if (externalUpdatedAt < storedAt) throw versionRefusal(world, 'stale_write', stored);
  const isDone = booking ? cancellersOf(booking).includes('PARTNER') : true;
  return externalUpdatedAt === storedAt && isDone ? 'replayed' : 'cancelled';
}

/** Writes a cancellation that was judged. */
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
  // Who has cancelled already has done so since then.
  const cancelledAt = stored.cancelledAt ?? at;
  const partnerCancelledAt = stored.partnerCancelledAt ?? at;
  const booking = { ...stored, externalUpdatedAt, cancelledAt, partnerCancelledAt, updatedAt: at };
  world.bookings.set(key, booking);
  announceBooking(world, booking, 'court_booking.cancelled', by, at);
  return { ...cancellation, outcome: 'cancelled', cancelledAt };
}

/** A cancellation as it is answered: the same small thing, whatever was stored. */
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
