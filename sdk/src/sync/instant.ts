/** An instant, as text that compares as it is: `YYYY-MM-DDTHH:MM:SS.ffffffZ`. */
export type Instant = string;

const rfc3339 = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,6})0{0,3})?(Z|[+-]\d\d:\d\d)$/;

/** A date-time in any notation that the service takes, as an instant, to the microsecond; undefined where it is none. */
export function toInstant(value: Date | string): Instant | undefined {
  const [, wall, fraction = '', offset] = rfc3339.exec(textOf(value).toUpperCase()) ?? [];
  const asUtc = new Date(`${wall}Z`);
  const instant = new Date(`${wall}${offset}`);
  // Date makes 2 March of 30 February, and another day of 24:00; the text that it prints then differs.
  if (Number.isNaN(+instant) || asUtc.toISOString().slice(0, 19) !== wall) return undefined;
  return `${instant.toISOString().slice(0, 19)}.${fraction.padEnd(6, '0')}Z`;
}

/** Milliseconds since 1970 as an instant. */
export const instantOf = (millis: number): Instant => `${new Date(millis).toISOString().slice(0, 23)}000Z`;

function textOf(value: Date | string): string {
  try {
    return typeof value === 'string' ? value : value.toISOString();
  } catch {
    // An invalid Date, or what is neither of both.
    return '';
  }
}
