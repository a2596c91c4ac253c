import { errorFactory } from '../../api-error.ts';
import { selectCourtOccupancy } from '../../db/queries/partners/court-occupancy.ts';
import { queryForPartner } from '../../db/queries/partners/query-for-partner.ts';
import { faultOfOccupancyRange } from '../../rules/occupancy-range.ts';
import type { Partner } from '../access/authorize-partner.ts';
import { partnerErrors } from '../access/partner-errors.ts';
import type { ServiceContext } from '../service-context.ts';

export const getCourtOccupancyErrors = [
  ...partnerErrors,
  'invalid_filter_time_range',
  'court_not_found',
  'organization_access_denied',
] as const;

const createError = errorFactory(getCourtOccupancyErrors);

/** A time at which a court is occupied, cut to the range. Dates are instants, `YYYY-MM-DDTHH:MM:SS.ffffffZ`. */
export interface OccupiedTime {
  startDate: string;
  endDate: string;
  /** Only for the partner's own bookings. */
  externalCourtBookingId?: string;
}

/**
 * Returns when a court is occupied: one entry for each active booking of any partner, cut to the range, ordered by
 * start.
 *
 * Not in the document: another partner's booking shows only its time. A deactivated court can still be read, because
 * its bookings stay.
 *
 * @throws ApiError `invalid_filter_time_range`, `court_not_found`, `organization_access_denied`,
 * `service_unavailable`.
 */
export async function getCourtOccupancy(
  { database }: ServiceContext,
  { externalServiceId }: Partner<'court-bookingread'>,
  { courtId, from, to }: { courtId: string; from: string; to: string },
): Promise<OccupiedTime[]> {
  const fault = faultOfOccupancyRange(from, to);
  if (fault) throw createError('invalid_filter_time_range', fault);
  const statement = selectCourtOccupancy({ externalServiceId, courtId, from, to });
  const [court] = await queryForPartner<{ occupied: OccupiedTime[] | null }>(
    database,
    externalServiceId,
    statement,
  );
  if (!court) throw createError('court_not_found');
  if (!court.occupied) throw createError('organization_access_denied');
  return court.occupied;
}
