import { selectCourtOccupancy } from '../../db/queries/partners/court-occupancy.ts';
import { queryForPartner } from '../../db/queries/partners/query-for-partner.ts';
import { refusals } from '../../errors.ts';
import type { Partner } from '../access/authorize-partner.ts';
import type { ServiceContext } from '../service-context.ts';

/** What get court occupancy may answer. */
export const getCourtOccupancyErrors = [
  'invalid_schema',
  'missing_api_token',
  'invalid_api_token',
  'scope_permission_denied',
  'external_service_access_denied',
  'invalid_filter_time_range',
  'court_not_found',
  'organization_access_denied',
  'internal_server_error',
] as const;

const refuse = refusals(getCourtOccupancyErrors);

/** Not in the document: how much of a court's time is shown at once. */
const maxDays = 31;

/** A time at which a court is occupied, within what was asked for. Dates are instants, `YYYY-MM-DDTHH:MM:SS.ffffffZ`. */
export interface OccupiedTime {
  startDate: string;
  endDate: string;
  /** Of an own booking only. */
  externalCourtBookingId?: string;
}

/**
 * When a court is occupied, by whomever: one entry for each active booking, cut to the range, by start.
 *
 * Not in the document: what is shown of somebody else's booking, which is its time; and that a court which was deactivated
 * may be looked at, since what was booked stays.
 *
 * @throws ApiError `invalid_filter_time_range`, `court_not_found`, `organization_access_denied`, `service_unavailable`.
 */
export async function getCourtOccupancy(
  { database }: ServiceContext,
  { externalServiceId }: Partner<'court-bookingread'>,
  { courtId, from, to }: { courtId: string; from: string; to: string },
): Promise<OccupiedTime[]> {
  if (from >= to) throw refuse('invalid_filter_time_range');
  if (isLongerThan(maxDays, from, to)) {
    throw refuse('invalid_filter_time_range', {
      message: `The range from "from" to "to" has more than ${maxDays} days. Request it in parts.`,
    });
  }
  const statement = selectCourtOccupancy({ externalServiceId, courtId, from, to });
  const [court] = await queryForPartner<{ occupied: OccupiedTime[] | null }>(
    database,
    externalServiceId,
    statement,
  );
  if (!court) throw refuse('court_not_found');
  if (!court.occupied) throw refuse('organization_access_denied');
  return court.occupied;
}

/** To the microsecond, which a `Date` does not have. */
function isLongerThan(days: number, from: string, to: string): boolean {
  const last = new Date(Date.parse(from) + days * 86_400_000).toISOString();
  return to > `${last.slice(0, 23)}${from.slice(23)}`;
}
