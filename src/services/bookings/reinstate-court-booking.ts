import { z } from 'zod';
import { errorFactory } from '../../api-error.ts';
import { queryIn } from '../../db/connection/query.ts';
import { findOverlappingCourtBookings, lockCourt } from '../../db/queries/operators/court-bookings.ts';
import { judgeReinstatement, reinstated } from '../../rules/reinstate-court-booking.ts';
import type { Supporter } from '../access/authorize-operator.ts';
import type { ServiceContext } from '../service-context.ts';
import { uuid } from '../values/fields.ts';
import { changeCourtBooking } from './change-court-booking.ts';

export const ReinstateCourtBookingInput = z.strictObject({ courtBookingId: uuid() });

export const reinstateCourtBookingErrors = [
  'court_booking_not_found',
  'court_not_found',
  'court_booking_overlap',
  'nothing_to_change',
] as const;
const createError = errorFactory(reinstateCourtBookingErrors);

/**
 * Reverts an operator's cancellation. The booking becomes active again if its court is active and its slot is still
 * free. If the partner has also cancelled it, it stays cancelled by the partner alone. Nothing changes if it is
 * already active.
 *
 * @throws ApiError `court_booking_not_found`, `court_not_found`, `court_booking_overlap`, `nothing_to_change` (only
 * its partner has cancelled it).
 */
export function reinstateCourtBooking(
  context: ServiceContext,
  supporter: Supporter,
  { courtBookingId }: z.output<typeof ReinstateCourtBookingInput>,
): Promise<string> {
  const change = {
    action: 'reinstateCourtBooking',
    type: 'court_booking.reinstated',
    courtBookingId,
    createError,
  } as const;
  return changeCourtBooking(context, supporter, change, async (booking, em) => {
    const { court, startDate, endDate } = booking;
    const query = queryIn(em);
    const { active } = (await lockCourt(query, court.id))!;
    const conflictingIds = await findOverlappingCourtBookings(query, {
      courtId: court.id,
      startDate,
      endDate,
    });
    const place = { isCourtActive: active, isTaken: conflictingIds.length > 0 };
    const verdict = judgeReinstatement(booking, place);
    if (verdict === 'unchanged') return false;
    if (verdict !== 'reinstated')
      throw createError(verdict, {
        conflictingIds: verdict === 'court_booking_overlap' ? conflictingIds : undefined,
        ...(verdict in messages ? { message: messages[verdict as keyof typeof messages] } : {}),
      });
    Object.assign(booking, reinstated(booking));
    return true;
  });
}

const messages = {
  nothing_to_change:
    'No operator has cancelled it: its partner has, and makes it active again by a newer update. Nothing was changed.',
  court_not_found:
    'The court is deactivated and takes no bookings. Activate it with "updateCourt", then reinstate the booking.',
};
