import type { Database } from '../../db/connection/database.ts';
import { onReplica } from '../../db/connection/query.ts';
import {
  countBookingsByOrganization,
  type OrganizationBookings,
} from '../../db/queries/overview/bookings-by-organization.ts';
import { listTimeZones } from '../../db/queries/overview/organizations.ts';
import { addDays, type ZonedDay, zonedClock, zonedDays } from './zoned-days.ts';

export interface BookingsByClub {
  /** `YYYY-MM-DD`: the week before today in UTC, today, and the six days after it. */
  days: readonly string[];
  /** Most bookings first, at most `mostClubs`. */
  clubs: readonly ClubBookings[];
  hasMoreClubs: boolean;
}

export interface ClubBookings extends OrganizationBookings {
  /** The current date at the club. */
  today: string;
}

const daysBefore = 7;
const daysShown = 14;
const mostClubs = 12;

/**
 * Counts the bookings on the courts of each club, around today, by the days of the club's time zone. The statement
 * reads only the bookings of these days, from an index that covers all needed columns. A booking counts for each day
 * that it touches, so the numbers match the operators' list of a day. Blocks are not counted.
 *
 * @param now Unix milliseconds
 * @throws ApiError `service_unavailable`
 */
export async function readBookingsByClub(
  database: Pick<Database, 'read'>,
  now: number,
): Promise<BookingsByClub> {
  const query = onReplica(database);
  const first = addDays(new Date(now).toISOString().slice(0, 10), -daysBefore);
  const zones = (await listTimeZones(query)).map((timeZone) => ({
    timeZone,
    starts: startsOf(zonedDays(first, daysShown, timeZone)),
  }));
  const rows = await countBookingsByOrganization(query, {
    first,
    last: addDays(first, daysShown - 1),
    days: daysShown,
    zones,
    limit: mostClubs + 1,
  });
  const clubs = rows.slice(0, mostClubs).map((club) => ({
    ...club,
    today: zonedClock(club.timeZone)(now).date,
  }));
  return {
    days: Array.from({ length: daysShown }, (_, index) => addDays(first, index)),
    clubs,
    hasMoreClubs: rows.length > mostClubs,
  };
}

const startsOf = (days: readonly ZonedDay[]) =>
  [...days.map(({ from }) => from), days.at(-1)!.to].map((at) => new Date(at).toISOString());
