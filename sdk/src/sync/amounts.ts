import { amountFault } from '../from-outside.ts';
import { type Instant, instantOf } from './instant.ts';
import { SyncError } from './sync-error.ts';

/**
 * Checks numeric options. `Infinity` means no limit, and fractions of counts are rounded up.
 *
 * @throws SyncError `invalid_options`
 */
export function checkAmounts(options: Record<string, unknown>): void {
  const fault = amountFault(options);
  if (fault) throw new SyncError('invalid_options', fault);
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
