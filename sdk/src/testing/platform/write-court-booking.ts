import type { StoredBooking } from '../../../../src/rules/court-booking.ts';
import { type Done, type Item, resultOf, type Writing } from '../../../../src/rules/court-booking-item.ts';
import { formatInstant } from '../../../../src/rules/instant.ts';
import { announce } from './announce.ts';
import { toApiError } from './api-error.ts';
import { toCourtBooking } from './court-booking.ts';
import { knownTo } from './known.ts';
import { type By, type Change, type ExternalService, keyOf, type World } from './world.ts';

/**
 * Upserts or cancels a booking.
 *
 * @throws ApiError with any error that the rules have
 */
export function carryOut<One extends Item>(
  world: World,
  externalService: ExternalService,
  item: One,
  by: By,
): Extract<Done, { action: One['action'] }> {
  const result = resultOf(knownTo(world, externalService), item, writingIn(world));
  if (result.outcome === 'refused') throw toApiError(result.rejection, world.clock.now());
  write(world, externalService, item, result, by);
  return result as Extract<Done, { action: One['action'] }>;
}

export const writingIn = ({ newId, clock }: World): Writing => ({ newId, now: clock.next });

/** Writes the result of an item that was judged, and reports the change. */
export function write(
  world: World,
  externalService: ExternalService,
  { externalCourtBookingId }: Item,
  result: Done,
  by: By,
): void {
  if (result.outcome === 'replayed' || by.isDryRun) return;
  const key = keyOf(externalService, externalCourtBookingId);
  if ('tombstone' in result) return void world.stamps.set(key, result.tombstone);
  world.bookings.set(key, result.booking);
  // The booking now holds the version.
  world.stamps.delete(key);
  announceBooking(world, result.booking, `court_booking.${result.outcome}`, by);
}

export function announceBooking(
  world: World,
  booking: StoredBooking,
  type: Change['type'],
  by: By,
  at = booking.updatedAt,
): void {
  announce(world, world.externalServices.get(booking.externalServiceId)!, by, {
    type,
    subjectId: booking.id,
    data: toCourtBooking(world, booking),
    timestamp: formatInstant(at),
  });
}
