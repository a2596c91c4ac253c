import type { StoredBooking } from '../../../../src/rules/court-booking.ts';
import { isActive } from '../../../../src/rules/court-booking-status.ts';
import { isNoRange } from '../../../../src/rules/instant.ts';
import { ApiError } from './api-error.ts';
import { toCourtBooking } from './court-booking.ts';
import { type Cursor, isWithin, pageOf } from './cursor.ts';
import { findOpen, findOpenByEmail } from './read-user.ts';
import { type ExternalService, keyOf, type World } from './world.ts';

/** @throws ApiError `court_booking_not_found`. */
export function getCourtBooking(world: World, externalService: ExternalService, id: string) {
  const booking = world.bookings.get(keyOf(externalService, id));
  if (!booking) throw new ApiError('court_booking_not_found');
  return toCourtBooking(world, booking);
}

interface Filter {
  courtId?: string;
  from?: string;
  to?: string;
  updatedFrom?: string;
  updatedTo?: string;
  status: 'ACTIVE' | 'CANCELLED' | 'ANY';
  participantUserId?: string;
  participantEmail?: string;
  limit: number;
  cursor?: Cursor;
}

/**
 * Lists the external service's own bookings, the most recently changed first, then by id.
 *
 * @throws ApiError `invalid_filter_time_range`, `invalid_updated_filter_time_range`, `invalid_schema` (a cursor of other filters)
 */
export function listCourtBookings(
  world: World,
  externalService: ExternalService,
  { limit, cursor, ...filter }: Filter,
) {
  if (isNoRange(filter.from, filter.to)) throw new ApiError('invalid_filter_time_range');
  if (isNoRange(filter.updatedFrom, filter.updatedTo))
    throw new ApiError('invalid_updated_filter_time_range');
  // The default is the same list as no filter.
  const filters = { ...filter, status: filter.status === 'ACTIVE' ? undefined : filter.status };
  const bookings = [...world.bookings.values()].filter(filterOf(world, externalService, filter));
  const position = ({ updatedAt, id }: StoredBooking) => [updatedAt, id];
  return pageOf(bookings, { limit, cursor, filters, position }, (booking) => toCourtBooking(world, booking));
}

function filterOf(
  world: World,
  externalService: ExternalService,
  { courtId, from, to, updatedFrom, updatedTo, status, ...people }: Omit<Filter, 'limit'>,
) {
  const isNamed = namingOf(world, externalService, people);
  return (booking: StoredBooking) =>
    booking.externalServiceId === externalService.id &&
    (status === 'ANY' || isActive(booking) === (status === 'ACTIVE')) &&
    (courtId === undefined || booking.content.courtId === courtId) &&
    (from === undefined || booking.content.endDate > from) &&
    (to === undefined || booking.content.startDate < to) &&
    isWithin(booking.updatedAt, updatedFrom, updatedTo) &&
    isNamed(booking);
}

/**
 * Finds participants by id or address. An external service can match a user's id with the address only if it has access to the user. Erased
 * users are never found.
 */
function namingOf(
  world: World,
  externalService: ExternalService,
  { participantUserId, participantEmail }: Pick<Filter, 'participantUserId' | 'participantEmail'>,
) {
  const people: { userId?: string | undefined; email?: string | undefined }[] = [];
  if (participantUserId !== undefined)
    people.push({
      userId: world.users.get(participantUserId)?.isErased ? undefined : participantUserId,
      email: findOpen(world, externalService, participantUserId)?.email ?? undefined,
    });
  if (participantEmail !== undefined)
    people.push({
      userId: findOpenByEmail(world, externalService, participantEmail)?.id,
      email: participantEmail,
    });
  return ({ content: { participants } }: StoredBooking) =>
    people.every(({ userId, email }) =>
      participants.some(
        (one) =>
          (userId !== undefined && one.userId === userId) || (email !== undefined && one.email === email),
      ),
    );
}
