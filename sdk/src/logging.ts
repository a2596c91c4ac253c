import type { AttemptEvent } from './hooks.ts';
import type { Observer } from './watch.ts';

/** Such as `console`. It is given text, and the same as fields: no token, no body, nothing of a person. */
export interface Logger {
  /** Each request and each answer. */
  debug: (message: string, fields: object) => void;
  /** A call that the service has refused, or that your signal has ended. */
  info: (message: string, fields: object) => void;
  /** An attempt that failed, after which another one is made. */
  warn: (message: string, fields: object) => void;
  /** A call that has failed for any other reason. */
  error: (message: string, fields: object) => void;
}

/** What a logger is told. Neither messages of errors nor headers: nobody knows what they will have in them. */
export function loggingTo(logger: Logger): Observer {
  const log = (level: keyof Logger, event: AttemptEvent, what: string, fields: object = {}) => {
    const { operation, requestId, attempt, method, url } = event;
    const text = `courtbridge ${operation} ${requestId}, attempt ${attempt}: ${what}`;
    logger[level](text, { operation, requestId, attempt, method, url, ...fields });
  };
  return {
    onRequest: (event) => log('debug', event, `${event.method} ${event.url}`),
    onResponse: (event) => {
      const { status } = event;
      const durationMs = Math.round(event.durationMs);
      log('debug', event, `${status} after ${durationMs} ms`, { status, durationMs });
    },
    onRetry: (event) => {
      const { code, status } = event.error;
      const delayMs = Math.round(event.delayMs);
      log('warn', event, `${code}, again in ${delayMs} ms`, { code, status, delayMs });
    },
    onFailure: (event) => {
      const { type, code, status = 0 } = event.error;
      const isOrdinary = type === 'aborted' || (type === code && status >= 400 && status < 500);
      log(isOrdinary ? 'info' : 'error', event, `failed: ${code}`, { code, status: event.error.status });
    },
  };
}
