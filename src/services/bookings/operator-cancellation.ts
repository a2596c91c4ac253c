import type { CourtBooking } from '../../db/entities/court-booking.ts';
import { cancelledByOperator } from '../../rules/cancel-court-booking-as-operator.ts';
import type { ServiceContext } from '../service-context.ts';
import { reasonText } from '../values/fields.ts';

/** Maximum per transaction, so that its locks and writes finish within the time limit of operators' requests. */
export const maxCancellations = 500;

/** The reason. The partner can read it. */
export const cancellationReason = () => reasonText(1_000);

/** Marks a booking as cancelled by an operator. */
export function markCancelledByOperator(
  booking: CourtBooking,
  reason: string,
  { now }: ServiceContext,
): void {
  Object.assign(booking, cancelledByOperator(booking, reason, new Date(now()).toISOString()));
}
