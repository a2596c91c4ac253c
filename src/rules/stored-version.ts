import type { StoredBooking, Tombstone } from './court-booking.ts';
import { cancellersOf } from './court-booking-status.ts';
import type { Rejection } from './rejection.ts';

/** Returns the error of a violated version rule, with what is stored: a booking, or only a cancellation. */
export function versionError<Type extends 'stale_write' | 'version_conflict'>(
  error: Type,
  stored: StoredBooking | Tombstone,
): Rejection<Type> {
  const cancelledBy = 'content' in stored ? cancellersOf(stored) : (['PARTNER'] as const);
  const externalUpdatedAt = versionOf(stored);
  return {
    error,
    stored:
      cancelledBy.length === 0
        ? { externalUpdatedAt, status: 'ACTIVE' }
        : { externalUpdatedAt, status: 'CANCELLED', cancelledBy: [...cancelledBy] },
  };
}

export const versionOf = (stored: StoredBooking | Tombstone): string =>
  'content' in stored ? stored.content.externalUpdatedAt : stored.externalUpdatedAt;
