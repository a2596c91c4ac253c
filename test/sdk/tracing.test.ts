import { type Context, context, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { isTracingSuppressed, W3CTraceContextPropagator } from '@opentelemetry/core';
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type CreateUserRequest,
  createPartnerClient,
  type PartnerClientOptions,
  sdkVersion,
} from '../../sdk/src/index.ts';
import { newToken } from '../../src/services/values/secret-formats.ts';
import { userBody } from '../harness/data/factories.ts';
import { type Script, type ScriptedServer, startScriptedServer } from '../harness/servers/scripted-server.ts';
import { startTestService } from '../harness/servers/test-service.ts';
import { forTest } from '../harness/servers/use-test-service.ts';

const userFields = () => userBody() as object as CreateUserRequest;

let server: ScriptedServer | undefined;
const exporter = new InMemorySpanExporter();

function switchOn({ managed = true } = {}) {
  const spanProcessors = [new SimpleSpanProcessor({ exporter })];
  trace.setGlobalTracerProvider(new TracerProvider({ spanProcessors }));
  if (managed) context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
}
afterEach(async () => {
  trace.disable();
  context.disable();
  propagation.disable();
  exporter.reset();
  await server?.close();
  server = undefined;
});

const externalServiceId = '01990b2e-6f6c-7c1e-9a53-0f2a5a6f1c02';
const done: Script = { status: 201, body: { id: '01990b2e-6f6c-7c1e-9a53-0f2a5a6f1c03' } };
const refusal = (status: number, type: string): Script => ({
  status,
  body: { error: { type, message: 'No.' } },
});

async function call(script: Script[], options: Partial<PartnerClientOptions> = {}) {
  server = await startScriptedServer(...script);
  const client = createPartnerClient({
    baseUrl: server.address,
    token: newToken('partner'),
    externalServiceId,
    initialDelayMs: 1,
    ...options,
  });
  return client.safe.createUser(userFields(), { requestId: 'call-1' });
}

describe('with tracing', () => {
  beforeEach(() => switchOn());

  it('makes a call one client span with the semantic conventions for HTTP', async () => {
    await call([done]);
    const [span, ...others] = exporter.getFinishedSpans();
    expect(others).toEqual([]);
    const { hostname, port } = new URL(server!.address);
    expect(span).toMatchObject({
      name: 'POST /api/v1/external-services/{externalServiceId}/users',
      kind: SpanKind.CLIENT,
      status: { code: SpanStatusCode.UNSET },
      events: [],
      instrumentationScope: { name: '@courtbridge/sdk', version: sdkVersion },
    });
    expect(span!.attributes).toEqual({
      'http.request.method': 'POST',
      'server.address': hostname,
      'server.port': Number(port),
      'url.full': `${server!.address}/api/v1/external-services/${externalServiceId}/users`,
      'http.request.header.x-request-id': ['call-1'],
      'http.response.status_code': 201,
      'courtbridge.operation': 'createUser',
    });
  });

  it('sends the span with each attempt, as a child of the caller’s span', async () => {
    await trace.getTracer('test').startActiveSpan('import', async (outer) => {
      await call([refusal(503, 'service_unavailable'), done]);
      outer.end();
    });
    const [span, outer] = exporter.getFinishedSpans();
    expect(outer!.name).toBe('import');
    const { traceId, spanId } = span!.spanContext();
    expect(span!.parentSpanContext?.spanId).toBe(outer!.spanContext().spanId);
    const carried = server!.received.map(({ headers }) => headers.traceparent);
    expect(carried).toEqual([`00-${traceId}-${spanId}-01`, `00-${traceId}-${spanId}-01`]);
  });

  it('counts attempts and records them as events', async () => {
    await call([refusal(503, 'service_unavailable'), 'drop', done]);
    const [span] = exporter.getFinishedSpans();
    expect(span).toMatchObject({
      status: { code: SpanStatusCode.UNSET },
      attributes: { 'http.response.status_code': 201, 'http.request.resend_count': 2 },
      events: [
        {
          name: 'resend',
          attributes: { 'error.type': 'service_unavailable', 'http.request.resend_count': 1 },
        },
        { name: 'resend', attributes: { 'error.type': 'network_error', 'http.request.resend_count': 2 } },
      ],
    });
  });

  it.each([
    [refusal(409, 'email_already_in_use'), 'email_already_in_use', 409],
    [refusal(418, 'teapot'), 'teapot', 418],
    ['drop' as const, 'network_error', undefined],
    ['hang' as const, 'timeout', undefined],
  ])(
    'records a failed call as an error with its type and its status, if any: %j',
    async (script, type, status) => {
      await call([script], { maxAttempts: 1, ...(script === 'hang' && { attemptTimeoutMs: 50 }) });
      const [span] = exporter.getFinishedSpans();
      expect(span).toMatchObject({
        status: { code: SpanStatusCode.ERROR },
        attributes: { 'error.type': type },
      });
      expect(span!.attributes['http.response.status_code']).toBe(status);
      // A message could contain personal data.
      expect(span!.status.message).toBeUndefined();
    },
  );

  it('suppresses tracing inside fetch, whose instrumentation would replace the header', async () => {
    const contexts: Context[] = [];
    const fetching: PartnerClientOptions['fetch'] = (input, init) => {
      contexts.push(context.active());
      trace.getTracer('test').startSpan('of fetch').end();
      return fetch(input, init);
    };
    await call([done], { fetch: fetching });
    const spans = exporter.getFinishedSpans();
    expect(spans.map(({ name }) => name)).toEqual([
      'POST /api/v1/external-services/{externalServiceId}/users',
    ]);
    expect(trace.getSpanContext(contexts[0]!)).toEqual(spans[0]!.spanContext());
    expect(isTracingSuppressed(contexts[0]!)).toBe(true);
    expect(isTracingSuppressed(context.active())).toBe(false);
  });

  it('makes no span for a call that sends nothing', async () => {
    server = await startScriptedServer(done);
    const client = createPartnerClient({
      baseUrl: server.address,
      token: newToken('partner'),
      externalServiceId,
    });
    await client.safe.upsertCourtBooking('..', {} as never);
    await client.safe.createUser(userFields(), { signal: AbortSignal.abort() });
    expect(exporter.getFinishedSpans()).toEqual([]);
  });

  it('continues the trace in the service, which responds as usual', async () => {
    const service = await forTest(startTestService('postgresql'));
    const tenant = await service.factories.tenant();
    const client = createPartnerClient({ baseUrl: service.address, ...tenant });
    expect(await client.createUser(userFields())).toMatchObject({ id: expect.any(String) });
    expect(exporter.getFinishedSpans()).toMatchObject([{ attributes: { 'http.response.status_code': 201 } }]);
  });
});

describe('without a tracing setup', () => {
  it('makes and sends a span even without a context manager', async () => {
    switchOn({ managed: false });
    await call([done]);
    const [span] = exporter.getFinishedSpans();
    const { traceId, spanId } = span!.spanContext();
    expect(server!.received[0]!.headers.traceparent).toBe(`00-${traceId}-${spanId}-01`);
  });

  it('traces the next call if tracing starts after the client was made', async () => {
    server = await startScriptedServer(done);
    const client = createPartnerClient({
      baseUrl: server.address,
      token: newToken('partner'),
      externalServiceId,
    });
    await client.createUser(userFields());
    expect(server.received[0]!.headers).not.toHaveProperty('traceparent');
    switchOn();
    await client.createUser(userFields());
    expect(exporter.getFinishedSpans()).toHaveLength(1);
  });
});
