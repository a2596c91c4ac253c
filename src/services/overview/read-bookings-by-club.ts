import type { Database } from '../../db/connection/database.ts';
import { onReplica } from '../../db/connection/query.ts';
import {
  countBookingsByOrganization,
  type OrganizationBookings,
} from '../../db/queries/overview/bookings-by-organization.ts';

export interface BookingsByClub {
  /** `YYYY-MM-DD` in UTC: the week before today, today, and the six days after it. */
  days: readonly string[];
  /** Most bookings first, at most `mostClubs`. */
  clubs: readonly OrganizationBookings[];
  hasMoreClubs: boolean;
}

const day = 24 * 60 * 60_000;
const daysBefore = 7;
const daysShown = 14;
const mostClubs = 12;

/**
 * Counts the bookings on the courts of each club, around today. The single statement reads only the bookings of these
 * days, from an index that covers all needed columns. A booking counts for each day that it touches, so the numbers
 * match the operators' list of a day. Blocks are not counted.
 *
 * @param now Unix milliseconds
 * @throws ApiError `service_unavailable`
 */
export async function readBookingsByClub(
  database: Pick<Database, 'read'>,
  now: number,
): Promise<BookingsByClub> {
  const first = Math.floor(now / day) - daysBefore;
  const days = Array.from({ length: daysShown }, (_, place) => dateOf(first + place));
  const rows = await countBookingsByOrganization(onReplica(database), {
    first: days[0]!,
    last: days.at(-1)!,
    days: daysShown,
    limit: mostClubs + 1,
  });
  return { days, clubs: rows.slice(0, mostClubs), hasMoreClubs: rows.length > mostClubs };
}

const dateOf = (n: number) => new Date(n * day).toISOString().slice(0, 10);
