import type { OperationName } from './operation.ts';
import { sdkVersion } from './version.generated.ts';

/** What is used of a span (`@opentelemetry/api`, 1.x). */
interface Span {
  setAttribute: (name: string, value: unknown) => unknown;
  addEvent: (name: string, attributes: object) => unknown;
  setStatus: (status: { code: number }) => unknown;
  end: () => void;
}

/** What is used of a context, which cannot be changed. */
interface Context {
  getValue: (key: symbol) => unknown;
  setValue: (key: symbol, value: unknown) => Context;
  deleteValue: (key: symbol) => Context;
}

/** What has been registered with the API. */
interface Registered {
  trace?: {
    getTracer: (
      name: string,
      version: string,
    ) => { startSpan: (name: string, options: object, context: Context) => Span };
  };
  context?: { active: () => Context; with: <T>(context: Context, work: () => T) => T };
  propagation?: { inject: (context: Context, carrier: Headers, setter: object) => void };
}

/**
 * Where every copy of `@opentelemetry/api` 1.x keeps what is registered ("Version Compatibility" in its README).
 *
 * It is looked up here instead of importing the package, for: an import of what may be absent fails in bundlers (webpack,
 * esbuild) or in what they made; it would be awaited by the first call, and be another one in CommonJS; and the global is
 * there without the package too, as in Deno, which has telemetry of its own. The names below are part of the same promise.
 */
const apiKey = Symbol.for('opentelemetry.js.api.1');
const spanKey = Symbol.for('OpenTelemetry Context Key SPAN');
const suppressKey = Symbol.for('OpenTelemetry SDK Context Key SUPPRESS_TRACING');
/** `SpanKind.CLIENT` and `SpanStatusCode.ERROR`. */
const [client, error] = [2, 2];

/** What a span tells of a call, by the semantic conventions for HTTP clients. */
export interface TracedCall {
  operation: OperationName;
  requestId: string;
  method: string;
  /** The path as the document has it, with the names of its parameters. */
  template: string;
  /** Where it goes, without what names a person. */
  url: URL;
}

/** The span of a call, from when it is first sent. */
export interface CallSpan {
  /** Sends an attempt as a part of the span, which its headers carry. */
  readonly within: <T>(headers: Headers, send: () => T) => T;
  /** So many attempts have failed, the last one by an error of this type, and another one is made. */
  readonly again: (type: string, attempts: number) => void;
  /** The call has ended; with an error of this type. */
  readonly end: (attempts: number, status: number | undefined, type: string | undefined) => void;
}

const registered = () => (globalThis as { [apiKey]?: Registered })[apiKey];

/** Whether somebody has switched tracing on. */
export const isTracing = () => registered()?.trace !== undefined;

/** Begins a span where tracing is switched on; else there is none. */
export function startSpan(call: TracedCall): CallSpan | undefined {
  const { trace, context, propagation } = registered() ?? {};
  if (!trace) return undefined;
  const outer = context?.active() ?? contextOf({});
  const { operation, method, url } = call;
  const span = trace.getTracer('@courtbridge/sdk', sdkVersion).startSpan(
    `${method} ${call.template}`,
    {
      kind: client,
      attributes: {
        'http.request.method': method,
        'server.address': url.hostname,
        'server.port': Number(url.port || (url.protocol === 'https:' ? 443 : 80)),
        'url.full': url.href,
        'http.request.header.x-request-id': [call.requestId],
        'courtbridge.operation': operation,
      },
    },
    outer,
  );
  const inner = outer.setValue(spanKey, span);
  return {
    within(headers, send) {
      propagation?.inject(inner, headers, {
        set: (carrier: Headers, name: string, value: string) => carrier.set(name, value),
      });
      // An instrumentation of `fetch` would make a span of its own of each attempt, and add a second `traceparent` to the one
      // that is there, after which neither is read.
      return context ? context.with(inner.setValue(suppressKey, true), send) : send();
    },
    again(type, attempts) {
      span.addEvent('resend', { 'error.type': type, 'http.request.resend_count': attempts });
    },
    end(attempts, status, type) {
      if (status) span.setAttribute('http.response.status_code', status);
      if (attempts > 1) span.setAttribute('http.request.resend_count', attempts - 1);
      if (type) {
        span.setAttribute('error.type', type);
        span.setStatus({ code: error });
      }
      span.end();
    },
  };
}

/** A context where nobody manages any. */
function contextOf(values: Record<symbol, unknown>): Context {
  const setValue = (key: symbol, value?: unknown) => contextOf({ ...values, [key]: value });
  return { getValue: (key) => values[key], setValue, deleteValue: setValue };
}
