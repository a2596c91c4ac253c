import type { Database } from '../../db/connection/database.ts';
import { databaseFunctions } from '../../db/functions/functions.ts';
import { refusals } from '../../errors.ts';
import { withinBudget } from './within-budget.ts';
import { type ZonedDay, zonedDays } from './zoned-days.ts';

export interface CalendarQuery {
  /** Either a court or an organization. */
  courtId?: string | undefined;
  organizationId?: string | undefined;
  /** The first day, `YYYY-MM-DD`, in the time zone. */
  date: string;
  days: 1 | 7;
  timeZone: string;
}

export interface CalendarCourt {
  id: string;
  name: string;
  /** False: deactivated. */
  active: boolean;
  /** By start. */
  bookings: readonly CalendarBooking[];
}

export interface CalendarBooking {
  id: string;
  externalCourtBookingId: string;
  partner: string;
  /** For a block: the reason. Null for other bookings. */
  blockReason: string | null;
  /** Unix milliseconds. */
  from: number;
  to: number;
}

export interface Calendar extends CalendarQuery {
  organization: { id: string; name: string };
  /** By name, at most `mostCourts`. */
  courts: readonly CalendarCourt[];
  hasMoreCourts: boolean;
  /** True if there are more bookings than shown. */
  hasMoreBookings: boolean;
  zonedDays: readonly ZonedDay[];
}

export const readCalendarErrors = ['court_not_found', 'organization_not_found'] as const;
const refuse = refusals(readCalendarErrors);

export const mostCourts = 40;
/** For all courts together. With 40 courts it allows a booking every 3 hours of a week. */
const mostBookings = 2_000;

/**
 * Returns the bookings of a court, or of all courts of a club, on some days. It runs two statements, each with a
 * limit.
 *
 * @throws ApiError `court_not_found`, `organization_not_found`, `service_unavailable`
 */
export async function readCalendar(database: Database, query: CalendarQuery): Promise<Calendar> {
  const days = zonedDays(query.date, query.days, query.timeZone);
  return withinBudget(database, async (reader) => {
    const courts = await readCourts(reader, query);
    const [first] = courts;
    if (!first) throw refuse(query.courtId ? 'court_not_found' : 'organization_not_found');
    const shown = courts.filter(({ id }) => id !== null).slice(0, mostCourts);
    const ids = shown.map(({ id }) => id);
    const bookings = await readBookings(reader, ids, days[0]!.from, days.at(-1)!.to);
    const byCourt = Map.groupBy(bookings.slice(0, mostBookings), ({ courtId }) => courtId);
    return {
      ...query,
      organization: { id: first.organizationId, name: first.organizationName },
      courts: shown.map(({ id, name, active }) => ({ id, name, active, bookings: byCourt.get(id) ?? [] })),
      hasMoreCourts: courts.length > mostCourts,
      hasMoreBookings: bookings.length > mostBookings,
      zonedDays: days,
    };
  });
}

interface CourtRow {
  /** Null for a club without courts. */
  id: string;
  name: string;
  active: boolean;
  organizationId: string;
  organizationName: string;
}

function readCourts(reader: Pick<Database, 'read'>, { courtId, organizationId }: CalendarQuery) {
  return reader.read<CourtRow>(
    'replica',
    `select c.id, c.name, c.active, o.id as "organizationId", o.name as "organizationName"
     from organizations o left join courts c on c.organization_id = o.id
     where ${courtId ? 'c.id = $1' : 'o.id = $1'}
     order by c.name, c.id limit ${mostCourts + 1}`,
    [courtId ?? organizationId],
  );
}

/** Uses the same function that finds overlaps for partners. */
function readBookings(reader: Pick<Database, 'read'>, courtIds: readonly string[], from: number, to: number) {
  return reader.read<CalendarBooking & { courtId: string }>(
    'replica',
    `select b.id, b.court_id as "courtId", b.external_court_booking_id as "externalCourtBookingId", s.name as partner, b.block_reason as "blockReason",
       (extract(epoch from b.start_date) * 1000)::float8 as from, (extract(epoch from b.end_date) * 1000)::float8 as to
     from unnest($1::uuid[]) as c (id)
     cross join lateral ${databaseFunctions().schema}.court_bookings_overlapping(c.id, $2::timestamptz, $3::timestamptz) as b
     join external_services s on s.id = b.external_service_id
     order by b.start_date, b.id limit ${mostBookings + 1}`,
    [courtIds, new Date(from).toISOString(), new Date(to).toISOString()],
  );
}
