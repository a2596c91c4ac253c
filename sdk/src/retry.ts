import type { PartnerError } from './partner-error.ts';

/** How long and how often a call is tried. All times are milliseconds; `Infinity`: no limit; 0: the default. */
export interface RetryOptions {
  /** Attempts at most, the first one included. Default: 7. */
  maxAttempts?: number | undefined;
  /** The wait before the second attempt, which doubles with each; at random between half of it and all. On top of `Retry-After`. Default: 250. */
  initialDelayMs?: number | undefined;
  /** The longest wait between two attempts, also where `Retry-After` asks for more. Default: 30 000. */
  maxDelayMs?: number | undefined;
  /** The longest time for one attempt, until its answer is read. Default: 10 000. */
  attemptTimeoutMs?: number | undefined;
  /** The longest time for the whole call, waits included. Default: 60 000. */
  timeoutMs?: number | undefined;
}

/** Limits, all of them. */
export type Limits = { [Name in keyof RetryOptions]-?: number };

export const retryDefaults: Limits = {
  maxAttempts: 7,
  initialDelayMs: 250,
  maxDelayMs: 30_000,
  attemptTimeoutMs: 10_000,
  timeoutMs: 60_000,
};

/** The given ones, and the defaults for the others; 0 and NaN, as of a variable that is not set, are no limit that was given. */
export function limitsOf(given: RetryOptions, defaults: Limits): Limits {
  const limits = { ...defaults };
  for (const name of Object.keys(defaults) as (keyof RetryOptions)[]) {
    limits[name] = given[name] || defaults[name];
  }
  return limits;
}

/**
 * Whether the same request may do better: no token, no whole answer, 408, 425, 429, 5xx. Never another 4xx, above all not 409.
 * All operations are safe to repeat by contract, so that it does not matter whether the lost one was carried out.
 */
export function isRetryable(failure: PartnerError): boolean {
  if (failure.type === 'timeout') return failure.limit === 'attempt';
  if (failure.type === 'network_error') return !isHopeless(failure.cause);
  if (failure.type === 'token_unavailable') return true;
  // Sent again it would be received again.
  if (failure.type === 'unexpected_answer' && failure.isTooLarge) return false;
  const { status = 0 } = failure;
  // A success that is none of the operation was cut off, or comes from something in between.
  const isUnreadable = status >= 200 && status < 300;
  return isUnreadable || status >= 500 || [408, 425, 429].includes(status);
}

/** Codes of Node: a name that does not exist, and requests that cannot be made. `EAI_AGAIN` may pass. */
const hopelessCodes = /^(ENOTFOUND|ERR_INVALID_|UND_ERR_(INVALID|NOT_SUPPORTED))/;

/** How engines tell of a mistake in a program, as a TypeError, which is also what `fetch` makes of a failed network. */
const mistakes =
  /\bis (not an? |not iterable|undefined|null)|^(Cannot|can't) (read|set|access|convert|destr)|^Invalid |parse URL/;

/** Whether what a fetch threw will be thrown again: a mistake in it, or an address that there is not. */
function isHopeless(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false;
  const { code = (thrown.cause as { code?: unknown } | undefined)?.code } = thrown as { code?: unknown };
  return (
    hopelessCodes.test(`${code}`) ||
    thrown instanceof ReferenceError ||
    thrown instanceof SyntaxError ||
    thrown instanceof RangeError ||
    (thrown instanceof TypeError && mistakes.test(thrown.message))
  );
}

/** Milliseconds to wait after an attempt: what `Retry-After` asked for, and a random part that doubles with each. */
export function delayAfter(
  { attempts, retryAfterMs = 0 }: PartnerError,
  { initialDelayMs, maxDelayMs }: Limits,
): number {
  const doubled = initialDelayMs * 2 ** (attempts - 1);
  const atRandom = doubled * (0.5 + Math.random() / 2);
  return Math.min(retryAfterMs + atRandom, maxDelayMs);
}

/**
 * Milliseconds for which a 429 of one call holds back all of the client: at random up to a quarter more than it asks, since
 * others may have been told the same.
 */
export function holdAfter(headers: Headers, { initialDelayMs, maxDelayMs }: Limits): number {
  const asked = retryAfterOf(headers) ?? initialDelayMs;
  return Math.min(asked * (1 + Math.random() / 4), maxDelayMs);
}

/** `Retry-After` in milliseconds; it is seconds or a date (RFC 9110, section 10.2.3), by the clock that the answer was made by. */
export function retryAfterOf(headers: Headers): number | undefined {
  const value = headers.get('Retry-After');
  if (!value) return undefined;
  const seconds = Number(value);
  const now = Date.parse(headers.get('Date') ?? '') || Date.now();
  const millis = Number.isNaN(seconds) ? Date.parse(value) - now : seconds * 1_000;
  return millis >= 0 ? millis : undefined;
}
