import type { Place, StoredBooking } from '../../../../src/rules/court-booking.ts';
import { formatInstant } from '../../../../src/rules/instant.ts';
import { deniedOrganization, faultOfOccupancyRange } from '../../../../src/rules/occupancy-range.ts';
import { clipped } from '../../../../src/rules/overlap.ts';
import { ApiError } from './api-error.ts';
import { type Cursor, pageOf } from './cursor.ts';
import { bookingsAt } from './known.ts';
import { waitForChange } from './list-changes.ts';
import type { Court, ExternalService, Token, World } from './world.ts';

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
  checkRange(from, to);
  const court = world.courts.get(courtId);
  if (!court) throw new ApiError('court_not_found');
  if (!externalService.organizations.has(court.organization.id))
    throw new ApiError('organization_access_denied');
  const place = { courtId, startDate: from, endDate: to };
  const occupied = bookingsAt(world, place).map((booking) => ({
    ...timeOf(booking, place),
    externalCourtBookingId:
      booking.externalServiceId === externalService.id ? booking.externalCourtBookingId : undefined,
  }));
  return { occupied };
}

/** @throws ApiError `invalid_filter_time_range` */
function checkRange(from: string, to: string): void {
  const fault = faultOfOccupancyRange(from, to);
  if (fault) throw new ApiError('invalid_filter_time_range', fault);
}

function timeOf({ content }: StoredBooking, place: Place) {
  const { startDate, endDate } = clipped(content, place);
  return { startDate: formatInstant(startDate), endDate: formatInstant(endDate) };
}

/** Longer than any range that a request may have. */
const always = { startDate: '2000-01-01T00:00:00.000000Z', endDate: '2101-01-01T00:00:00.000000Z' };

/**
 * Returns when the active courts of an organization are occupied, and the version of that. If the caller knows the version, it waits for a
 * change, and returns no courts if there was none.
 *
 * @param known versions that the caller has. `*` is any.
 * @throws ApiError `invalid_filter_time_range`, `organization_access_denied`, `rate_limit_exceeded`
 */
export async function getOrganizationOccupancy(
  { world, token, signal }: { world: World; token: Token; signal: AbortSignal },
  { organizationId, from, to, wait }: { organizationId: string; from: string; to: string; wait: number },
  known: readonly string[],
) {
  checkRange(from, to);
  const read = () => {
    if (!token.externalService.organizations.has(organizationId))
      throw new ApiError('organization_access_denied', { message: deniedOrganization });
    const courts = [...world.courts.values()]
      .filter(({ active, organization }) => active && organization.id === organizationId)
      .sort((a, b) => (a.id < b.id ? -1 : 1));
    const occupiedAt = ({ startDate, endDate }: Omit<Place, 'courtId'>) =>
      courts.map(({ id: courtId }) => {
        const place = { courtId, startDate, endDate };
        return { courtId, occupied: bookingsAt(world, place).map((booking) => timeOf(booking, place)) };
      });
    // Also changes with bookings outside of the range, like the service's.
    const version = versionOf(world, `${organizationId} ${from} ${to}`, JSON.stringify(occupiedAt(always)));
    const isKnown = known.includes(version) || known.includes('*');
    return { version, ...(isKnown ? {} : { courts: occupiedAt({ startDate: from, endDate: to }) }) };
  };
  let occupancy = read();
  if (!occupancy.courts)
    await waitForChange(world, token, wait, signal, () => {
      occupancy = read();
      return occupancy.courts !== undefined;
    });
  return occupancy;
}

/** Returns the version of what was asked: a new one if its content has changed since the last request. */
function versionOf(world: World, asked: string, content: string): string {
  const last = world.occupancyVersions.get(asked);
  if (last?.content === content) return last.version;
  const version = world.newId();
  world.occupancyVersions.set(asked, { content, version });
  return version;
}
