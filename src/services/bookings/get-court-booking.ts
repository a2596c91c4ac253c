import { selectCourtBooking } from '../../db/queries/partners/court-bookings.ts';
import { queryForPartner } from '../../db/queries/partners/query-for-partner.ts';
import { refusals } from '../../errors.ts';
import type { Partner } from '../access/authorize-partner.ts';
import type { ServiceContext } from '../service-context.ts';
import type { StoredCourtBooking } from './stored-court-booking.ts';

/** What get court booking may answer. */
export const getCourtBookingErrors = [
  'invalid_schema',
  'missing_api_token',
  'invalid_api_token',
  'scope_permission_denied',
  'external_service_access_denied',
  'court_booking_not_found',
  'internal_server_error',
] as const;

const refuse = refusals(getCourtBookingErrors);

/**
 * The booking of this external id, cancelled or not.
 *
 * Not in the document: of a cancellation that came before its booking nothing is there to be read.
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
  if (!row) throw refuse('court_booking_not_found');
  return row.booking;
}
