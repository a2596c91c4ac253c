import { type Instant, instantOf } from './instant.ts';
import { SyncError } from './sync-error.ts';

/**
 * Checks numeric options. `Infinity` means no limit, and fractions of counts are rounded up.
 *
 * @throws SyncError `invalid_options` for a negative number, and for what is no number, such as NaN from a variable that is not set
 */
export function checkAmounts(options: Record<string, unknown>): void {
  for (const [name, value = 0] of Object.entries(options))
    if (!(typeof value === 'number' && value >= 0))
      throw new SyncError('invalid_options', `${name} must be a number, not a negative one.`);
}

/**
 * Returns the time of a clock, minus a margin in milliseconds.
 *
 * @throws SyncError `invalid_options` if the clock returns no time, or the margin has no end
 */
export function readingTime(now: () => number | Date, marginMs: number): Instant {
  const millis = +now() - marginMs;
  if (Number.isNaN(+new Date(millis)))
    throw new SyncError('invalid_options', 'now must return a time, and marginMs must be finite.');
  return instantOf(millis);
}
