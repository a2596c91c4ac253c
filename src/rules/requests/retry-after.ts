const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const month = `(?<month>${months.join('|')})`;
const time = String.raw`(?<hour>[01]\d|2[0-3]):(?<minute>[0-5]\d):(?<second>[0-5]\d|60)`;
const weekday = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)';
const longWeekday = '(?:Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)';
const forms = [
  // IMF-fixdate, RFC 850 and asctime.
  String.raw`${weekday}, (?<day>\d\d) ${month} (?<year>\d{4}) ${time} GMT`,
  String.raw`${longWeekday}, (?<day>\d\d)-${month}-(?<year>\d\d) ${time} GMT`,
  String.raw`${weekday} ${month} (?<day>[ \d]\d) ${time} (?<year>\d{4})`,
].map((form) => new RegExp(`^${form}$`));

/**
 * Parses an HTTP-date of any of the three forms (RFC 9110, section 5.6.7). All of them are in UTC. `Date.parse` accepts
 * many other texts, and reads asctime in the local time zone.
 *
 * @param now Unix milliseconds. A year of two digits is at most 50 years later.
 * @returns Unix milliseconds, or undefined if it is no HTTP-date
 */
export function parseHttpDate(text: string, now: number): number | undefined {
  const fields = forms.map((form) => form.exec(text)?.groups).find((groups) => groups !== undefined);
  if (!fields) return undefined;
  const day = Number(fields.day);
  const at = (year: number) =>
    Date.UTC(
      year,
      months.indexOf(fields.month!),
      day,
      Number(fields.hour),
      Number(fields.minute),
      Number(fields.second),
    );
  let year = Number(fields.year);
  if (fields.year!.length === 2) {
    const thisYear = new Date(now).getUTCFullYear();
    year += thisYear - (thisYear % 100);
    if (year > thisYear + 50) year -= 100;
  }
  // Of a leap second at the end of a day, the time is on the next day.
  const isOfCalendar = new Date(at(year) - 1_000 * Number(fields.second)).getUTCDate() === day;
  return isOfCalendar ? at(year) : undefined;
}

/**
 * Parses `Retry-After`: seconds, or an HTTP-date (RFC 9110, section 10.2.3).
 *
 * @param now Unix milliseconds
 * @returns milliseconds from now, negative for a date in the past; undefined if it is neither
 */
export function parseRetryAfter(header: string, now: number): number | undefined {
  const text = header.replaceAll(/^[ \t]+|[ \t]+$/g, '');
  if (/^\d+$/.test(text)) return Number(text) * 1_000;
  const at = parseHttpDate(text, now);
  return at === undefined ? undefined : at - now;
}
