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

const userFields = () => userBody() as object as CreateUserRequest;

let server: ScriptedServer | undefined;
const exporter = new InMemorySpanExporter();

/** As an application switches it on, at any time. */
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

/** Calls once, with a server that answers by the script. */
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

describe('where tracing is switched on', () => {
  beforeEach(() => switchOn());

  it('a call is one client span, by the semantic conventions for HTTP', async () => {
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

  it('each attempt carries it, under the span around the call', async () => {
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

  it('attempts are events, and counted', async () => {
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
    'a call that fails is an error with its type, and its status where there is one: %j',
    async (script, type, status) => {
      await call([script], { maxAttempts: 1, ...(script === 'hang' && { attemptTimeoutMs: 50 }) });
      const [span] = exporter.getFinishedSpans();
      expect(span).toMatchObject({
        status: { code: SpanStatusCode.ERROR },
        attributes: { 'error.type': type },
      });
      expect(span!.attributes['http.response.status_code']).toBe(status);
      // A message could have something of a person.
      expect(span!.status.message).toBeUndefined();
    },
  );

  it('what is sent is part of the span, where no other one is made: an instrumentation of `fetch` would break its header', async () => {
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

  it('nothing is sent, nothing is traced', async () => {
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

  it('the service carries on, and answers as ever', async () => {
    const service = await startTestService('postgresql');
    const tenant = await service.factories.tenant();
    const client = createPartnerClient({ baseUrl: service.address, ...tenant });
    expect(await client.createUser(userFields())).toMatchObject({ id: expect.any(String) });
    expect(exporter.getFinishedSpans()).toMatchObject([{ attributes: { 'http.response.status_code': 201 } }]);
    await service.stop();
  });
});

describe('where it is not', () => {
  it('without a manager of contexts the span is there, and carried', async () => {
    switchOn({ managed: false });
    await call([done]);
    const [span] = exporter.getFinishedSpans();
    const { traceId, spanId } = span!.spanContext();
    expect(server!.received[0]!.headers.traceparent).toBe(`00-${traceId}-${spanId}-01`);
  });

  it('switched on after the client was made, it is there with the next call', async () => {
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
