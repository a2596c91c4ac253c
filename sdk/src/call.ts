import { type Alarm, setAlarm } from './alarm.ts';
import { type Answer, judgeAnswer } from './judge-answer.ts';
import type { OperationName } from './operation.ts';
import { PartnerError } from './partner-error.ts';
import type { Given } from './recognize-answer.ts';
import type { CallFields, PartnerSuccess } from './result.ts';
import { delayAfter, isRetryable, type Limits } from './retry.ts';

/** One attempt: sends the request, and reads the answer to its end. */
export type Send = (signal: AbortSignal) => Promise<Answer>;

/** What a call is bound by. */
export interface CallSettings extends Limits {
  requestId: string;
  signal: AbortSignal | undefined;
  /** What it was given: by this its answer is known. */
  given: Given;
}

/** Milliseconds that an answer takes at the very least. */
const leastAnswerMs = 10;

/**
 * Makes a call: attempt by attempt, until one is answered for good, or a limit is reached.
 *
 * @throws PartnerError
 */
export async function call<Operation extends OperationName>(
  operation: Operation,
  send: Send,
  settings: CallSettings,
): Promise<PartnerSuccess<Operation>> {
  const fields: CallFields<Operation> = { operation, requestId: settings.requestId, attempts: 0 };
  const started = performance.now();
  const timeLeft = () => settings.timeoutMs - (performance.now() - started);
  for (;;) {
    try {
      return await attempt(fields, send, settings, timeLeft());
    } catch (cause) {
      const error = cause as PartnerError;
      const wait = delayAfter(error, settings);
      const isAttemptLeft = error.attempts < settings.maxAttempts;
      // An end that is certain is told now, not after a wait that leaves no time for an answer.
      const isTimeLeft = wait + leastAnswerMs < timeLeft();
      if (!isRetryable(error) || !isAttemptLeft || !isTimeLeft) throw error;
      await ringing(setAlarm(wait, settings.signal));
    }
  }
}

async function ringing(alarm: Alarm): Promise<void> {
  await alarm.rung;
  alarm.off();
}

/** Makes one attempt, and counts it in `fields`. */
async function attempt<Operation extends OperationName>(
  fields: CallFields<Operation>,
  send: Send,
  { signal, attemptTimeoutMs, given }: CallSettings,
  timeLeft: number,
): Promise<PartnerSuccess<Operation>> {
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
    if (!alarm.signal.aborted) throw networkError(cause, fields);
  } finally {
    alarm.off();
  }
  if (answer) return judgeAnswer(answer, fields, given);
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
