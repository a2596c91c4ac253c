import { type Cancellations, cancellersOf, isActive } from './court-booking-status.ts';

/** @returns `nothing_to_change` if an operator has cancelled the booking for another reason */
export function judgeCancellationByOperator(
  booking: Cancellations,
  reason: string,
): 'cancelled' | 'unchanged' | 'nothing_to_change' {
  if (!cancellersOf(booking).includes('OPERATOR')) return 'cancelled';
  return booking.cancellationReason === reason ? 'unchanged' : 'nothing_to_change';
}

/** Returns what an operator's cancellation writes. If the partner has cancelled the booking before, both cancellations remain. */
export const cancelledByOperator = (booking: Cancellations, reason: string, at: string): Cancellations => ({
  ...(isActive(booking) ? { cancelledAt: at, partnerCancelledAt: null } : {}),
  cancellationReason: reason,
});
