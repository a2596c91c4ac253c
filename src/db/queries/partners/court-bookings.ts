import { sql } from 'kysely';
import { databaseFunctions } from '../../functions/functions.ts';
import { allOf, type Sql } from '../statement.ts';
import {
  isActive,
  newestUpdateFirst,
  type PageBounds,
  type PartnerCourtBookingFilter,
  type StatusFilter,
} from './court-booking-filter.ts';
import { selectByCourtOrPerson } from './court-bookings-by-court-or-person.ts';
import { selectByDay } from './court-bookings-by-day.ts';

/** The start and size of a page. */
export interface CourtBookingPage {
  /** The last row of the previous page. */
  after?: { updatedAt: string; id: string } | undefined;
  limit: number;
}

/**
 * A query for bookings of a service, newest update first. Returns rows with one column `booking`.
 *
 * Active and cancelled bookings have separate indexes, so that a search for one kind does not scan the other.
 */
export function selectCourtBookings(filter: PartnerCourtBookingFilter, page: CourtBookingPage): Sql {
  const halves = filter.active === undefined ? [true, false] : [filter.active];
  const found = halves
    .map((active) => sql`(${selectPage({ ...filter, active }, page)})`)
    .reduce((all, half) => sql`${all} union all ${half}`);
  return sql`select ${booking}
    from (select t.id, t.updated_at from (${found}) t ${newestUpdateFirst} limit ${page.limit}) t
    join court_bookings b on b.id = t.id ${stored()} ${newestUpdateFirst}`;
}

/** A query for the service's booking with this external id: one column `booking`. */
export function selectCourtBooking(externalServiceId: string, externalCourtBookingId: string): Sql {
  return sql`select ${booking} from court_bookings b ${stored()}
    where b.external_service_id = ${externalServiceId}
      and b.external_court_booking_id = ${externalCourtBookingId}`;
}

/** The booking `b` as a `StoredCourtBooking`, with its external id. Needs the join of `stored`. */
const booking = sql`stored.snapshot || jsonb_build_object(
  'externalCourtBookingId', b.external_court_booking_id, 'openUsers', stored.open_users
) as booking`;

function stored(): Sql {
  return sql.raw(`cross join lateral ${databaseFunctions().schema}.stored_court_booking(b) stored`);
}

/** Ids and update times of a page of active or of cancelled bookings. */
function selectPage(half: StatusFilter, { after, limit }: CourtBookingPage): Sql {
  const { externalServiceId, active, updatedFrom, updatedTo } = half;
  const ofService = sql`t.external_service_id = ${externalServiceId} and ${isActive(active)}`;
  const within = allOf([
    ofService,
    ...(updatedFrom === undefined ? [] : [sql`t.updated_at >= ${updatedFrom}`]),
    ...(updatedTo === undefined ? [] : [sql`t.updated_at < ${updatedTo}`]),
    ...(after === undefined ? [] : [sql`(t.updated_at, t.id) < (${after.updatedAt}, ${after.id})`]),
  ]);
  const bounds: PageBounds = { ofService, within, limit };
  const isNarrow = [half.courtId, half.participantUserId, half.participantEmail].some(
    (value) => value !== undefined,
  );
  if (isNarrow) return selectByCourtOrPerson(half, bounds);
  if (half.from !== undefined || half.to !== undefined) return selectByDay(half, bounds);
  return sql`select t.id, t.updated_at from court_bookings t where ${within} ${newestUpdateFirst} limit ${limit}`;
}
