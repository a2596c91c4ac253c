import { errorFactory } from '../../api-error.ts';
import { selectCourtBooking } from '../../db/queries/partners/court-bookings.ts';
import { queryForPartner } from '../../db/queries/partners/query-for-partner.ts';
import type { Partner } from '../access/authorize-partner.ts';
import type { ServiceContext } from '../service-context.ts';
import type { StoredCourtBooking } from './stored-court-booking.ts';

export const getCourtBookingErrors = [
  'invalid_schema',
  'missing_api_token',
  'invalid_api_token',
  'scope_permission_denied',
  'external_service_access_denied',
  'court_booking_not_found',
  'internal_server_error',
] as const;

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
