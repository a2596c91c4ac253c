import { z } from 'zod';
import type { ErrorFactory } from '../../api-error.ts';
import { listIssues } from '../../rules/requests/list-issues.ts';

const most = 1_000_000;
const wholeNumber = () =>
  z
    .int()
    .min(1, 'Must be 1 or more.')
    .max(most, `Must be at most ${most.toLocaleString('en')}.`);

/** A rate limit as operators set it. */
export const rateLimitInput = z.strictObject({ requestsPerSecond: wholeNumber(), burst: wholeNumber() });

/**
 * Rejects a burst below the rate per second, which could never be reached.
 *
 * @throws ApiError `invalid_schema`.
 */
export function checkBurst(
  field: string,
  rateLimit: z.output<typeof rateLimitInput> | null,
  createError: ErrorFactory<'invalid_schema'>,
): void {
  if (!rateLimit || rateLimit.burst >= rateLimit.requestsPerSecond) return;
  const message = 'Must be at least requestsPerSecond.';
  throw createError('invalid_schema', listIssues([{ path: [field, 'burst'], code: 'too_small', message }]));
}
