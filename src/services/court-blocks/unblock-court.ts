import { z } from 'zod';
import { errorFactory } from '../../api-error.ts';
import type { Supporter } from '../access/authorize-operator.ts';
import { changeCourtBooking } from '../bookings/change-court-booking.ts';
import { markCancelledByOperator } from '../bookings/operator-cancellation.ts';
import type { ServiceContext } from '../service-context.ts';
import { uuid } from '../values/fields.ts';
import { recordBlock } from './record-block.ts';

export const UnblockCourtInput = z.strictObject({ courtBookingId: uuid() });

export const unblockCourtErrors = ['court_booking_not_found'] as const;
const createError = errorFactory(unblockCourtErrors);

/**
 * Lifts a block and frees its time. Nothing changes if it is already lifted. Returns its id.
 *
 * @throws ApiError `court_booking_not_found`: it does not exist, or is a partner's booking.
 */
export function unblockCourt(
  context: ServiceContext,
  supporter: Supporter,
  { courtBookingId }: z.output<typeof UnblockCourtInput>,
): Promise<string> {
  const change = {
    action: 'cancelCourtBooking',
    type: 'court_booking.cancelled',
    courtBookingId,
    createError,
  } as const;
  return changeCourtBooking(context, supporter, change, async (booking, em) => {
    const { blockReason: reason, court, startDate, endDate } = booking;
    if (reason == null)
      throw createError('court_booking_not_found', {
        message: 'This is a booking of a partner, and no block. Cancel it by "cancelCourtBooking".',
      });
    if (!booking.active) return false;
    markCancelledByOperator(booking, 'The block was lifted.', context);
    await recordBlock(em, context, supporter, 'unblockCourt', {
      courtId: court.id,
      courtBookingId,
      startDate,
      endDate,
      reason,
    });
    return true;
  });
}
