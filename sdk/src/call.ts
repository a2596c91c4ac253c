import { setAlarm } from './alarm.ts';
import { type Answer, judgeAnswer } from './judge-answer.ts';
import type { OperationName } from './operation.ts';
import { PartnerError } from './partner-error.ts';
import type { Given } from './recognize-answer.ts';
import type { CallFields, PartnerSuccess } from './result.ts';
import { delayAfter, holdAfter, isRetryable, type Limits } from './retry.ts';
import type { Load, Turns } from './turns.ts';
import type { Watch } from './watch.ts';

/** One attempt: sends the request, and reads the answer to its end. */
export type Send = (signal: AbortSignal) => Promise<Answer>;

/** What a call is bound by. */
export interface CallSettings extends Limits {
  signal: AbortSignal | undefined;
  /** What it was given: by this its answer is known. */
  given: Given;
  /** The turns of the client; without them each attempt goes at once. */
  turns: Turns | undefined;
  /** What an attempt takes. */
  load: Load;
  /** Who is told. */
  watch: Watch | undefined;
}

/** Milliseconds that an answer takes at the very least. */
const leastAnswerMs = 10;

/**
 * Makes a call, and counts its attempts in `fields`: attempt by attempt, until one is answered for good, or a limit is reached.
 *
 * @throws PartnerError
 */
export async function call<Operation extends OperationName>(
  fields: CallFields<Operation>,
  send: Send,
  settings: CallSettings,
): Promise<PartnerSuccess<Operation>> {
  const { turns, watch, load, signal } = settings;
  let started = performance.now();
  const timeLeft = () => settings.timeoutMs - (performance.now() - started);
  for (;;) {
    // Its time stands still while it waits for a turn: of a thousand calls at once none fails for the others' sake.
    const asked = performance.now();
    const turn = await turns?.take(load, fields.attempts > 0, signal);
    started += performance.now() - asked;
    try {
      const success = await attempt(fields, send, settings, { turn, timeLeft: timeLeft() });
      watch?.tell('onEnd', { status: success.response.status });
      return success;
    } catch (cause) {
      const error = cause as PartnerError;
      const wait = delayAfter(error, settings);
      const isAttemptLeft = error.attempts < settings.maxAttempts;
      // An end that is certain is told now, not after a wait that leaves no time for an answer.
      const isTimeLeft = wait + leastAnswerMs < timeLeft();
      if (!isRetryable(error) || !isAttemptLeft || !isTimeLeft) {
        watch?.tell('onEnd', { error });
        throw error;
      }
      watch?.tell('onRetry', { error, delayMs: wait });
      await setAlarm(wait, signal).rung;
    }
  }
}

/** Makes one attempt, and counts it in `fields`. */
async function attempt<Operation extends OperationName>(
  fields: CallFields<Operation>,
  send: Send,
  settings: CallSettings,
  { turn, timeLeft }: { turn: number | undefined; timeLeft: number },
): Promise<PartnerSuccess<Operation>> {
  const { signal, attemptTimeoutMs, turns, load, watch } = settings;
  const alarm = setAlarm(Math.min(attemptTimeoutMs, timeLeft), signal);
  let answer: Answer | undefined;
  try {
    if (!signal?.aborted) {
      fields.attempts++;
      // The race ends the attempt also where a fetch does not listen to its signal.
      answer = await Promise.race([send(alarm.signal), alarm.rung]);
    }
  } catch (cause) {
    // What rejects because of the alarm is told below.
    if (!alarm.signal.aborted) throw unsent(cause, fields) ?? networkError(cause, fields);
  } finally {
    alarm.off();
    if (turn) {
      // What one call is told holds for all, before any of them has the turn.
      const { status, headers } = answer?.response ?? {};
      turns?.giveBack(turn, load, headers, status === 429 ? holdAfter(headers!, settings) : 0);
    }
  }
  if (answer) {
    watch?.answered(answer.response);
    return judgeAnswer(answer, fields, settings.given);
  }
  throw endedBy(signal, attemptTimeoutMs < timeLeft ? 'attempt' : 'call', fields);
}

/** Why an alarm rang before there was an answer: the caller's signal, or a limit. */
export function endedBy(
  signal: AbortSignal | undefined,
  limit: 'attempt' | 'call',
  fields: CallFields<OperationName>,
): PartnerError {
  if (signal?.aborted) {
    return new PartnerError('Ended by the signal.', { type: 'aborted', ...fields, cause: signal.reason });
  }
  return new PartnerError(`No answer within the limit of the ${limit}. ${mayBeDone}`, {
    type: 'timeout',
    ...fields,
    limit,
  });
}

const mayBeDone = 'It may be done; it is safe to call again.';

/** The failure of a token function, as one of this call. */
function unsent(cause: unknown, fields: CallFields<OperationName>): PartnerError | undefined {
  if (!(cause instanceof PartnerError)) return undefined;
  return new PartnerError(cause.message, { ...cause, ...fields });
}

/** No answer came: says why in the platform's words, whose reason often stands in the `cause` only. */
function networkError(cause: unknown, fields: CallFields<OperationName>): PartnerError {
  const reason = (cause as { cause?: unknown } | undefined)?.cause;
  const why = reason === undefined ? String(cause) : `${cause} ${reason}`;
  return new PartnerError(`No answer came (${why}). ${mayBeDone}`, {
    type: 'network_error',
    ...fields,
    cause,
  });
}
