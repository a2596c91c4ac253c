import type { CourtBooking } from '../../db/entities/court-booking.ts';
import type { ServiceContext } from '../service-context.ts';
import { text } from '../values/fields.ts';

/** In one transaction, whose locks and writes are over within the time that an operator waits for an answer. */
export const maxCancellations = 500;

/** Why; the partner reads it. */
export const cancellationReason = () => text(1, 1_000);

/** An operator's cancellation of a booking that none has cancelled; the partner may have: then both are remembered. */
export function markCancelledByOperator(
  booking: CourtBooking,
  reason: string,
  { now }: ServiceContext,
): void {
  if (booking.active) {
    booking.cancelledAt = new Date(now()).toISOString();
    booking.partnerCancelledAt = null;
  }
  booking.cancellationReason = reason;
}
