import { errorFactory } from '../../api-error.ts';
import { selectCourtBooking } from '../../db/queries/partners/court-bookings.ts';
import { queryForPartner } from '../../db/queries/partners/query-for-partner.ts';
import type { Partner } from '../access/authorize-partner.ts';
import { partnerErrors } from '../access/partner-errors.ts';
import type { ServiceContext } from '../service-context.ts';
import type { StoredCourtBooking } from './stored-court-booking.ts';

export const getCourtBookingErrors = [...partnerErrors, 'court_booking_not_found'] as const;

const createError = errorFactory(getCourtBookingErrors);

/**
 * Returns the booking with this external id, cancelled or not.
 *
 * Not in the document: a cancellation that arrived before its booking cannot be read.
 *
 * @throws ApiError `court_booking_not_found`, `service_unavailable`.
 */
export async function getCourtBooking(
  { database }: ServiceContext,
  { externalServiceId }: Partner<'court-bookingread'>,
  externalCourtBookingId: string,
): Promise<StoredCourtBooking> {
  const statement = selectCourtBooking(externalServiceId, externalCourtBookingId);
  const [row] = await queryForPartner<{ booking: StoredCourtBooking }>(
    database,
    externalServiceId,
    statement,
  );
  if (!row) throw createError('court_booking_not_found');
  return row.booking;
}
