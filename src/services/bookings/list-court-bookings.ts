import { errorFactory } from '../../api-error.ts';
import type { PartnerCourtBookingFilter } from '../../db/queries/partners/court-booking-filter.ts';
import { selectCourtBookings } from '../../db/queries/partners/court-bookings.ts';
import { queryForPartner } from '../../db/queries/partners/query-for-partner.ts';
import type { CourtBookingStatus } from '../../rules/court-booking-status.ts';
import { isNoRange } from '../../rules/instant.ts';
import type { Partner } from '../access/authorize-partner.ts';
import { partnerErrors } from '../access/partner-errors.ts';
import type { ServiceContext } from '../service-context.ts';
import { type PageInput, pageOf, positionIn } from '../values/cursor.ts';
import type { StoredCourtBooking } from './stored-court-booking.ts';

export const listCourtBookingsErrors = [
  ...partnerErrors,
  'invalid_filter_time_range',
  'invalid_updated_filter_time_range',
] as const;

const createError = errorFactory(listCourtBookingsErrors);

/** The filters. Instants are in the stored format, the address is in lower case. */
interface ListCourtBookingsInput
  extends Omit<PartnerCourtBookingFilter, 'externalServiceId' | 'active'>,
    PageInput<readonly [updatedAt: string, id: string]> {
  status: CourtBookingStatus | 'ANY';
}

export type ListedCourtBooking = StoredCourtBooking & { externalCourtBookingId: string };

/**
 * Returns a page of the external service's own bookings: newest update first, then by id.
 *
 * Not in the document: a participant is found by the identifier that the booking names. It is found by the other one
 * only if the service has access to the user. So a service learns nothing about another service's users.
 *
 * @throws ApiError `invalid_filter_time_range`, `invalid_updated_filter_time_range`, `invalid_schema` (a cursor of
 * other filters), `service_unavailable`.
 */
export async function listCourtBookings(
  { database }: ServiceContext,
  { externalServiceId }: Partner<'court-bookingread'>,
  { status, limit, cursor, ...filter }: ListCourtBookingsInput,
): Promise<{ items: ListedCourtBooking[]; nextCursor?: string }> {
  if (isNoRange(filter.from, filter.to)) throw createError('invalid_filter_time_range');
  if (isNoRange(filter.updatedFrom, filter.updatedTo)) throw createError('invalid_updated_filter_time_range');

  // The default is the same list as no filter.
  const filters = { ...filter, status: status === 'ACTIVE' ? undefined : status };
  const position = positionIn(cursor, filters);
  const statement = selectCourtBookings(
    { ...filter, externalServiceId, active: status === 'ANY' ? undefined : status === 'ACTIVE' },
    { after: position && { updatedAt: position[0], id: position[1] }, limit: limit + 1 },
  );
  const rows = await queryForPartner<{ booking: ListedCourtBooking }>(database, externalServiceId, statement);
  const bookings = rows.map(({ booking }) => booking);
  return pageOf(bookings, { limit, filters }, ({ updatedAt, id }) => [updatedAt, id]);
}
