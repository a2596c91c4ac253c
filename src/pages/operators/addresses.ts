import { ApiError } from '../../api-error.ts';
import { type OverviewPeriodName, overviewPeriods } from '../../services/overview/overview-period.ts';
import type { CalendarQuery } from '../../services/overview/read-calendar.ts';
import { isTimeZone } from '../../services/values/time-zone.ts';

/** A mistake in an address or a form. The message is for the person who made it. */
export const invalidInput = (message: string) => new ApiError('invalid_schema', { message });

/**
 * Reads the query of an address, or a form. Every page of operators reads them here.
 *
 * @param once the names that have one value
 * @param often the names that can have several values
 * @throws ApiError `invalid_schema`: the encoding is wrong, or a name is unknown or repeated
 */
export function readParameters(
  text: string,
  once: readonly string[],
  often: readonly string[] = [],
): URLSearchParams {
  if (!isDecodable(text))
    throw invalidInput('The address is not percent-encoded UTF-8. Write the character % as %25.');
  const given = new URLSearchParams(text);
  for (const [name, value] of given) {
    if (!once.includes(name) && !often.includes(name)) {
      const known = [...once, ...often].join(', ') || 'none';
      throw invalidInput(`This page has no parameter “${shortText(name)}”. Remove it. Parameters: ${known}.`);
    }
    if (once.includes(name) && given.getAll(name).length > 1)
      throw invalidInput(`${name} has more than one value. Keep one of them.`);
    if (value.includes('\0')) throw invalidInput(`${name} contains the character NUL. Remove it.`);
  }
  return given;
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** The beginning of a text that a message quotes, with a sign for each invisible character. */
export function shortText(text: string): string {
  const seen = text.replaceAll(/[\p{Cc}\p{Cf}]/gu, '\u{fffd}');
  return seen.length <= 60 ? seen : `${seen.slice(0, 60).toWellFormed()}…`;
}

/** An ID or a name. */
function textIn(query: URLSearchParams, name: string): string | undefined {
  const text = query.get(name)?.trim();
  if (text === '') throw invalidInput(`${name} is empty. Enter an ID or a part of a name.`);
  return text;
}

/** @throws ApiError `invalid_schema` */
export function timeZoneIn(query: URLSearchParams): string | undefined {
  const timeZone = query.get('timeZone') ?? undefined;
  if (timeZone !== undefined && !isTimeZone(timeZone))
    throw invalidInput(
      'timeZone is not the name of a time zone. Names are those of the IANA, such as Europe/Berlin or UTC.',
    );
  return timeZone;
}

/** @throws ApiError `invalid_schema` */
export function periodOf(query: URLSearchParams): OverviewPeriodName {
  const period = query.get('period') ?? '24h';
  if (Object.hasOwn(overviewPeriods, period)) return period as OverviewPeriodName;
  const known = Object.keys(overviewPeriods).map((name) => `period=${name}`);
  throw invalidInput(`The address asks for a period that does not exist. Use one of ${known.join(', ')}.`);
}

export const calendarParameters = ['courtId', 'organizationId', 'date', 'days', 'timeZone'];

/**
 * By default a day. `courtId` and `organizationId` are IDs or parts of names.
 *
 * @throws ApiError `invalid_schema`
 */
export function calendarQuery(query: URLSearchParams): CalendarQuery {
  const [courtId, organizationId] = [textIn(query, 'courtId'), textIn(query, 'organizationId')];
  if (courtId !== undefined && organizationId !== undefined)
    throw invalidInput('The address has courtId and organizationId. Keep one of them.');
  const timeZone = timeZoneIn(query);
  const date = query.get('date') ?? undefined;
  if (date !== undefined && !isDate(date))
    throw invalidInput('date is not a day. Write it as YYYY-MM-DD, such as 2026-11-22, from 1970 on.');
  const days = query.get('days') ?? '1';
  if (days !== '1' && days !== '7') throw invalidInput('days is neither 1 nor 7. Use one of them.');
  return { courtId, organizationId, date, days: days === '1' ? 1 : 7, timeZone };
}

/** Accepts 1970 to 9998, so that the neighboring days are valid dates, too. */
function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text < '1970-02-01' || text >= '9998') return false;
  const at = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}
