import { z } from 'zod';
import { errorFactory } from '../../api-error.ts';
import { queryIn } from '../../db/connection/query.ts';
import { findOverlappingCourtBookings, lockCourt } from '../../db/queries/operators/court-bookings.ts';
import type { Supporter } from '../access/authorize-operator.ts';
import type { ServiceContext } from '../service-context.ts';
import { uuid } from '../values/fields.ts';
import { changeCourtBooking } from './change-court-booking.ts';
import { cancellersOf } from './court-booking-status.ts';

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
    if (booking.active) return false;
    if (!cancellersOf(booking).includes('OPERATOR'))
      throw createError('nothing_to_change', {
        message:
          'No operator has cancelled it: its partner has, and makes it active again by a newer update. Nothing was changed.',
      });
    const { court, startDate, endDate, partnerCancelledAt } = booking;
    booking.cancellationReason = null;
    booking.cancelledAt = partnerCancelledAt;
    if (partnerCancelledAt) return true;
    const query = queryIn(em);
    const { active } = (await lockCourt(query, court.id))!;
    if (!active)
      throw createError('court_not_found', {
        message:
          'The court is deactivated and takes no bookings. Activate it with "updateCourt", then reinstate the booking.',
      });
    const conflictingIds = await findOverlappingCourtBookings(query, {
      courtId: court.id,
      startDate,
      endDate,
    });
    if (conflictingIds.length > 0) throw createError('court_booking_overlap', { conflictingIds });
    return true;
  });
}
