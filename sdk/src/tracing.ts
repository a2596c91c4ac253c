import type { OperationName } from './documented-responses.ts';
import type { Observer, Within } from './observer.ts';

/** The methods of a span that are used (`@opentelemetry/api`, 1.x). */
interface Span {
  setAttribute: (name: string, value: unknown) => unknown;
  addEvent: (name: string, attributes: object) => unknown;
  setStatus: (status: { code: number }) => unknown;
  end: () => void;
}

/** The methods of a context that are used. A context is immutable. */
interface Context {
  getValue: (key: symbol) => unknown;
  setValue: (key: symbol, value: unknown) => Context;
  deleteValue: (key: symbol) => Context;
}

/** The objects that are registered with the API. */
export interface Registered {
  trace?: {
    getTracer: (
      name: string,
      version: string,
    ) => { startSpan: (name: string, options: object, context: Context) => Span };
  };
  context?: { active: () => Context; with: <T>(context: Context, work: () => T) => T };
  propagation?: { inject: (context: Context, carrier: Headers, setter: object) => void };
}

/** These names are covered by the same compatibility promise as the place where the API is registered. */
const spanKey = Symbol.for('OpenTelemetry Context Key SPAN');
const suppressKey = Symbol.for('OpenTelemetry SDK Context Key SUPPRESS_TRACING');
/** `SpanKind.CLIENT` and `SpanStatusCode.ERROR`. */
const [client, failed] = [2, 2];

/** The attributes of a span, according to the semantic conventions for HTTP clients. */
export interface TracedCall {
  operation: OperationName;
  requestId: string;
  method: string;
  /** The path as in the OpenAPI document, with the names of its parameters. */
  template: string;
  /** The request URL without personal data. */
  url: string;
}

/** The span of a call, started when the call is first sent. */
export interface CallSpan {
  /** Receives the attempts of the call, and ends the span with the call. */
  observer: Observer;
  /** Sends an attempt within the span. The headers carry the span's context. */
  within: Within;
}

/** Starts a span if tracing is enabled. */
export function startSpan(
  { trace, context, propagation }: Registered,
  version: string,
  call: TracedCall,
): CallSpan | undefined {
  if (!trace) return undefined;
  const outer = context?.active() ?? contextOf({});
  const { operation, method } = call;
  const url = new URL(call.url);
  const span = trace.getTracer('@courtbridge/sdk', version).startSpan(
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
      // Suppresses the instrumentation of `fetch`. It would create a span for each attempt, and add a second `traceparent`
      // header. Then neither header would be read.
      return context ? context.with(inner.setValue(suppressKey, true), send) : send();
    },
    observer: {
      onRetry: ({ error: { code, attempts } }) => {
        span.addEvent('resend', { 'error.type': code, 'http.request.resend_count': attempts });
      },
      onEnd: ({ attempt, error, status = error?.status }) => {
        if (status) span.setAttribute('http.response.status_code', status);
        if (attempt > 1) span.setAttribute('http.request.resend_count', attempt - 1);
        if (error) {
          span.setAttribute('error.type', error.code);
          span.setStatus({ code: failed });
        }
        span.end();
      },
    },
  };
}

/** A minimal context, for when no context manager is registered. */
function contextOf(values: Record<symbol, unknown>): Context {
  const setValue = (key: symbol, value?: unknown) => contextOf({ ...values, [key]: value });
  return { getValue: (key) => values[key], setValue, deleteValue: setValue };
}
