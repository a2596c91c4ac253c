import { type Instant, toInstant } from './sync/instant.ts';

/**
 * Compares two date-times as instants, to the microsecond. Returns a negative number if the first is earlier, and 0 if they
 * are equal. They do not sort as text, because they have three or six digits after the second, and yours may have another
 * offset. A `Date` holds only milliseconds.
 *
 * @example
 * bookings.sort((one, other) => compareInstants(one.startDate, other.startDate));
 *
 * @throws RangeError if one of them is not a date-time with an offset (RFC 3339)
 */
export function compareInstants(one: Date | string, other: Date | string): number {
  const [first, second] = [read(one), read(other)];
  return Number(first > second) - Number(first < second);
}

function read(value: Date | string): Instant {
  const instant = toInstant(value);
  if (instant === undefined) throw new RangeError(`Not a date-time with an offset: ${value}`);
  return instant;
}
