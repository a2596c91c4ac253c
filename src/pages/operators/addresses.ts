import { type OverviewPeriodName, overviewPeriods } from '../../services/overview/overview-period.ts';
import type { CalendarQuery } from '../../services/overview/read-calendar.ts';
import { isTimeZone } from '../../services/values/time-zone.ts';

/** An invalid address. The message is for the person who entered it. */
export class UnclearAddress extends Error {}

/** @throws UnclearAddress */
export function periodOf(query: URLSearchParams): OverviewPeriodName {
  const period = query.get('period') ?? '24h';
  if (Object.hasOwn(overviewPeriods, period)) return period as OverviewPeriodName;
  const known = Object.keys(overviewPeriods).map((name) => `period=${name}`);
  throw new UnclearAddress(`The address asks for a period that there is not. There are ${known.join(', ')}.`);
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * By default a day.
 *
 * @throws UnclearAddress
 */
export function calendarQuery(query: URLSearchParams): CalendarQuery {
  const idOf = (name: string) => {
    const id = query.get(name) ?? undefined;
    if (id !== undefined && !uuid.test(id))
      throw new UnclearAddress(`${name} is not an id. Ids are UUIDs, as GraphiQL and partners show them.`);
    return id;
  };
  const [courtId, organizationId] = [idOf('courtId'), idOf('organizationId')];
  if (courtId !== undefined && organizationId !== undefined)
    throw new UnclearAddress('The address names a court and a club. Name one of them.');
  const timeZone = query.get('timeZone') ?? undefined;
  if (timeZone !== undefined && !isTimeZone(timeZone))
    throw new UnclearAddress(
      'timeZone is not the name of a time zone. Names are those of the IANA, such as Europe/Berlin or UTC.',
    );
  const date = query.get('date') ?? undefined;
  if (date !== undefined && !isDate(date))
    throw new UnclearAddress('date is not a day. Write it as YYYY-MM-DD, such as 2026-11-22, from 1970 on.');
  const days = query.get('days') ?? '1';
  if (days !== '1' && days !== '7')
    throw new UnclearAddress('days is neither 1 nor 7: there is a day, and a week.');
  return { courtId, organizationId, date, days: days === '1' ? 1 : 7, timeZone };
}

/** Accepts 1970 to 9998, so that the neighboring days are valid dates, too. */
function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text < '1970-02-01' || text >= '9998') return false;
  const at = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}
