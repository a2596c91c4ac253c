import { z } from 'zod';
import { errorFactory } from '../../api-error.ts';
import { inTransaction } from '../../db/connection/in-transaction.ts';
import { operatorsService } from '../../db/entities/external-service.ts';
import { cancellersOf, isActive } from '../../rules/court-booking-status.ts';
import { instantAt, microsOf, parseInstant } from '../../rules/instant.ts';
import { actForPartner, errorsWhenActing } from '../access/act-for-partner.ts';
import type { Supporter } from '../access/authorize-operator.ts';
import type { ServiceContext } from '../service-context.ts';
import { instant, uuid } from '../values/fields.ts';
import { validate } from '../values/validate.ts';
import { lockCourtBookings } from './change-court-booking.ts';
import { changesPast, pastErrors, rejectReversed, requirePastConfirmed } from './past-bookings.ts';
import { contentOf } from './stored-court-booking.ts';
import { upsertCourtBooking, upsertCourtBookingErrors } from './upsert-court-booking.ts';

export const MoveCourtBookingInput = z.strictObject({
  courtBookingId: uuid(),
  startDate: instant(),
  endDate: instant().optional(),
  courtId: uuid().optional(),
  ...changesPast,
});

const ownErrors = ['court_booking_not_found', 'stale_write', ...pastErrors] as const;
export const moveCourtBookingErrors = [...ownErrors, ...errorsWhenActing(upsertCourtBookingErrors)];
const createError = errorFactory(ownErrors);

/**
 * Moves an active booking to another time, and to another court if one is given. Everything else stays, and
 * without a new end also the duration. The rules of an upsert apply. Nothing changes if the booking is there already. Returns its id.
 *
 * @throws ApiError `court_booking_not_found` (also for a cancelled booking and for a block), `court_booking_over`, and
 * the errors of an upsert.
 */
export function moveCourtBooking(
  context: ServiceContext,
  supporter: Supporter,
  { courtBookingId, startDate, endDate, courtId, changesPast }: z.output<typeof MoveCourtBookingInput>,
): Promise<string> {
  rejectReversed(startDate, endDate);
  return context.database.transaction(async (em) => {
    const within = { ...context, database: inTransaction(context.database, em) };
    // Otherwise an update by the partner in between would be replaced by what it replaced.
    const [locked] = await lockCourtBookings(within.database, [courtBookingId]);
    const [booking] = locked?.bookings ?? [];
    if (!booking) throw createError('court_booking_not_found');
    const { externalServiceId, externalCourtBookingId, content: stored } = booking;
    if (externalServiceId === operatorsService.id)
      throw createError('court_booking_not_found', {
        message: 'This is a block, which cannot be moved. Remove it, and block the other time.',
      });
    if (!isActive(booking))
      throw createError('court_booking_not_found', {
        message: cancellersOf(booking).includes('OPERATOR')
          ? 'The booking is cancelled, so it cannot be moved. Reinstate it first.'
          : 'The partner has cancelled the booking, so it cannot be moved. Only the partner can make it active again, by a newer update.',
      });
    const partner = await actForPartner<'court-bookingwrite'>(within, supporter, externalServiceId);
    const [storedStart, storedEnd] = [microsOf(stored.startDate), microsOf(stored.endDate)];
    const start = microsOf(startDate);
    const end = endDate === undefined ? start + storedEnd - storedStart : microsOf(endDate);
    if (start === storedStart && end === storedEnd && (courtId ?? stored.courtId) === stored.courtId)
      return courtBookingId;
    // An end that follows from the duration may be out of range.
    const times = validate(MoveCourtBookingInput.required().pick({ startDate: true, endDate: true }), {
      startDate,
      endDate: instantAt(end),
    });
    requirePastConfirmed(context, [booking], changesPast);
    requirePastConfirmed(context, [{ content: times }], changesPast, 'The new time ended');
    // Newer than what is stored, so that the partner's own version is not equal to it with different content.
    const newer = Math.max(context.now() * 1_000, microsOf(stored.externalUpdatedAt) + 1_000);
    const externalUpdatedAt = instantAt(newer);
    if ('fault' in parseInstant(externalUpdatedAt))
      throw createError('stale_write', {
        message: 'No version can be newer than that of the booking. Reset the version of the booking first.',
      });
    const input = {
      ...contentOf(stored),
      ...times,
      ...(courtId === undefined ? {} : { courtId }),
      externalUpdatedAt,
    };
    await upsertCourtBooking(within, partner, externalCourtBookingId, input, {
      action: 'moveCourtBooking',
    });
    return courtBookingId;
  });
}
