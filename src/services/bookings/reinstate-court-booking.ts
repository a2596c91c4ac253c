import { z } from 'zod';
import { errorFactory } from '../../api-error.ts';
import { resultOfReinstatement } from '../../rules/reinstate-court-booking.ts';
import type { Supporter } from '../access/authorize-operator.ts';
import type { ServiceContext } from '../service-context.ts';
import { uuid } from '../values/fields.ts';
import { changeCourtBooking } from './change-court-booking.ts';
import { changesPast, pastErrors } from './past-bookings.ts';

export const ReinstateCourtBookingInput = z.strictObject({ courtBookingId: uuid(), ...changesPast });

export const reinstateCourtBookingErrors = [
  'court_booking_not_found',
  'court_not_found',
  'court_booking_overlap',
  'nothing_to_change',
  ...pastErrors,
] as const;
const createError = errorFactory(reinstateCourtBookingErrors);

/**
 * Reverts an operator's cancellation. The booking becomes active again if its court is active and its slot is still
 * free. If the partner has also cancelled it, it stays cancelled by the partner alone. Nothing changes if it is
 * already active.
 *
 * @throws ApiError `court_booking_not_found`, `court_not_found`, `court_booking_overlap`, `nothing_to_change` (only
 * its partner has cancelled it), `court_booking_over`.
 */
export function reinstateCourtBooking(
  context: ServiceContext,
  supporter: Supporter,
  { courtBookingId, changesPast }: z.output<typeof ReinstateCourtBookingInput>,
): Promise<string> {
  const action = 'reinstateCourtBooking';
  const change = { action, courtBookingId, createError, changesPast, takesPlace: true } as const;
  return changeCourtBooking(context, supporter, change, (booking, writing, known) => {
    const result = resultOfReinstatement(known, booking, writing);
    if (result.outcome !== 'refused') return result;
    const { error, conflicts } = result.rejection;
    throw createError(error, {
      conflictingIds: conflicts?.flatMap(({ id }) => id ?? []),
      ...(error in messages ? { message: messages[error as keyof typeof messages] } : {}),
    });
  });
}

const messages = {
  nothing_to_change:
    'No operator has cancelled it: its partner has, and makes it active again by a newer update. Nothing was changed.',
  court_not_found: 'The court is closed and takes no bookings. Reopen it, then reinstate the booking.',
};
