const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** How long after each attempt the next one is: after all of them, 75 hours, a weekend has passed. */
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
/** After so many days of nothing but failures an endpoint is paused. */
export const failingDays = 5;
/** Each wait is so much shorter or longer, by chance: what has failed together is not sent again together. */
const jitter = 0.1;
/** A receiver may ask for this long a pause. */
const longestPause = 24 * hour;

interface FailedAttempt {
  /** Attempts before this one. */
  attempts: number;
  /** When the change was numbered, in Unix milliseconds. */
  since: number;
  status?: number | undefined;
  /** The header of that name. */
  retryAfter?: string | undefined;
}

export interface NextAttempt {
  /** Unix milliseconds. */
  dueAt: number;
  /** Until then nothing else is sent to the endpoint, either: it has asked for that. */
  heldUntil: number | undefined;
  /** The schedule is at its end. */
  isExhausted: boolean;
}

/**
 * When a webhook is sent again that has failed.
 *
 * A pause that the endpoint asks for (`Retry-After` of 429 and 503, RFC 9110, section 10.2.3) is kept as it is, up to
 * 24 hours, and by everything that waits for the endpoint. It does not bring the end of the schedule nearer.
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

/** Seconds or a date; undefined where it is neither. A second at least, so that what asks for nothing is not sent at once. */
function readRetryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  const text = header.trim();
  const millis = /^\d+$/.test(text) ? Number(text) * second : Date.parse(text) - now;
  if (Number.isNaN(millis)) return undefined;
  return Math.min(Math.max(millis, second), longestPause);
}
