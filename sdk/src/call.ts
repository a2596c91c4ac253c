import { documentedOperations } from './documented-operations.generated.ts';
import type { Issue, OperationName, ResponseBody, SuccessStatus } from './operation.ts';
import { PartnerApiError, PartnerError } from './partner-error.ts';
import { delayAfter, isRetryable, type Limits, retryAfterOf } from './retry.ts';

/** What every error and every success tells of its call. */
export interface CallFields<Operation extends OperationName> {
  /** The operation that was called. */
  readonly operation: Operation;
  /** The request's id, the same in every attempt. */
  readonly requestId: string;
  /** How many attempts were made. */
  attempts: number;
}

/** The operation was done. */
export interface PartnerSuccess<Operation extends OperationName> extends CallFields<Operation> {
  /** Tells it from a refusal. */
  readonly ok: true;
  /** 201: created. 200: a stored booking that was updated or is just so; a stored user, of whom nothing is changed. */
  readonly status: SuccessStatus<Operation>;
  /** The documented body. */
  readonly data: ResponseBody<Operation>;
}

/** The operation failed. */
export interface PartnerRefusal<Operation extends OperationName> {
  /** Tells it from a success. */
  readonly ok: false;
  /** What the other form rejects with. */
  readonly error: PartnerError<Operation>;
}

/** What the `safe` form of a call returns: `ok` tells which. */
export type PartnerResult<Operation extends OperationName = OperationName> = Operation extends OperationName
  ? PartnerSuccess<Operation> | PartnerRefusal<Operation>
  : never;

/** One attempt: sends the request, and reads the answer to its end. */
export type Send = (signal: AbortSignal) => Promise<{ data?: unknown; error?: unknown; response: Response }>;

export interface CallSettings extends Limits {
  requestId: string;
  signal: AbortSignal | undefined;
}

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
      // An end that is certain is told now, not after a wait that leaves no time for an answer.
      if (!isRetryable(error) || !(error.attempts < settings.maxAttempts && wait + 9 < timeLeft()))
        throw error;
      const alarm = setAlarm(wait, settings.signal);
      await alarm.rung;
      alarm.off();
    }
  }
}

const mayBeDone = 'It may be done; it is safe to call again.';

/** Counts itself in `fields`. */
async function attempt<Operation extends OperationName>(
  fields: CallFields<Operation>,
  send: Send,
  { signal, attemptTimeoutMs }: CallSettings,
  timeLeft: number,
): Promise<PartnerSuccess<Operation>> {
  const alarm = setAlarm(Math.min(attemptTimeoutMs, timeLeft), signal);
  const unanswered = (type: PartnerError['type'], text: string, more: object) =>
    new PartnerError(text, { type, ...fields, ...more });
  let answer: Awaited<ReturnType<Send>> | undefined;
  try {
    if (!signal?.aborted) {
      fields.attempts++;
      // The race ends the attempt also where a fetch does not listen to its signal.
      answer = await Promise.race([send(alarm.signal), alarm.rung]);
    }
  } catch (cause) {
    if (!alarm.signal.aborted) {
      const why = [cause, (cause as { cause?: unknown } | undefined)?.cause].join(' ');
      throw unanswered('network_error', `No answer came (${why}). ${mayBeDone}`, { cause });
    }
  } finally {
    alarm.off();
  }
  if (answer) return judge(answer, fields);
  if (signal?.aborted) throw unanswered('aborted', 'Ended by the signal.', { cause: signal.reason });
  const limit = attemptTimeoutMs < timeLeft ? 'attempt' : 'call';
  throw unanswered('timeout', `No answer within the limit of the ${limit}. ${mayBeDone}`, { limit });
}

/** What an answer means. */
function judge<Operation extends OperationName>(
  { data, error, response: { ok, status, headers } }: Awaited<ReturnType<Send>>,
  fields: CallFields<Operation>,
): PartnerSuccess<Operation> {
  const body = (ok ? parse(data) : error) as Partial<ErrorBody> | undefined;
  // What the document promises of the service's own answers.
  if (ok && body instanceof Object)
    return { ok, status, data: body, ...fields } as object as PartnerSuccess<Operation>;
  const { type: code, message, issues } = body?.error ?? {};
  const answered = { ...fields, status, code, issues, retryAfterMs: retryAfterOf(headers) };
  if ((documentedOperations[fields.operation].errors as unknown[]).includes(code)) {
    throw new PartnerApiError(message!, { ...answered, type: code! });
  }
  const what = message ?? headers.get('Content-Type');
  throw new PartnerError(`${status}, ${what}: unknown to this SDK. Check baseUrl.`, {
    ...answered,
    type: 'unexpected_answer',
  });
}

function parse(text: unknown): unknown {
  try {
    return JSON.parse(text as string);
  } catch {
    return undefined;
  }
}

interface ErrorBody {
  error: { type?: string; message?: string; issues?: Issue[] };
}

/** Rings after the time, or as soon as the caller's signal fires. */
function setAlarm(millis: number, callersSignal: AbortSignal | undefined) {
  const controller = new AbortController();
  const { signal } = controller;
  const rung = new Promise<undefined>((resolve) => {
    signal.onabort = () => resolve(undefined);
  });
  const ring = () => controller.abort();
  // What is longer than a timer can be, 24 days, is no limit.
  const timer = setTimeout(ring, Math.min(millis, 2 ** 31 - 1));
  callersSignal?.addEventListener('abort', ring);
  const off = () => {
    clearTimeout(timer);
    callersSignal?.removeEventListener('abort', ring);
  };
  return { signal, rung, off };
}
