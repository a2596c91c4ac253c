import { delay, withDeadline } from './deadline.ts';
import type { OperationName } from './documented-responses.ts';
import { reasonOf } from './from-outside.ts';
import { judgeAnswer } from './judge-answer.ts';
import { PartnerError } from './partner-error.ts';
import type { ReadResponse } from './read-response.ts';
import type { Given } from './recognize-answer.ts';
import type { Load, RequestQueue } from './request-queue.ts';
import type { CallFields, PartnerSuccess } from './result.ts';
import { delayAfter, holdAfter, isRetryable, type Limits } from './retry.ts';
import type { Watch } from './watch.ts';

/** Sends one attempt and reads the response. */
export type Send = (signal: AbortSignal) => Promise<ReadResponse>;

/** The limits of a call, and the parts of the client that it uses. */
export interface CallSettings extends Limits {
  signal: AbortSignal | undefined;
  /** The arguments of the call. They identify its response. */
  given: Given;
  /** The client's queue; undefined if each attempt is sent at once. */
  queue: RequestQueue | undefined;
  load: Load;
  /** Reports to hooks, logger and tracing. */
  watch: Watch | undefined;
}

/** The shortest time, in milliseconds, in which a response can arrive. */
const leastResponseMs = 10;

/**
 * Makes a call: sends attempts until one succeeds or fails for good, or a limit is reached. Counts them in `fields`.
 *
 * @throws PartnerError
 */
export async function call<Operation extends OperationName>(
  fields: CallFields<Operation>,
  send: Send,
  settings: CallSettings,
): Promise<PartnerSuccess<Operation>> {
  const { queue, watch, load, signal } = settings;
  let started = performance.now();
  const timeLeft = () => settings.timeoutMs - (performance.now() - started);
  for (;;) {
    // The time in the queue does not count. Otherwise some of a thousand simultaneous calls would time out because of the others.
    const queuedAt = performance.now();
    const number = await queue?.acquire(load, fields.attempts > 0, signal);
    started += performance.now() - queuedAt;
    try {
      const success = await attempt(fields, send, settings, { number, timeLeft: timeLeft() });
      watch?.tell('onEnd', { status: success.response.status });
      return success;
    } catch (cause) {
      const error = cause as PartnerError;
      const wait = delayAfter(error, settings);
      const isAttemptLeft = error.attempts < settings.maxAttempts;
      // If the wait leaves no time for a response, the call fails now.
      const isTimeLeft = wait + leastResponseMs < timeLeft();
      if (!isRetryable(error) || !isAttemptLeft || !isTimeLeft) {
        watch?.tell('onEnd', { error });
        throw error;
      }
      watch?.tell('onRetry', { error, delayMs: wait });
      await delay(wait, signal);
    }
  }
}

/** Makes one attempt, and counts it in `fields`. */
async function attempt<Operation extends OperationName>(
  fields: CallFields<Operation>,
  send: Send,
  settings: CallSettings,
  { number, timeLeft }: { number: number | undefined; timeLeft: number },
): Promise<PartnerSuccess<Operation>> {
  const { signal, attemptTimeoutMs, queue, load, watch } = settings;
  let response: ReadResponse | undefined;
  try {
    response = await withDeadline(Math.min(attemptTimeoutMs, timeLeft), signal, (attemptSignal) => {
      fields.attempts++;
      return send(attemptSignal);
    });
  } catch (cause) {
    throw withoutResponse(cause, fields);
  } finally {
    if (number !== undefined) {
      // A 429 holds back all calls. So the queue must know of it before it starts the next request.
      const hold = response?.status === 429 ? holdAfter(response.headers, settings) : 0;
      queue?.release(number, load, response?.headers, hold);
    }
  }
  if (!response) throw endedBy(signal, attemptTimeoutMs < timeLeft ? 'attempt' : 'call', fields);
  watch?.answered(response);
  return judgeAnswer(response, fields, settings.given);
}

/** The error of a call that got no response in time, because its signal fired or a limit was reached. */
export function endedBy(
  signal: AbortSignal | undefined,
  limit: 'attempt' | 'call',
  fields: CallFields<OperationName>,
): PartnerError {
  if (signal?.aborted) {
    return new PartnerError('Ended by the signal.', { type: 'aborted', ...fields, cause: signal.reason });
  }
  return new PartnerError(`No response within the limit of the ${limit}. ${mayBeDone}`, {
    type: 'timeout',
    ...fields,
    limit,
  });
}

const mayBeDone = 'The call may have been carried out. It is safe to call again.';

/** The failure of the token function, or of the network in the platform's words. The reason is often only in its `cause`. */
function withoutResponse(cause: unknown, fields: CallFields<OperationName>): PartnerError {
  if (cause instanceof PartnerError) return new PartnerError(cause.message, { ...cause, ...fields });
  const reason = (cause as { cause?: unknown } | undefined)?.cause;
  const why = reasonOf(cause) + (reason === undefined ? '' : ` ${reasonOf(reason)}`);
  return new PartnerError(`No response was received (${why}). ${mayBeDone}`, {
    type: 'network_error',
    ...fields,
    cause,
  });
}
