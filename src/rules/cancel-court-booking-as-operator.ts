import type { StoredBooking } from './court-booking.ts';
import { type ChangeResult, changed, unchanged } from './court-booking-change.ts';
import type { Writing } from './court-booking-item.ts';
import { cancellersOf, isActive } from './court-booking-status.ts';

/**
 * Judges an operator's cancellation. If the partner has cancelled the booking before, both cancellations remain.
 * `nothing_to_change`: an operator has cancelled it for another reason.
 */
export function resultOfCancellationByOperator(
  booking: StoredBooking,
  reason: string,
  { now }: Writing,
): ChangeResult<'cancelled', 'nothing_to_change'> {
  if (cancellersOf(booking).includes('OPERATOR'))
    return booking.cancellationReason === reason
      ? unchanged
      : { outcome: 'refused', rejection: { error: 'nothing_to_change' } };
  const at = now();
  const first = isActive(booking) ? { cancelledAt: at, partnerCancelledAt: null } : {};
  return changed('cancelled', booking, { ...first, cancellationReason: reason }, at);
}
