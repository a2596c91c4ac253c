import { parseRetryAfter } from './requests/retry-after.ts';
import { waitMillis } from './webhooks.ts';

const second = 1_000;

/** Each delay varies randomly by this share, so that webhooks that failed together are not retried together. */
const jitter = 0.1;
/** The longest delay that a receiver may request. */
const longestPause = 86_400 * second;

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
  /** Until then nothing else is sent to the endpoint, because it requested this delay. */
  heldUntil: number | undefined;
  /** True if no further attempt follows. */
  isExhausted: boolean;
}

/**
 * Returns when a failed webhook is retried.
 *
 * A delay that the endpoint requests (`Retry-After` of 429 and 503, RFC 9110, section 10.2.3) is respected up to 24
 * hours, and for everything that is queued for the endpoint. It does not bring the end of the schedule nearer.
 *
 * The same webhook is sent after at least a second, and after twice as long each further time, up to the schedule. So an
 * endpoint that always requests a short delay is not called for days without a pause.
 *
 * @param random from 0 to 1
 */
export function nextAttempt(
  { attempts, since, status, retryAfter }: FailedAttempt,
  now: number,
  random: number,
): NextAttempt {
  const wait = waitMillis[Math.min(attempts, waitMillis.length - 1)]!;
  const scheduled = Math.round(wait * (1 - jitter + 2 * jitter * random));
  const asked = status === 429 || status === 503 ? readRetryAfter(retryAfter, now) : undefined;
  const least = Math.min(second * 2 ** attempts, scheduled);
  const dueAt = now + (asked === undefined ? scheduled : Math.max(asked, least));
  const all = waitMillis.reduce((sum, each) => sum + each, 0) * (1 - jitter);
  return {
    dueAt,
    heldUntil: asked === undefined ? undefined : now + asked,
    isExhausted: attempts >= waitMillis.length && now - since >= all,
  };
}

/** The minimum is one second, so that a delay of zero does not cause an immediate retry. */
function readRetryAfter(header: string | undefined, now: number): number | undefined {
  const millis = header === undefined ? undefined : parseRetryAfter(header, now);
  return millis === undefined ? undefined : Math.min(Math.max(millis, second), longestPause);
}

/** Returns why a response is not a success, or undefined if it is. */
export function faultOfStatus(status: number): string | undefined {
  if (status >= 200 && status <= 299) return undefined;
  if (status >= 300 && status <= 399)
    return `The response was ${status}, and redirects are not followed. Change the address of the endpoint.`;
  return `The response was ${status}.`;
}
