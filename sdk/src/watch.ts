import { type AttemptEvent, type Hooks, redactHeaders, redactUrl, tell } from './hooks.ts';
import { type Logger, loggingTo } from './logging.ts';
import type { OperationName } from './operation.ts';
import type { PartnerError } from './partner-error.ts';
import { isTracing, startSpan } from './tracing.ts';

/** Who is told of calls: a caller's hooks, or a logger. */
export interface Observer extends Hooks {
  /** A call of which something was sent has failed for good. */
  onFailure?: (event: AttemptEvent & { error: PartnerError }) => unknown;
}

/** Who is told by the options of a client. */
export function observersOf(options: Hooks & { logger?: Logger | undefined }): Observer[] {
  const { onRequest, onResponse, onRetry, logger } = options;
  const observers: Observer[] = logger ? [loggingTo(logger)] : [];
  if (onRequest || onResponse || onRetry) observers.push({ onRequest, onResponse, onRetry });
  return observers;
}

/** One call, as hooks, logger and tracing see it. */
export interface Watch {
  /** An attempt: sends it. */
  readonly sending: <T>(url: string, headers: Headers, send: () => T) => T;
  /** Its answer was read to the end. */
  readonly answered: (response: Response) => void;
  /** It has failed, and another one will be made. */
  readonly again: (error: PartnerError, delayMs: number) => void;
  /** The call was done, or has failed for good. */
  readonly ended: (status: number | undefined, error?: PartnerError) => void;
}

/** What of a call is known before it is sent. */
export interface WatchedCall {
  operation: OperationName;
  requestId: string;
  method: string;
  /** The path as the document has it, with the names of its parameters. */
  template: string;
}

/** Watches a call; undefined where nobody would be told. */
export function watchCall(observers: readonly Observer[], call: WatchedCall): Watch | undefined {
  if (observers.length === 0 && !isTracing()) return undefined;
  const { template, ...fields } = call;
  let event: AttemptEvent | undefined;
  let span: ReturnType<typeof startSpan>;
  let sentAt = 0;
  const toldTo = (name: keyof Observer, more: object) => {
    for (const observer of observers) {
      tell(observer[name] as ((event: object) => unknown) | undefined, { ...event, ...more });
    }
  };

  return {
    sending(url, headers, send) {
      const attempt = (event?.attempt ?? 0) + 1;
      const redacted = redactUrl(url);
      if (!event) span = startSpan({ ...call, url: new URL(redacted) });
      event = { ...fields, attempt, url: redacted };
      if (observers.length > 0) toldTo('onRequest', { headers: redactHeaders(headers) });
      sentAt = performance.now();
      return span ? span.within(headers, send) : send();
    },
    answered({ status, headers }) {
      toldTo('onResponse', { status, headers, durationMs: performance.now() - sentAt });
    },
    again(error, delayMs) {
      toldTo('onRetry', { error, delayMs });
      span?.again(error.code, error.attempts);
    },
    ended(status, error) {
      if (error && event) toldTo('onFailure', { error });
      span?.end(event?.attempt ?? 0, status, error?.code);
    },
  };
}
