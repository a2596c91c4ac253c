import type { OperationName } from './documented-responses.ts';
import { type AttemptEvent, tell as callHook, type Hooks, redactHeaders, redactUrl } from './hooks.ts';
import type { Logger } from './logging.ts';
import type { observe } from './observe.ts';
import type { Observer, Within } from './observer.ts';
import type { Registered } from './tracing.ts';
import { sdkVersion } from './version.generated.ts';

/** The options of a client that ask for reports. */
export interface ReportOptions extends Hooks {
  logger?: Logger | undefined;
}

/** The fields that an observer receives in addition to the attempt. */
type More<Name extends keyof Observer> = Omit<Parameters<NonNullable<Observer[Name]>>[0], keyof AttemptEvent>;

/** Reports one call to hooks, logger and tracing. */
export interface Watch {
  /** A promise that the first attempt must wait for, if any. */
  readonly loading: Promise<void> | undefined;
  /** Reports an attempt with this address and these headers, and sends it. Tracing adds headers. */
  readonly sending: <Sent>(url: string, headers: Headers, send: () => Sent) => Sent;
  /** Reports a response that has been read. */
  readonly answered: (response: Pick<Response, 'status' | 'headers'>) => void;
  /** Reports a failed attempt that will be repeated (`onRetry`), or the end of the call (`onEnd`). */
  readonly tell: <Name extends 'onRetry' | 'onEnd'>(name: Name, more: More<Name>) => void;
}

/** A call before it is sent. */
export interface WatchedCall {
  operation: OperationName;
  requestId: string;
  method: string;
  /** The path with the names of its parameters. */
  template: string;
}

/**
 * Returns what is registered with OpenTelemetry. Every copy of `@opentelemetry/api` 1.x keeps it under this symbol ("Version
 * Compatibility" in its README).
 *
 * The package is not imported: bundlers (webpack, esbuild) fail on a missing optional package, and Deno registers its own
 * telemetry without the package.
 */
const registered = () =>
  (globalThis as Record<symbol, Registered | undefined>)[Symbol.for('opentelemetry.js.api.1')];

let loaded: typeof observe | undefined;
let loading: Promise<void> | undefined;

/**
 * Loads the code for logger and tracing, which most programs never use. If it cannot be loaded, calls still work, and the error
 * is logged.
 */
async function load(): Promise<void> {
  try {
    loaded = (await import('./observe.ts')).observe;
  } catch (reason) {
    loaded = (observers, logger) => {
      observers.push({ onRequest: () => logger?.error(`courtbridge: No logging: ${reason}`, {}) });
      return undefined;
    };
  }
}

/**
 * Creates the reports of a client's calls.
 *
 * @returns a function that is called for each call; it returns undefined if nobody receives reports
 */
export function watcherOf({ onRequest, onResponse, onRetry, logger }: ReportOptions) {
  const hasHooks = onRequest || onResponse || onRetry || logger;
  return ({ template, ...fields }: WatchedCall): Watch | undefined => {
    const isObserved = logger || registered()?.trace;
    if (!(hasHooks || isObserved)) return undefined;
    if (isObserved) loading ??= load();
    const observers: Observer[] = [{ onRequest, onResponse, onRetry }];
    let within: Within | undefined;
    let event: AttemptEvent | undefined;
    let sentAt = 0;
    const tell = <Name extends keyof Observer>(name: Name, more: More<Name>) => {
      for (const observer of observers) {
        callHook(observer[name] as ((event: object) => unknown) | undefined, { ...event, ...more });
      }
    };

    return {
      loading: loaded ? undefined : loading,
      sending(givenUrl, headers, send) {
        const url = redactUrl(givenUrl);
        if (!event) {
          within = loaded?.(observers, logger, registered(), sdkVersion, { ...fields, template, url });
        }
        event = { ...fields, attempt: (event?.attempt ?? 0) + 1, url };
        tell('onRequest', { headers: redactHeaders(headers) });
        sentAt = performance.now();
        return within ? within(headers, send) : send();
      },
      answered({ status, headers }) {
        tell('onResponse', { status, headers, durationMs: performance.now() - sentAt });
      },
      tell,
    };
  };
}
