const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** The delay after each attempt. Together they are 75 hours, which covers a weekend. */
export const waitMillis = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
] as const;
/** An endpoint that only fails for this many days is paused. */
export const failingDays = 5;
/** Each delay varies randomly by this share, so that webhooks that failed together are not retried together. */
const jitter = 0.1;
/** The longest delay that a receiver may request. */
const longestPause = 24 * hour;

interface FailedAttempt {
  /** The number of previous attempts. */
  attempts: number;
  /** When the change was sequenced, in Unix milliseconds. */
  since: number;
  status?: number | undefined;
  /** The value of `Retry-After`. */
  retryAfter?: string | undefined;
}

export interface NextAttempt {
  /** Unix milliseconds. */
  dueAt: number;
  /** Until then nothing else is sent to the endpoint, because it requested a delay. */
  heldUntil: number | undefined;
  /** True if no further attempt follows. */
  isExhausted: boolean;
}

/**
 * Returns when a failed webhook is retried.
 *
 * A delay that the endpoint requests (`Retry-After` of 429 and 503, RFC 9110, section 10.2.3) is respected exactly, up
 * to 24 hours, and for everything that is queued for the endpoint. It does not bring the end of the schedule nearer.
 *
 * @param random from 0 to 1
 */
export function nextAttempt(
  { attempts, since, status, retryAfter }: FailedAttempt,
  now: number,
  random: number,
): NextAttempt {
  const wait = waitMillis[Math.min(attempts, waitMillis.length - 1)]!;
  const asked = status === 429 || status === 503 ? readRetryAfter(retryAfter, now) : undefined;
  const dueAt = now + (asked ?? Math.round(wait * (1 - jitter + 2 * jitter * random)));
  const all = waitMillis.reduce((sum, each) => sum + each, 0) * (1 - jitter);
  return {
    dueAt,
    heldUntil: asked === undefined ? undefined : dueAt,
    isExhausted: attempts >= waitMillis.length && now - since >= all,
  };
}

/**
 * Parses seconds or a date, in milliseconds. Returns undefined if it is neither. The minimum is one second, so that a
 * delay of zero does not cause an immediate retry.
 */
function readRetryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  const text = header.trim();
  const millis = /^\d+$/.test(text) ? Number(text) * second : Date.parse(text) - now;
  if (Number.isNaN(millis)) return undefined;
  return Math.min(Math.max(millis, second), longestPause);
}
