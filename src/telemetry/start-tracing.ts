import {
  type Context,
  context,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { TraceStatement } from '../db/connection/prepared-client.ts';
import type { TraceRequest } from '../http/request-handler.ts';
import { statementName } from './statement-name.ts';

export interface Tracing {
  request: TraceRequest;
  statement: TraceStatement;
  close(): Promise<void>;
}

/**
 * Traces requests and statements, and exports the traces by OTLP over HTTP. OpenTelemetry itself reads the
 * destination, headers and service name from `OTEL_EXPORTER_OTLP_*`, `OTEL_SERVICE_NAME` and
 * `OTEL_RESOURCE_ATTRIBUTES`.
 *
 * Names and attributes follow OpenTelemetry's semantic conventions 1.29 for HTTP, databases and GraphQL. They never
 * have a path, query, body or value, which may have a partner's data.
 *
 * @param share the share of sampled traces, 0 to 1, by trace id. A caller's `traceparent` continues its trace, but
 * does not decide whether it is sampled, because the service pays for it.
 */
export function startTracing(share: number): Tracing {
  const kept = new TraceIdRatioBasedSampler(share);
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'courtbridge' }))
      .merge(detectResources({ detectors: [envDetector] })),
    sampler: new ParentBasedSampler({
      root: kept,
      remoteParentSampled: kept,
      remoteParentNotSampled: kept,
    }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  const tracer = provider.getTracer('courtbridge');

  const within = async <Answer>(
    span: Span,
    parent: Context,
    work: () => Promise<Answer>,
  ): Promise<Answer> => {
    try {
      return await context.with(trace.setSpan(parent, span), work);
    } catch (error) {
      const { code, name } = error as { code?: string; name?: string };
      span.setStatus({ code: SpanStatusCode.ERROR });
      span.setAttribute('error.type', code ?? name ?? 'error');
      throw error;
    } finally {
      span.end();
    }
  };

  return {
    request: (request, requestContext, route, answer) => {
      const carrier = {
        traceparent: request.headers.get('traceparent'),
        tracestate: request.headers.get('tracestate'),
      };
      const parent = propagation.extract(context.active(), carrier);
      const attributes = { 'http.request.method': request.method, ...(route ? { 'http.route': route } : {}) };
      const name = route ? `${request.method} ${route}` : request.method;
      const span = tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, parent);
      return within(span, parent, async () => {
        const response = await answer();
        const { requestId, operation, error, graphql } = requestContext;
        span.setAttributes({
          'http.response.status_code': response.status,
          'courtbridge.request_id': requestId,
          ...(operation ? { 'courtbridge.operation': operation } : {}),
          ...(error ? { 'error.type': error.type } : {}),
        });
        if (graphql) {
          const { type, name: operationName } = graphql;
          span.updateName(`${type} ${operationName ?? ''}`.trim());
          span.setAttribute('graphql.operation.type', type);
          if (operationName) span.setAttribute('graphql.operation.name', operationName);
        }
        if (response.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
        return response;
      });
    },
    statement: (text, answer) => {
      const name = statementName(text);
      const attributes = { 'db.system.name': 'postgresql', 'db.query.summary': name };
      const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes });
      return within(span, context.active(), answer);
    },
    close: () => provider.shutdown(),
  };
}
