import { documentedOperations } from './documented-operations.generated.ts';
import type { Issue, OperationName, ResponseBody, SuccessStatus } from './operation.ts';
import { PartnerApiError, PartnerError } from './partner-error.ts';
import { delayAfter, isRetryable, type RetryOptions, retryAfterOf } from './retry.ts';

/** What every error and every success tells of its call. */
export interface CallFields<Operation extends OperationName> {
  readonly operation: Operation;
  /** The request's id, the same in every attempt. */
  readonly requestId: string;
  /** How many attempts were made. */
  attempts: number;
}

/** The operation was done. */
export interface PartnerSuccess<Operation extends OperationName> extends CallFields<Operation> {
  readonly ok: true;
  /** 201: created. 200: it was there already, and is now as it was asked to be. */
  readonly status: SuccessStatus<Operation>;
  /** The documented body. */
  readonly data: ResponseBody<Operation>;
}

/** The operation failed. */
export interface PartnerRefusal<Operation extends OperationName> {
  readonly ok: false;
  readonly error: PartnerError<Operation>;
}

/** What the `safe` form of a call returns: `ok` tells which. */
export type PartnerResult<Operation extends OperationName = OperationName> = {
  [Each in Operation]: PartnerSuccess<Each> | PartnerRefusal<Each>;
}[Operation];

/** One attempt: sends the request, and reads the answer to its end. */
export type Send = (signal: AbortSignal) => Promise<{ data?: unknown; error?: unknown; response: Response }>;

export interface CallSettings extends Required<RetryOptions> {
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
      // An end that is certain is told now, not after a wait that cannot help.
      if (!isRetryable(error) || error.attempts >= settings.maxAttempts || wait >= timeLeft()) throw error;
      const alarm = setAlarm(wait, settings.signal);
      await alarm.rung;
      alarm.off();
    }
  }
}

/** Counts itself in `fields`. */
async function attempt<Operation extends OperationName>(
  fields: CallFields<Operation>,
  send: Send,
  { signal, attemptTimeoutMs, timeoutMs }: CallSettings,
  timeLeft: number,
): Promise<PartnerSuccess<Operation>> {
  const alarm = setAlarm(Math.min(attemptTimeoutMs, timeLeft), signal);
  const unanswered = (type: PartnerError['type'], text: string, more: object) => {
    const outcome = fields.attempts ? ' It may have been carried out; it is safe to call again.' : '';
    return new PartnerError(text + outcome, { type, ...fields, ...more });
  };
  try {
    signal?.throwIfAborted();
    fields.attempts++;
    // The race ends the attempt also where a fetch does not listen to its signal.
    const answer = await Promise.race([send(alarm.signal), alarm.rung]);
    if (answer) return judge(answer, fields);
  } catch (cause) {
    if (cause instanceof PartnerError) throw cause;
    if (!alarm.signal.aborted) {
      const reason = (cause as { cause?: Error } | undefined)?.cause;
      const text = `No answer came (${cause}${reason ? `: ${reason.message}` : ''}).`;
      throw unanswered('network_error', text, { cause });
    }
  } finally {
    alarm.off();
  }
  if (signal?.aborted) throw unanswered('aborted', "Ended by the caller's signal.", { cause: signal.reason });
  const limit = attemptTimeoutMs < timeLeft ? 'attempt' : 'call';
  const millis = limit === 'call' ? timeoutMs : attemptTimeoutMs;
  throw unanswered('timeout', `No answer within ${millis} ms.`, { limit });
}

/** What an answer means. */
function judge<Operation extends OperationName>(
  { data, error, response: { status, headers } }: Awaited<ReturnType<Send>>,
  fields: CallFields<Operation>,
): PartnerSuccess<Operation> {
  // What the document promises of the service's own answers.
  if (data) return { ok: true, status, data, ...fields } as object as PartnerSuccess<Operation>;
  const { type: code, message, issues } = (error as Partial<ErrorBody> | undefined)?.error ?? {};
  const answered = { ...fields, status, code, issues, retryAfterMs: retryAfterOf(headers) };
  if ((documentedOperations[fields.operation].errors as unknown[]).includes(code)) {
    throw new PartnerApiError(message!, { ...answered, type: code });
  }
  const text =
    message ?? `${status} (${headers.get('Content-Type')}) is no answer of the service: check baseUrl.`;
  throw new PartnerError(text, { ...answered, type: 'unexpected_answer' });
}

interface ErrorBody {
  error: { type?: string; message?: string; issues?: Issue[] };
}

/** Rings after the time, or as soon as the caller's signal fires. */
function setAlarm(millis: number, callersSignal: AbortSignal | undefined) {
  const controller = new AbortController();
  const { signal } = controller;
  const rung = new Promise<void>((resolve) => {
    signal.onabort = () => resolve();
  });
  const ring = () => controller.abort();
  const timer = setTimeout(ring, millis);
  callersSignal?.addEventListener('abort', ring);
  if (callersSignal?.aborted) ring();
  const off = () => {
    clearTimeout(timer);
    callersSignal?.removeEventListener('abort', ring);
  };
  return { signal, rung, off };
}
