import { z } from 'zod';
import { errorFactory } from '../../api-error.ts';
import { resultOfCancellationByOperator } from '../../rules/cancel-court-booking-as-operator.ts';
import type { Supporter } from '../access/authorize-operator.ts';
import type { ServiceContext } from '../service-context.ts';
import { uuid } from '../values/fields.ts';
import { changeCourtBooking } from './change-court-booking.ts';
import { cancellationReason } from './operator-cancellation.ts';
import { changesPast, pastErrors } from './past-bookings.ts';

export const CancelCourtBookingInput = z.strictObject({
  courtBookingId: uuid(),
  reason: cancellationReason(),
  ...changesPast,
});

export const cancelCourtBookingAsOperatorErrors = [
  'court_booking_not_found',
  'nothing_to_change',
  ...pastErrors,
] as const;
const createError = errorFactory(cancelCourtBookingAsOperatorErrors);

/**
 * Cancels a booking. Its slot becomes free, and updates by the partner get `version_conflict`. Nothing changes if an
 * operator has already cancelled it for the same reason.
 *
 * @throws ApiError `court_booking_not_found`, `nothing_to_change` (an operator has cancelled it for another reason),
 * `court_booking_over`.
 */
export function cancelCourtBookingAsOperator(
  context: ServiceContext,
  supporter: Supporter,
  { courtBookingId, reason, changesPast }: z.output<typeof CancelCourtBookingInput>,
): Promise<string> {
  const change = { action: 'cancelCourtBooking', courtBookingId, createError, changesPast } as const;
  return changeCourtBooking(context, supporter, change, (booking, writing) => {
    const result = resultOfCancellationByOperator(booking, reason, writing);
    if (result.outcome === 'refused')
      throw createError(result.rejection.error, {
        message: `An operator has cancelled it already, for another reason, which the partner reads: "${booking.cancellationReason}". Nothing was changed. To give another one, reinstate it first.`,
      });
    return result;
  });
}
