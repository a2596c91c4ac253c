/** IMF-fixdate, RFC 850 and asctime. The names of months and the numbers are checked below. */
const forms = [
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), (?<day>\d\d) (?<month>\w{3}) (?<year>\d{4}) (?<time>\S{8}) GMT$/,
  /^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, (?<day>\d\d)-(?<month>\w{3})-(?<year>\d\d) (?<time>\S{8}) GMT$/,
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) (?<month>\w{3}) (?<day>[ \d]\d) (?<time>\S{8}) (?<year>\d{4})$/,
];

/**
 * Parses an HTTP-date of any of the three forms (RFC 9110, section 5.6.7). All of them are in UTC. `Date.parse` accepts
 * many other texts, and reads asctime in the local time zone.
 *
 * @param now Unix milliseconds. A year of two digits is at most 50 years later.
 * @returns Unix milliseconds, or undefined if it is no HTTP-date
 */
export function parseHttpDate(text: string, now: number): number | undefined {
  const fields = forms.map((form) => form.exec(text)?.groups).find((groups) => groups);
  if (!fields) return undefined;
  const { day, month, time } = fields as Record<string, string>;
  let year = Number(fields.year);
  if (year < 100) {
    const thisYear = new Date(now).getUTCFullYear();
    year += thisYear - (thisYear % 100);
    if (year > thisYear + 50) year -= 100;
  }
  // `Date` has no leap seconds.
  const fixdate = `${day!.replace(' ', '0')} ${month} ${year} ${time!.replace(/60$/, '59')} GMT`;
  const at = new Date(fixdate);
  // `Date` turns 30 February into 2 March. The text that it prints then differs.
  return at.toUTCString().endsWith(fixdate) ? +at + (time!.endsWith('60') ? 1_000 : 0) : undefined;
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
