import type { StoredBooking, Tombstone } from './court-booking.ts';
import { cancellersOf, isActive } from './court-booking-status.ts';
import type { Known } from './known.ts';
import type { Rejection } from './rejection.ts';
import { versionError, versionOf } from './stored-version.ts';

/** A partner's request to cancel a booking. */
export interface Cancellation {
  externalCourtBookingId: string;
  externalUpdatedAt: string;
}

/** The errors of a cancellation that depend on the state. */
export const cancellationErrors = ['stale_write'] as const;

export type CancellationVerdict =
  | { outcome: 'cancelled' | 'replayed' }
  | { outcome: 'refused'; rejection: Rejection<(typeof cancellationErrors)[number]> };

/**
 * Judges a cancellation. It needs neither a grant nor an active court.
 *
 * Not in the document: with equal versions the cancellation wins. Otherwise sources with whole seconds, or that cancel
 * without a new `externalUpdatedAt`, could never cancel.
 */
export function judgeCancellation(
  known: Known,
  { externalCourtBookingId, externalUpdatedAt }: Cancellation,
): CancellationVerdict {
  const booking = known.booking(externalCourtBookingId);
  const stored = booking ?? known.tombstone(externalCourtBookingId);
  if (!stored) return { outcome: 'cancelled' };
  if (externalUpdatedAt < versionOf(stored))
    return { outcome: 'refused', rejection: versionError('stale_write', stored) };
  const isDone = booking ? cancellersOf(booking).includes('PARTNER') : true;
  return { outcome: isDone && externalUpdatedAt === versionOf(stored) ? 'replayed' : 'cancelled' };
}

/** Returns the booking that a cancellation writes. An earlier cancellation keeps its time. */
export function cancelled(booking: StoredBooking, externalUpdatedAt: string, at: string): StoredBooking {
  return {
    ...booking,
    content: { ...booking.content, externalUpdatedAt },
    cancelledAt: booking.cancelledAt ?? at,
    partnerCancelledAt: isActive(booking) ? at : (booking.partnerCancelledAt ?? at),
    updatedAt: at,
  };
}

/** Returns what is remembered of a cancellation without a booking, so that an older upsert that arrives later is rejected. */
export const remembered = (
  tombstone: Tombstone | undefined,
  externalUpdatedAt: string,
  at: string,
): Tombstone => ({ externalUpdatedAt, cancelledAt: tombstone?.cancelledAt ?? at });
