import { formatInstant, isLongerThan } from '../../../../src/rules/instant.ts';
import { clipped } from '../../../../src/rules/overlap.ts';
import { ApiError } from './api-error.ts';
import { type Cursor, pageOf } from './cursor.ts';
import { bookingsAt } from './known.ts';
import type { Court, ExternalService, World } from './world.ts';

export const toCourt = ({ id, name, organization }: Court) => ({
  id,
  name,
  organization: { ...organization },
});

/** Lists the courts that the external service may book, sorted by name, then by id. */
export function listCourts(
  world: World,
  { organizations }: ExternalService,
  { organizationId, limit, cursor }: { organizationId?: string; limit: number; cursor?: Cursor },
) {
  const filters = { organizationId };
  const position = ({ name, id }: Court) => ['court', name, id];
  const courts = [...world.courts.values()].filter(
    (court) =>
      court.active &&
      organizations.has(court.organization.id) &&
      (organizationId === undefined || court.organization.id === organizationId),
  );
  return pageOf(courts, { limit, cursor, filters, position, isAscending: true }, toCourt);
}

const maxDays = 31;

/**
 * Returns when a court is occupied by any booking.
 *
 * @throws ApiError `invalid_filter_time_range`, `court_not_found`, `organization_access_denied`
 */
export function getCourtOccupancy(
  world: World,
  externalService: ExternalService,
  { courtId, from, to }: { courtId: string; from: string; to: string },
) {
  if (from >= to) throw new ApiError('invalid_filter_time_range');
  if (isLongerThan(maxDays, from, to))
    throw new ApiError('invalid_filter_time_range', {
      message: `The time range has more than ${maxDays} days. Request it in parts.`,
    });
  const court = world.courts.get(courtId);
  if (!court) throw new ApiError('court_not_found');
  if (!externalService.organizations.has(court.organization.id))
    throw new ApiError('organization_access_denied');
  const place = { courtId, startDate: from, endDate: to };
  const occupied = bookingsAt(world, place).map(({ content, externalServiceId, externalCourtBookingId }) => {
    const { startDate, endDate } = clipped(content, place);
    return {
      startDate: formatInstant(startDate),
      endDate: formatInstant(endDate),
      ...(externalServiceId === externalService.id ? { externalCourtBookingId } : {}),
    };
  });
  return { occupied };
}
