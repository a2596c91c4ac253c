import type { Observer, Within } from './observer.ts';
import type { OperationName } from './operation.ts';

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

/** Names that are part of the same promise as where the API is found. */
const spanKey = Symbol.for('OpenTelemetry Context Key SPAN');
const suppressKey = Symbol.for('OpenTelemetry SDK Context Key SUPPRESS_TRACING');
/** `SpanKind.CLIENT` and `SpanStatusCode.ERROR`. */
const [client, failed] = [2, 2];

/** What a span tells of a call, by the semantic conventions for HTTP clients. */
export interface TracedCall {
  operation: OperationName;
  requestId: string;
  method: string;
  /** The path as the document has it, with the names of its parameters. */
  template: string;
  /** Where it goes, without what names a person. */
  url: string;
}

/** The span of a call, from when it is first sent. */
export interface CallSpan {
  /** Ends it with the call, and tells it of attempts. */
  observer: Observer;
  /** Sends an attempt as a part of the span, which its headers carry. */
  within: Within;
}

/** Begins a span, where tracing is switched on. */
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
      // An instrumentation of `fetch` would make a span of its own of each attempt, and add a second `traceparent` to the one
      // that is there, after which neither is read.
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

/** A context where nobody manages any. */
function contextOf(values: Record<symbol, unknown>): Context {
  const setValue = (key: symbol, value?: unknown) => contextOf({ ...values, [key]: value });
  return { getValue: (key) => values[key], setValue, deleteValue: setValue };
}
