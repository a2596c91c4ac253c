/** A time as text that sorts in chronological order: `YYYY-MM-DDTHH:MM:SS.ffffffZ`. */
export type Instant = string;

const rfc3339 = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,6})0{0,3})?(Z|[+-]\d\d:\d\d)$/;

/** Converts a date-time in any notation that the service accepts, to the microsecond. Returns undefined for any other value. */
export function toInstant(value: Date | string): Instant | undefined {
  const [, wall, fraction = '', offset] = rfc3339.exec(textOf(value).toUpperCase()) ?? [];
  const asUtc = new Date(`${wall}Z`);
  const instant = new Date(`${wall}${offset}`);
  // Date turns 30 February into 2 March, and 24:00 into the next day. The text that it prints then differs.
  if (Number.isNaN(+instant) || asUtc.toISOString().slice(0, 19) !== wall) return undefined;
  return `${instant.toISOString().slice(0, 19)}.${fraction.padEnd(6, '0')}Z`;
}

export const instantOf = (millis: number): Instant => `${new Date(millis).toISOString().slice(0, 23)}000Z`;

/** Returns the time a microsecond earlier. */
export function instantBefore(instant: Instant): Instant {
  const micros = Number(instant.slice(20, 26));
  if (micros > 0) return `${instant.slice(0, 20)}${`${micros - 1}`.padStart(6, '0')}Z`;
  return `${instantOf(Date.parse(instant) - 1_000).slice(0, 20)}999999Z`;
}

function textOf(value: Date | string): string {
  try {
    return typeof value === 'string' ? value : `${value.toISOString()}`;
  } catch {
    // An invalid Date, or neither a string nor a Date.
    return '';
  }
}
