import { errorFactory } from '../../api-error.ts';
import type { Database } from '../../db/connection/database.ts';
import { onReplica } from '../../db/connection/query.ts';
import {
  type CalendarBookingRow,
  listCalendarBookings,
  listCalendarCourts,
} from '../../db/queries/overview/calendar.ts';
import type { SignedIn } from '../access/authorize-operator.ts';
import { withinBudget } from './within-budget.ts';
import { type ZonedDay, zonedClock, zonedDays } from './zoned-days.ts';

export interface CalendarQuery {
  /** Either a court or an organization. */
  courtId?: string | undefined;
  organizationId?: string | undefined;
  /** The first day, `YYYY-MM-DD`, in the time zone. Default: today. */
  date?: string | undefined;
  days: 1 | 7;
  /** Default: that of the club. */
  timeZone?: string | undefined;
}

export interface CalendarCourt {
  id: string;
  name: string;
  /** False: deactivated. */
  active: boolean;
  /** By start. */
  bookings: readonly CalendarBooking[];
}

export type CalendarBooking = Omit<CalendarBookingRow, 'courtId'>;

export interface Calendar extends CalendarQuery {
  date: string;
  timeZone: string;
  /** Unix milliseconds. */
  now: number;
  organization: { id: string; name: string; timeZone: string };
  /** By name, at most `mostCourts`. */
  courts: readonly CalendarCourt[];
  hasMoreCourts: boolean;
  /** True if there are more bookings than shown. */
  hasMoreBookings: boolean;
  zonedDays: readonly ZonedDay[];
}

export const readCalendarErrors = ['court_not_found', 'organization_not_found'] as const;
const createError = errorFactory(readCalendarErrors);

export const mostCourts = 40;
/** For all courts together. With 40 courts it allows a booking every 3 hours of a week. */
const mostBookings = 2_000;

/**
 * Returns the bookings of a court, or of all courts of a club, on some days. It runs two statements, each with a
 * limit.
 *
 * @throws ApiError `court_not_found`, `organization_not_found`, `service_unavailable`
 */
export async function readCalendar(
  { database, now }: { database: Database; now: () => number },
  _operator: SignedIn,
  input: CalendarQuery,
): Promise<Calendar> {
  const at = now();
  return withinBudget(database, async (reader) => {
    const query = onReplica(reader);
    const courts = await listCalendarCourts(query, { ...input, limit: mostCourts + 1 });
    const [first] = courts;
    if (!first) throw createError(input.courtId ? 'court_not_found' : 'organization_not_found');
    const { timeZone = first.timeZone } = input;
    const { date = zonedClock(timeZone)(at).date } = input;
    const days = zonedDays(date, input.days, timeZone);
    const shown = courts.filter(({ id }) => id !== null).slice(0, mostCourts);
    const bookings = await listCalendarBookings(query, {
      courtIds: shown.map(({ id }) => id),
      from: new Date(days[0]!.from).toISOString(),
      to: new Date(days.at(-1)!.to).toISOString(),
      limit: mostBookings + 1,
    });
    const byCourt = Map.groupBy(bookings.slice(0, mostBookings), ({ courtId }) => courtId);
    return {
      ...input,
      date,
      timeZone,
      now: at,
      organization: { id: first.organizationId, name: first.organizationName, timeZone: first.timeZone },
      courts: shown.map(({ id, name, active }) => ({ id, name, active, bookings: byCourt.get(id) ?? [] })),
      hasMoreCourts: courts.length > mostCourts,
      hasMoreBookings: bookings.length > mostBookings,
      zonedDays: days,
    };
  });
}
