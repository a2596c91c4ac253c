import { z } from 'zod';

const most = 1_000_000;
const wholeNumber = () =>
  z
    .int()
    .min(1, 'Must be 1 or more.')
    .max(most, `Must be at most ${most.toLocaleString('en')}.`);

/** A rate limit as operators set it. */
export const rateLimitFields = { requestsPerSecond: wholeNumber(), burst: wholeNumber() };

/** Rejects a burst below the rate per second, which could never be reached. */
export function checkBurst(limit: { requestsPerSecond: number; burst: number }, ctx: z.core.$RefinementCtx) {
  const message = 'Must be at least requestsPerSecond.';
  if (limit.burst < limit.requestsPerSecond) ctx.addIssue({ code: 'custom', path: ['burst'], message });
}
