import { ApiError } from './api-error.ts';
import { cancellersOf } from './court-booking.ts';
import { formatInstant } from './instant.generated.ts';
import type { Booking, Stamp, World } from './world.ts';

/** The stored state of an id: a booking, or only the version of a cancellation. */
export type Stored = { booking: Booking } | { stamp: Stamp };

/** The error of a version check. It says what is stored, and what to do. */
export function versionError(
  world: World,
  type: 'stale_write' | 'version_conflict',
  stored: Stored,
): ApiError {
  const [{ externalUpdatedAt }, cancelledBy] =
    'booking' in stored
      ? [stored.booking, cancellersOf(stored.booking)]
      : [stored.stamp, ['PARTNER'] as const];
  const at = formatInstant(externalUpdatedAt);
  const isAhead = externalUpdatedAt > new Date(world.clock.now()).toISOString();
  const isCancelled = cancelledBy.length > 0;
  return new ApiError(type, {
    message: type === 'stale_write' ? staleMessage(at, isAhead) : conflictMessage(at, cancelledBy),
    fields: {
      stored: {
        externalUpdatedAt: at,
        status: isCancelled ? 'CANCELLED' : 'ACTIVE',
        ...(isCancelled ? { cancelledBy } : {}),
      },
    },
  });
}

function staleMessage(at: string, isAhead: boolean): string {
  return isAhead
    ? `The stored version (externalUpdatedAt ${at}) lies in the future of this service's clock, so every update until then is older. Correct the clock that wrote it, and ask an operator to reset the version of this court booking.`
    : `A newer version of this court booking is stored (externalUpdatedAt ${at}); the older one was not written. Do not resend it.`;
}

function conflictMessage(at: string, cancelledBy: readonly string[]): string {
  if (cancelledBy.includes('OPERATOR'))
    return 'An operator has cancelled this court booking. Nothing is written to it until an operator reinstates it.';
  return cancelledBy.length > 0
    ? `This court booking was cancelled under the same externalUpdatedAt (${at}). To book again, resend with the time of a newer update.`
    : `Other content is stored under the same externalUpdatedAt (${at}). Resend with the time of the newer update.`;
}
