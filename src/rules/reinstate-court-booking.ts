import { type Cancellations, cancellersOf, isActive } from './court-booking-status.ts';

/** The place of a booking, without the booking itself. */
interface PlaceOfBooking {
  isCourtActive: boolean;
  isTaken: boolean;
}

/**
 * Judges whether an operator's cancellation can be reversed. A booking that its partner has cancelled, too, stays cancelled,
 * so it takes no place.
 *
 * @returns `nothing_to_change` if only the partner has cancelled the booking
 */
export function judgeReinstatement(
  booking: Cancellations,
  { isCourtActive, isTaken }: PlaceOfBooking,
): 'reinstated' | 'unchanged' | 'nothing_to_change' | 'court_not_found' | 'court_booking_overlap' {
  if (isActive(booking)) return 'unchanged';
  if (!cancellersOf(booking).includes('OPERATOR')) return 'nothing_to_change';
  if (!isActive(reinstated(booking))) return 'reinstated';
  if (!isCourtActive) return 'court_not_found';
  return isTaken ? 'court_booking_overlap' : 'reinstated';
}

/** Returns what the reversal writes: only the partner's cancellation remains. */
export const reinstated = ({ partnerCancelledAt = null }: Cancellations): Cancellations => ({
  cancelledAt: partnerCancelledAt,
  cancellationReason: null,
});
