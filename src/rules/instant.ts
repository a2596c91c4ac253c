const rfc3339 =
  /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.(\d+))?(?:[Zz]|([+-])(\d{2}):(\d{2}))$/;

/** The rules for a date-time in a request that its schema cannot express. */
export const instantRule =
  'RFC 3339 with an offset, in the years 2000 to 2100 (UTC). Leap seconds are rejected. At most nine digits after the second, of which the seventh to ninth must be 0.';

/** Describes what `formatInstant` returns. */
export const returnedInstantRule =
  'In UTC, with three or six digits after the second, so it does not sort as text.';

/**
 * Parses an RFC 3339 date-time with an offset, to the microsecond.
 *
 * Not in the document: the instant must be in the years 2000 to 2100 (UTC). 30 February, 24:00 and leap seconds are
 * rejected. A fraction finer than a microsecond is rejected and not rounded, because two versions could become equal.
 * A seventh to ninth digit, which the clocks of .NET, Java and Go print, is accepted if it is zero.
 *
 * @returns the instant as `YYYY-MM-DDTHH:MM:SS.ffffffZ`, so that instants compare as strings; or the fault
 */
export function parseInstant(value: string): { instant: string } | { fault: string } {
  const match = rfc3339.exec(value);
  if (!match) {
    return { fault: 'Must be a date-time with an offset (RFC 3339), such as 2026-05-01T10:00:00Z.' };
  }
  const [, year, month, day, hour, minute, second, fraction = '', sign, offsetHour, offsetMinute] = match;
  const wallTime = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  const wall = new Date(`${wallTime}Z`);
  // 30 February and 24:00:00 are accepted, but as times of another day. An invalid date has no day.
  if (wall.getUTCDate() !== Number(day)) {
    return { fault: 'Must be a date of the calendar and a time from 00:00:00 to 23:59:59.' };
  }
  if (Number(offsetHour ?? 0) > 23 || Number(offsetMinute ?? 0) > 59) {
    return { fault: 'The offset must be from -23:59 to +23:59.' };
  }
  if (fraction.length > 9) return { fault: 'Must have at most 9 digits after the second.' };
  if (/[1-9]/.test(fraction.slice(6))) {
    return {
      fault: 'Must not be finer than a microsecond: the seventh to ninth digit after the second must be 0.',
    };
  }
  const offsetMinutes = (sign === '-' ? -1 : 1) * (Number(offsetHour ?? 0) * 60 + Number(offsetMinute ?? 0));
  const utc =
    offsetMinutes === 0 ? wallTime : new Date(wall.getTime() - offsetMinutes * 60_000).toISOString();
  if (utc < '2000' || utc >= '2101') return { fault: 'Must be in the years 2000 to 2100.' };
  return { instant: `${utc.slice(0, 19)}.${fraction.slice(0, 6).padEnd(6, '0')}Z` };
}

const lengthWithMicros = '2026-12-01T10:00:00.000000Z'.length;

/** Returns a date-time of a query with the `+` before its offset, which arrives as a space if it is not encoded. */
export const withPlus = (value: string): string => value.replace(/ (?=\d{2}:\d{2}$)/, '+');

/**
 * Formats an instant for a response: with milliseconds, or with microseconds if it has any.
 *
 * @param instant with microseconds, as the database returns it, or with milliseconds, as a `Date` does
 */
export function formatInstant(instant: string): string {
  const isWhole = instant.length === lengthWithMicros && instant.endsWith('000Z');
  return isWhole ? `${instant.slice(0, -4)}Z` : instant;
}

/** Adds the microseconds to an instant as a `Date` prints it. */
export const withMicros = (instant: string) =>
  instant.length === lengthWithMicros ? instant : instant.replace('Z', '000Z');

/** Returns the microseconds since 1970. */
export const microsOf = (instant: string) => Date.parse(instant) * 1_000 + Number(instant.slice(23, -1));

/** Returns the instant this many microseconds after 1970. */
export const instantAt = (micros: number) =>
  new Date(Math.floor(micros / 1_000))
    .toISOString()
    .replace('Z', `${String(micros % 1_000).padStart(3, '0')}Z`);

/** Returns true for a reversed or empty range. Instants compare as strings. */
export const isNoRange = (from: string | undefined, to: string | undefined) =>
  from !== undefined && to !== undefined && from >= to;

/** Compares in microseconds, which a `Date` cannot represent. */
export function isLongerThan(days: number, from: string, to: string): boolean {
  const last = new Date(Date.parse(from) + days * 86_400_000).toISOString();
  return to > `${last.slice(0, 23)}${from.slice(23)}`;
}
