import { type AttemptEvent, type Hooks, redactHeaders, redactUrl, tell as tellOne } from './hooks.ts';
import type { Logger } from './logging.ts';
import type { Observer, observe, Within } from './observe.ts';
import type { OperationName } from './operation.ts';
import type { Registered } from './tracing.ts';
import { sdkVersion } from './version.generated.ts';

/** Who is told by the options of a client. */
export interface Told extends Hooks {
  logger?: Logger | undefined;
}

/** What an observer is told beside the attempt. */
type More<Name extends keyof Observer> = Omit<Parameters<NonNullable<Observer[Name]>>[0], keyof AttemptEvent>;

/** One call, as hooks, logger and tracing see it. */
export interface Watch {
  /** What must be waited for before the first attempt, if anything. */
  readonly loading: Promise<void> | undefined;
  /** An attempt: sends it. */
  readonly sending: <T>(url: string, headers: Headers, send: () => T) => T;
  /** Its answer was read to the end. */
  readonly answered: (response: Response) => void;
  /** It has failed, and another one will be made; or the call was done, or has failed for good. */
  readonly tell: <Name extends 'onRetry' | 'onEnd'>(name: Name, more: More<Name>) => void;
}

/** What of a call is known before it is sent. */
export interface WatchedCall {
  operation: OperationName;
  requestId: string;
  method: string;
  /** The path as the document has it, with the names of its parameters. */
  template: string;
}

/**
 * What is registered with OpenTelemetry, where every copy of `@opentelemetry/api` 1.x keeps it ("Version Compatibility" in its
 * README).
 *
 * It is looked up here instead of importing the package, for: an import of what may be absent fails in bundlers (webpack,
 * esbuild) or in what they made; and the global is there without the package too, as in Deno, which has telemetry of its own.
 */
const registered = () =>
  (globalThis as Record<symbol, Registered | undefined>)[Symbol.for('opentelemetry.js.api.1')];

let loaded: typeof observe | undefined;
let loading: Promise<void> | undefined;

/** Loads what most programs never use. Where it cannot be loaded calls are made all the same, and a logger is told. */
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
 * What watches the calls of a client.
 *
 * @returns a function that begins with a call; it answers undefined where nobody would be told
 */
export function watcherOf({ onRequest, onResponse, onRetry, logger }: Told) {
  const isAnyTold = onRequest || onResponse || onRetry || logger;
  return ({ template, ...fields }: WatchedCall): Watch | undefined => {
    const isObserved = logger || registered()?.trace;
    if (!(isAnyTold || isObserved)) return undefined;
    if (isObserved) loading ??= load();
    const observers: Observer[] = [{ onRequest, onResponse, onRetry }];
    let within: Within | undefined;
    let event: AttemptEvent | undefined;
    let sentAt = 0;
    const tell = <Name extends keyof Observer>(name: Name, more: More<Name>) => {
      for (const observer of observers) {
        tellOne(observer[name] as ((event: object) => unknown) | undefined, { ...event, ...more });
      }
    };

    return {
      loading: loaded ? undefined : loading,
      sending(givenUrl, headers, send) {
        const url = redactUrl(givenUrl);
        if (!event)
          within = loaded?.(observers, logger, registered(), sdkVersion, { ...fields, template, url });
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
