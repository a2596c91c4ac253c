import { afterEach, describe, expect, it } from 'vitest';
import { openPostgresql } from '../../../src/db/connection/open-postgresql.ts';
import { bookingBody, createFactories } from '../../harness/data/factories.ts';
import { startOtlpReceiver } from '../../harness/servers/otlp-receiver.ts';
import { type ServiceProcess, startProcess } from '../../harness/servers/process.ts';
import { cloneTemplate } from '../../harness/servers/test-database.ts';

const traceId = '0af7651916cd43dd8448eb211c80319c';
const parentId = 'b7ad6b7169203331';

describe('traces', () => {
  const running: ServiceProcess[] = [];
  afterEach(async () => {
    for (const { child, exited } of running.splice(0)) {
      child.kill('SIGKILL');
      await exited;
    }
  });

  /** Runs `ask` on a service with tracing, then stops the service. Returns the receiver of its traces. */
  async function traced(
    env: Record<string, string>,
    ask: (
      call: (path: string, init?: RequestInit) => Promise<Response>,
      tenant: { courtId: string; base: string; operator: string },
    ) => Promise<void>,
  ) {
    const receiver = await startOtlpReceiver();
    const { url, drop } = await cloneTemplate();
    const database = await openPostgresql({ url, poolSize: 2 });
    const factories = createFactories(database);
    const tenant = await factories.tenant();
    const { secret: operator } = await factories.operator('VIEWER');
    const service = startProcess({ DATABASE_URL: url, OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, ...env });
    running.push(service);
    const address = await service.ready;
    const call = (path: string, init: RequestInit = {}) =>
      fetch(address + path, {
        ...init,
        headers: {
          Authorization: `Bearer ${tenant.token}`,
          'Content-Type': 'application/json',
          traceparent: `00-${traceId}-${parentId}-01`,
          ...init.headers,
        },
      });
    await ask(call, {
      courtId: tenant.courtIds[0]!,
      base: `/api/v1/external-services/${tenant.externalServiceId}`,
      operator,
    });
    service.child.kill('SIGTERM');
    expect(await service.exited, service.stderr()).toBe(0);
    await database.close();
    await drop();
    await receiver.close();
    return receiver;
  }

  it('a request and its statements are exported by OTLP in the trace of the caller', async () => {
    const { spans, text } = await traced({}, async (call, { courtId, base, operator }) => {
      const put = await call(`${base}/court-bookings/by-external-id/sentinel-id`, {
        method: 'PUT',
        body: JSON.stringify(bookingBody(courtId, { participants: [{ email: 'sentinel@example.com' }] })),
      });
      expect(put.status).toBe(201);
      const refused = await call(`${base}/court-bookings/by-external-id/sentinel-id`, {
        method: 'PUT',
        body: '{}',
      });
      expect(refused.status).toBe(400);
      await call('/graphql', {
        method: 'POST',
        headers: { Authorization: `Bearer ${operator}` },
        body: JSON.stringify({ query: 'query WhoAmI { me { role } }' }),
      });
    });
    const route =
      '/api/v1/external-services/{externalServiceId}/court-bookings/by-external-id/{externalCourtBookingId}';
    const ofCaller = spans.filter((span) => span.traceId === traceId);
    const requests = ofCaller.filter(({ kind }) => kind === 2);
    expect(requests.map(({ name, parentSpanId }) => [name, parentSpanId])).toEqual([
      [`PUT ${route}`, parentId],
      [`PUT ${route}`, parentId],
      ['query WhoAmI', parentId],
    ]);
    expect(requests.map(({ attributes }) => attributes)).toMatchObject([
      {
        'http.route': route,
        'http.response.status_code': 201,
        'courtbridge.operation': 'upsertCourtBooking',
      },
      { 'http.response.status_code': 400, 'error.type': 'invalid_schema' },
      {
        'graphql.operation.type': 'query',
        'graphql.operation.name': 'WhoAmI',
        'courtbridge.operation': 'graphql',
      },
    ]);
    const statements = ofCaller.filter(
      ({ kind, parentSpanId }) => kind === 3 && parentSpanId === requests[0]!.spanId,
    );
    const summaries = statements.map(({ name, attributes }) => [name, attributes['db.system.name']]);
    expect(summaries).toContainEqual(['load_court_bookings', 'postgresql']);
    // Spans have names of operations and statements, but no request data.
    for (const sentinel of ['sentinel', 'cbp_']) expect(text()).not.toContain(sentinel);
  });

  it('OTEL_TRACES_SAMPLER_ARG=1 sends the spans of a caller who does not sample its own', async () => {
    const { spans } = await traced({}, async (call) => {
      const headers = { traceparent: `00-${traceId}-${parentId}-00` };
      expect((await call('/api/v1/token', { headers })).status).toBe(200);
    });
    expect(spans.filter(({ kind }) => kind === 2).map((span) => span.traceId)).toEqual([traceId]);
  });

  it('OTEL_TRACES_SAMPLER_ARG=0 sends no spans, even if the caller requests them', async () => {
    const { spans } = await traced({ OTEL_TRACES_SAMPLER_ARG: '0' }, async (call) => {
      expect((await call('/api/v1/token')).status).toBe(200);
    });
    expect(spans).toEqual([]);
  });

  it('the service serves and exits normally without a collector', async () => {
    const { spans } = await traced({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' }, async (call) => {
      expect((await call('/api/v1/token')).status).toBe(200);
    });
    expect(spans).toEqual([]);
  });
});
