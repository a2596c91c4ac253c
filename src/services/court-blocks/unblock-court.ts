import { z } from 'zod';
import { errorFactory } from '../../api-error.ts';
import { inTransaction } from '../../db/connection/in-transaction.ts';
import { CourtBooking } from '../../db/entities/court-booking.ts';
import { resultOfCancellationByOperator } from '../../rules/cancel-court-booking-as-operator.ts';
import type { Supporter } from '../access/authorize-operator.ts';
import { changeLockedCourtBookings, lockCourtBookings } from '../bookings/change-court-booking.ts';
import { changesPast, pastErrors } from '../bookings/past-bookings.ts';
import type { ServiceContext } from '../service-context.ts';
import { uuid } from '../values/fields.ts';
import { recordBlock } from './record-block.ts';

export const UnblockCourtInput = z.strictObject({ courtBookingId: uuid(), ...changesPast });

export const unblockCourtErrors = ['court_booking_not_found', ...pastErrors] as const;
const createError = errorFactory(unblockCourtErrors);

/**
 * Lifts a block and frees its time. Nothing changes if it is already lifted. Returns its id.
 *
 * @throws ApiError `court_booking_not_found`: it does not exist, or is a partner's booking. `court_booking_over`.
 */
export function unblockCourt(
  context: ServiceContext,
  supporter: Supporter,
  { courtBookingId, changesPast }: z.output<typeof UnblockCourtInput>,
): Promise<string> {
  return context.database.transaction(async (em) => {
    const within = { ...context, database: inTransaction(context.database, em) };
    const locked = await lockCourtBookings(within.database, [courtBookingId]);
    const booking = await em.findOne(CourtBooking, courtBookingId);
    if (!booking) throw createError('court_booking_not_found');
    const { blockReason: reason, court, startDate, endDate } = booking;
    if (reason == null)
      throw createError('court_booking_not_found', {
        message: 'This is a booking of a partner, and no block. Cancel the booking instead.',
      });
    if (!booking.active) return courtBookingId;
    await recordBlock(em, context, supporter, 'unblockCourt', {
      courtId: court.id,
      courtBookingId,
      startDate,
      endDate,
      reason,
    });
    const change = { action: 'cancelCourtBooking', changesPast } as const;
    await changeLockedCourtBookings(within, supporter, change, locked, (block, writing) =>
      resultOfCancellationByOperator(block, 'The block was lifted.', writing),
    );
    return courtBookingId;
  });
}
