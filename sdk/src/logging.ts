import type { AttemptEvent } from './hooks.ts';
import type { Observer } from './observer.ts';
import type { PartnerError } from './partner-error.ts';

/**
 * A logger such as `console`, winston or pino. It receives a message and fields, never a token, a body or personal data.
 *
 * pino takes the fields first. The client recognizes it.
 */
export interface Logger {
  /** Requests and responses. */
  debug: (message: string, fields: object) => void;
  /** Calls that the service rejected, or that your signal ended. */
  info: (message: string, fields: object) => void;
  /** Failed attempts that are followed by another one. */
  warn: (message: string, fields: object) => void;
  /** Calls that failed for any other reason. */
  error: (message: string, fields: object) => void;
}

/** An event, with the fields that must not be logged unchanged. */
interface Told extends AttemptEvent {
  headers?: Headers;
  error?: PartnerError;
  status?: number;
  durationMs?: number;
  delayMs?: number;
}

/** Every pino logger has this symbol (`pino.symbols.serializersSym`), even if it comes from another copy of pino. */
const pinoSymbol = Symbol.for('pino.serializers');
type Pino = Record<keyof Logger, (fields: object, message: string) => void>;
const isPino = (logger: object): logger is Pino => pinoSymbol in logger;

/** Creates the observer that writes to a logger. It never logs error messages or headers, because they may contain anything. */
export function loggingTo(logger: Logger): Observer {
  const log = (level: keyof Logger, event: Told, what: string) => {
    const { headers, error, ...told } = event;
    const fields = error ? { ...told, code: error.code, status: error.status } : told;
    const message = `courtbridge ${event.operation} ${event.requestId}, attempt ${event.attempt}: ${what}`;
    if (isPino(logger)) logger[level](fields, message);
    else logger[level](message, fields);
  };
  return {
    onRequest: (event) => log('debug', event, `${event.method} ${event.url}`),
    onResponse: (event) => {
      const durationMs = Math.round(event.durationMs);
      log('debug', { ...event, durationMs }, `${event.status} after ${durationMs} ms`);
    },
    onRetry: (event) => {
      const delayMs = Math.round(event.delayMs);
      log('warn', { ...event, delayMs }, `${event.error.code}, again in ${delayMs} ms`);
    },
    onEnd: (event) => {
      if (!event.error) return;
      const { type, code, status = 0 } = event.error;
      const isOrdinary = type === 'aborted' || (type === code && status >= 400 && status < 500);
      log(isOrdinary ? 'info' : 'error', event, `failed: ${code}`);
    },
  };
}
