import { differences } from './differences.ts';
import { isInScope } from './scope.ts';
import { isActive, type StoredBooking } from './stored-booking.ts';
import type { PlannedUpsert, Scope, SyncRefusal, WantedBooking } from './sync-plan.ts';

/**
 * Decides what to do with a booking of the source. Returns the change to send, a rejection, or undefined if the booking is already stored
 * with this content, in this version or a newer one.
 */
export function judgeWanted(
  wanted: WantedBooking,
  stored: StoredBooking | undefined,
  scope: Scope,
): PlannedUpsert | SyncRefusal | undefined {
  const { externalCourtBookingId, ...send } = wanted;
  if (!stored) return { action: 'create', why: 'not_stored', externalCourtBookingId, send };
  if (stored.cancelledBy.includes('OPERATOR')) return cancelledByOperator(stored);
  const differs = differences(wanted, stored);
  const isCancelled = !isActive(stored);
  const isNewer = wanted.externalUpdatedAt > stored.externalUpdatedAt;
  if (differs.length === 0 && !isCancelled) {
    // Without the newer version, an older request that arrives late would still be accepted.
    return isNewer ? { action: 'update', why: 'newer', externalCourtBookingId, differs, send } : undefined;
  }
  if (wanted.externalUpdatedAt < stored.externalUpdatedAt) return stale(stored);
  if (wanted.externalUpdatedAt === stored.externalUpdatedAt) return inConflict(stored, differs);
  const why = isCancelled ? 'cancelled_before' : isInScope(scope, stored) ? 'differs' : 'moved_in';
  return { action: 'update', why, externalCourtBookingId, differs, send };
}

/** A rejection by the plan, with the stored version that causes it. */
export const refusalOf = (type: string, message: string, stored: StoredBooking): SyncRefusal => ({
  externalCourtBookingId: stored.externalCourtBookingId,
  type,
  message,
  by: 'plan',
  stored: {
    externalUpdatedAt: stored.externalUpdatedAt,
    status: stored.status,
    ...(stored.cancelledBy.length > 0 ? { cancelledBy: stored.cancelledBy } : {}),
  },
});

function cancelledByOperator(stored: StoredBooking): SyncRefusal {
  const why = stored.cancellationReason === undefined ? '' : ` (${stored.cancellationReason})`;
  const message = `An operator of the platform cancelled it${why}. Cancel it in your system, too, or ask the operator to reinstate it.`;
  return refusalOf('cancelled_by_operator', message, stored);
}

function stale(stored: StoredBooking): SyncRefusal {
  const what = isActive(stored) ? 'version is stored' : 'cancellation of yours is stored';
  const message =
    `A newer ${what} (${stored.externalUpdatedAt}), so the source's was not sent. If the source is right, ` +
    'give it a newer externalUpdatedAt there, and run again.';
  return refusalOf('stale_write', message, stored);
}

function inConflict(stored: StoredBooking, differs: string[]): SyncRefusal {
  const what = isActive(stored) ? `other content (${differs.join(', ')})` : 'it as cancelled by you';
  const message =
    `The same externalUpdatedAt is stored with ${what}. If the source is right, ` +
    'give it a newer externalUpdatedAt there, and run again.';
  return refusalOf('version_conflict', message, stored);
}
