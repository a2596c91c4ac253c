import { parseHttpDate, parseRetryAfter } from '../../src/rules/requests/retry-after.ts';
import type { RetryOptions } from './call-options.ts';
import { isObject, reasonOf } from './from-outside.ts';

/** The fields of an error of a call that decide whether and when it is retried. */
interface Failure {
  type: string;
  attempts: number;
  limit?: 'attempt' | 'call';
  cause?: unknown;
  status?: number | undefined;
  isTooLarge?: boolean;
  retryAfterMs?: number | undefined;
}

/** A complete set of limits. */
export type Limits = { [Name in keyof RetryOptions]-?: number };

export const retryDefaults: Limits = {
  maxAttempts: 7,
  initialDelayMs: 250,
  maxDelayMs: 30_000,
  attemptTimeoutMs: 10_000,
  timeoutMs: 60_000,
};

/** Returns the given limits, with defaults for the others. 0 and NaN (for example from an unset variable) count as not given. */
export function limitsOf(given: RetryOptions, defaults: Limits): Limits {
  const limits = { ...defaults };
  for (const name of Object.keys(defaults) as (keyof RetryOptions)[]) {
    limits[name] = given[name] || defaults[name];
  }
  return limits;
}

/**
 * Returns true if the same request may succeed when it is repeated. True for a missing token, an incomplete response, 408, 425, 429 and
 * 5xx. False for any other 4xx, in particular 409, and for an error that cannot heal, such as a programming error.
 *
 * All operations are safe to repeat by contract, so it does not matter whether the lost request was carried out.
 */
export function isRetryable(failure: Failure): boolean {
  if (failure.type === 'timeout') return failure.limit === 'attempt';
  if (failure.type === 'network_error' || failure.type === 'token_unavailable')
    return !isHopeless(failure.cause);
  // A repeated request would receive the same large response.
  if (failure.type === 'unexpected_answer' && failure.isTooLarge) return false;
  const { status = 0 } = failure;
  // A success response that does not match the operation was cut off, or comes from an intermediary.
  const isUnreadable = status >= 200 && status < 300;
  return isUnreadable || status >= 500 || [408, 425, 429].includes(status);
}

/**
 * Error codes of Node for an unknown host name, for a certificate that is not accepted, for a server without TLS, and for requests that cannot
 * be made. `EAI_AGAIN` may be temporary.
 */
const hopelessCodes =
  /^(ENOTFOUND|ERR_(INVALID_|TLS_CERT_|SSL_WRONG_VERSION)|UND_ERR_(INVALID|NOT_SUPPORTED)|CERT_|(DEPTH_ZERO_)?SELF_SIGNED_|UNABLE_TO_|(ERR_)?MODULE_NOT_FOUND)/;

/** Messages that engines use for programming errors of type TypeError. `fetch` also throws a TypeError if the network fails. */
const mistakes =
  /\bis (not an? |not iterable|undefined|null)|^(Cannot|can't) (read|set|access|convert|destr)|^Invalid |parse URL/;

/** The longest chain of causes that is read. An error may be its own cause. */
const maxCauses = 5;

/**
 * Returns true if the same work will fail again with the same error, because of a programming error, a host that does not exist, or a
 * certificate that is not accepted. The reason may be a cause of the error: `fetch` wraps it in "fetch failed".
 */
function isHopeless(thrown: unknown, depth = 0): boolean {
  if (!isObject(thrown) || depth > maxCauses) return false;
  const { name, code, message, cause, errors } = thrown as Record<string, unknown>;
  return (
    hopelessCodes.test(reasonOf(code)) ||
    /^(Reference|Syntax|Range)Error$/.test(reasonOf(name)) ||
    (name === 'TypeError' && mistakes.test(reasonOf(message))) ||
    // All addresses of a host have failed.
    (Array.isArray(errors) && errors.length > 0 && errors.every((one) => isHopeless(one, depth + 1))) ||
    isHopeless(cause, depth + 1)
  );
}

/** Milliseconds to wait after an attempt: `Retry-After`, plus a random part that doubles with each attempt. */
export function delayAfter(
  { attempts, retryAfterMs = 0 }: Failure,
  { initialDelayMs, maxDelayMs }: Limits,
): number {
  const doubled = initialDelayMs * 2 ** (attempts - 1);
  const atRandom = doubled * (0.5 + Math.random() / 2);
  return Math.min(retryAfterMs + atRandom, maxDelayMs);
}

/**
 * Milliseconds for which a 429 of one call holds back all calls of the client. Adds a random part of up to a quarter, because
 * other clients may have received the same value.
 */
export function holdAfter(headers: Headers, { initialDelayMs, maxDelayMs }: Limits): number {
  const asked = retryAfterOf(headers) ?? initialDelayMs;
  return Math.min(asked * (1 + Math.random() / 4), maxDelayMs);
}

/**
 * Returns `Retry-After` in milliseconds, or undefined if it is invalid or in the past. A date is compared with the response's own
 * `Date`.
 */
export function retryAfterOf(headers: Headers): number | undefined {
  const value = headers.get('Retry-After') ?? '';
  const now = Date.now();
  const millis = parseRetryAfter(value, parseHttpDate(headers.get('Date') ?? '', now) ?? now);
  return millis! >= 0 ? millis : undefined;
}
