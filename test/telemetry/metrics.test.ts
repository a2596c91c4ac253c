import { randomBytes } from 'node:crypto';
import { describe, expect, inject, it } from 'vitest';
import { keepPartitions, retentionOf } from '../../src/db/record-tables.ts';
import { guardedOutgoing } from '../../src/outgoing/guarded-outgoing.ts';
import { createSecretBox } from '../../src/services/webhooks/secret-box.ts';
import type { SecretBox } from '../../src/services/webhooks/webhook-dependencies.ts';
import { filesOf, pages, read } from '../harness/assertions/pages.ts';
import { userCalls } from '../harness/clients/user-calls.ts';
import { bookingBody } from '../harness/data/factories.ts';
import { execute } from '../harness/global-setup.ts';
import { databaseKinds } from '../harness/servers/test-database.ts';
import { startTestService, type TestService } from '../harness/servers/test-service.ts';
import { forTest, useOperator, useTenant, useTestService } from '../harness/servers/use-test-service.ts';

function samplesOf(text: string): Map<string, number> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const [, name, value] = /^(\S+?(?:\{.*\})?) (\S+)$/.exec(line)!;
      return [name!, Number(value)];
    }),
  );
}

/** The metrics on their separate port, without a token. */
const textApart = async ({ app }: TestService) => {
  const request = new Request('http://localhost/metrics');
  const response = await app.metrics.fetch(request, { address: '127.0.0.1', isSecure: false } as never);
  expect(response.status).toBe(200);
  return response.text();
};
const scrapeApart = async (service: TestService) => samplesOf(await textApart(service));
/** A service with this key for secrets. Without one it sends no webhooks, and does not look for due deliveries. */
const withSecrets = (secrets: SecretBox | undefined, more = {}) =>
  forTest(
    startTestService('postgresql', {
      webhooks: { outgoing: guardedOutgoing({ allowPrivate: true }), secrets },
      ...more,
    }),
  );

describe.each(databaseKinds)('/metrics on %s', (kind) => {
  const service = useTestService(kind, { rateLimit: { perSecond: 1, burst: 4 } });
  const tenant = useTenant(service);
  const viewer = useOperator(service, 'VIEWER');

  const scrape = (headers: Record<string, string> = { Authorization: `Bearer ${viewer.secret}` }) =>
    fetch(`${service.address}/metrics`, { headers });
  const samples = async () => samplesOf(await (await scrape()).text());
  const put = (id: string, body: unknown = bookingBody(tenant.courtIds[0])) =>
    service.upsertCourtBooking(tenant.externalServiceId, id, { token: tenant.token, body });

  it('rejects everyone but operators, whatever their role', async () => {
    expect((await scrape()).status).toBe(200);
    for (const token of ['', tenant.token, `${viewer.secret}x`]) {
      const { status, body } = await service.call('/metrics', token ? { token } : {});
      expect([status, body]).toMatchObject([401, { error: { type: 'operator_token_invalid' } }]);
    }
  });

  it('has Prometheus’ text format with help and type, and no duplicate samples', async () => {
    const answer = await scrape();
    expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    const text = await answer.text();
    const typed = [...text.matchAll(/^# TYPE (\S+) (counter|gauge|histogram|summary)$/gm)].map(
      ([, name]) => name!,
    );
    expect(new Set(typed).size).toBe(typed.length);
    for (const name of typed) expect(text).toMatch(new RegExp(`^# HELP ${name} \\S`, 'm'));
    const names = [...samplesOf(text).keys()].map((sample) => sample.replace(/\{.*$/, ''));
    for (const name of names)
      expect(typed).toContain(typed.includes(name) ? name : name.replace(/_(?:bucket|sum|count)$/, ''));
    expect([...samplesOf(text).keys()]).toHaveLength(text.match(/^[a-z].*$/gm)!.length);
  });

  it('counts responses by operation, status and error type, with their duration', async () => {
    const before = await samples();
    await put('counted');
    await put('counted');
    await put('counted', {});
    await put('counted');
    expect((await put('counted')).status).toBe(429);
    const after = await samples();
    const grown = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0);
    const requests = (status: number, type: string) =>
      grown(
        `courtbridge_requests_total{operation="upsertCourtBooking",status="${status}",error_type="${type}"}`,
      );
    expect([
      requests(201, ''),
      requests(200, ''),
      requests(400, 'invalid_schema'),
      requests(429, 'rate_limit_exceeded'),
    ]).toEqual([1, 2, 1, 1]);
    const durations = 'courtbridge_request_duration_seconds';
    expect(grown(`${durations}_count{operation="upsertCourtBooking"}`)).toBe(5);
    expect(grown(`${durations}_bucket{le="+Inf",operation="upsertCourtBooking"}`)).toBe(5);
    expect(grown(`${durations}_sum{operation="upsertCourtBooking"}`)).toBeGreaterThan(0);
  });

  it('has the connections, the event loop, and the pending changes and deliveries', async () => {
    const all = await samples();
    const names = [...all.keys()];
    for (const name of [
      'nodejs_eventloop_lag_seconds',
      'process_resident_memory_bytes',
      'process_cpu_seconds_total',
    ])
      expect(names).toContain(name);
    const pools = names.filter((name) => name.startsWith('courtbridge_database_connections'));
    expect(pools.length).toBe(kind === 'postgresql' ? 12 : 0);
    if (kind === 'postgresql') {
      const most = all.get('courtbridge_database_connections{of="partners",state="most"}')!;
      const open = ['in_use', 'idle'].map(
        (state) => all.get(`courtbridge_database_connections{of="partners",state="${state}"}`)!,
      );
      expect(most).toBeGreaterThan(0);
      expect(open[0]! + open[1]!).toBeGreaterThan(0);
      expect(open[0]! + open[1]!).toBeLessThanOrEqual(most);
    }
    expect(all.get('courtbridge_database_up')).toBe(1);
    for (const name of ['changes_unnumbered', 'webhook_deliveries_pending', 'webhook_endpoints_active'])
      expect(all.get(`courtbridge_${name}`)).toBeGreaterThanOrEqual(0);
  });

  it('has no person, token, external service or address in a label', async () => {
    await userCalls(service).getByExternalId(tenant, 'sentinel');
    await service.call('/nowhere/sentinel', {});
    const text = await (await scrape()).text();
    const labels = [...text.matchAll(/(\w+)="/g)].map(([, label]) => label!);
    const known = [
      'operation',
      'status',
      'error_type',
      'le',
      'of',
      'state',
      'type',
      'space',
      'table',
      'kind',
    ];
    const ofNode = ['quantile', 'version', 'major', 'minor', 'patch'];
    expect([...new Set(labels)].filter((label) => ![...known, ...ofNode].includes(label))).toEqual([]);
    expect(text).not.toContain('sentinel');
    expect(text).not.toContain(tenant.externalServiceId);
  });
});

describe('/metrics about pending work', () => {
  it('counts unsequenced changes, and late, failing and paused endpoints', async () => {
    const service = await withSecrets(undefined);
    const externalServiceId = await service.factories.externalService();
    const endpoint = (values: string) =>
      service.database.query(
        `insert into webhook_endpoints (id, external_service_id, url, types, signature, secret, ${values.split(' | ')[0]})
         select gen_random_uuid(), $1, 'https://example.com', '{}', 'HMAC_SHA256', '', ${values.split(' | ')[1]}`,
        [externalServiceId],
      );
    await endpoint("due_at, held_until | now() - interval '1 minute', now() + interval '1 hour'");
    await endpoint("failures, failing_since | 3, now() - interval '2 hours'");
    await endpoint("paused_because, paused_at | 'GONE', now()");
    const all = await scrapeApart(service);
    const of = (name: string) => all.get(`courtbridge_${name}`)!;
    const states = ['active', 'failing', 'paused'].map((state) => of(`webhook_endpoints_${state}`));
    expect(states).toEqual([1, 1, 1]);
    expect(of('webhook_late_seconds')).toBeGreaterThanOrEqual(60);
    expect(of('webhook_failing_seconds')).toBeGreaterThanOrEqual(7_200);
  });

  it('omits the samples from the database while it is down, and has the others', async () => {
    const service = await forTest(startTestService('postgresql', { servesMetricsApart: true }));
    await service.app.close();
    await service.database.close();
    const all = await scrapeApart(service);
    expect(all.get('courtbridge_database_up')).toBe(0);
    expect([...all.keys()].filter((name) => /webhook|unnumbered|overdue/.test(name))).toEqual([]);
  });
});

describe('/metrics for alerts', () => {
  const healthOf = (samples: Map<string, number>) =>
    ['ready', 'database_up'].map((name) => samples.get(`courtbridge_${name}`));

  it('reports not ready while the database is read-only and while the process drains', async () => {
    const service = await forTest(startTestService('postgresql'));
    const name = new URL(service.url).pathname.slice(1);
    const setReadOnly = (value: string) =>
      execute(inject('serverUrl'), `alter database ${name} set default_transaction_read_only = ${value}`);
    const reconnect = () =>
      execute(
        inject('serverUrl'),
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
      );
    expect(healthOf(await scrapeApart(service))).toEqual([1, 1]);
    await setReadOnly('on');
    await reconnect();
    await expect.poll(async () => healthOf(await scrapeApart(service))).toEqual([0, 1]);
    await setReadOnly('off');
    await reconnect();
    // A failed write counts for 3 s.
    await expect
      .poll(async () => healthOf(await scrapeApart(service)), { timeout: 10_000, interval: 200 })
      .toEqual([1, 1]);
    service.app.drain();
    expect(healthOf(await scrapeApart(service))).toEqual([0, 1]);
  });

  const readable = createSecretBox(randomBytes(32));
  const addEndpoint = async (service: TestService, secret: Uint8Array, paused: string | null = null) =>
    service.database.query(
      `insert into webhook_endpoints (id, external_service_id, url, types, signature, secret, paused_because, paused_at)
       values (gen_random_uuid(), $1, 'https://example.com', '{}', 'HMAC_SHA256', $2, $3, case when $3::text is not null then now() end)`,
      [await service.factories.externalService(), secret, paused],
    );

  it('counts endpoints and alert endpoints with an unreadable secret, once a minute', async () => {
    let at = Date.now();
    const service = await withSecrets(readable, { now: () => at });
    const unreadable = async () => (await scrapeApart(service)).get('courtbridge_webhook_secrets_unreadable');
    await addEndpoint(service, readable.seal(Buffer.alloc(32)));
    expect(await unreadable()).toBe(0);
    const other = createSecretBox(randomBytes(32)).seal(Buffer.alloc(32));
    await addEndpoint(service, other);
    await addEndpoint(service, other, 'OPERATOR');
    await service.database.query(
      "insert into alert_endpoints (id, url, secret) values (gen_random_uuid(), 'https://example.com', $1)",
      [other],
    );
    expect(await unreadable()).toBe(0);
    at += 60_000;
    expect(await unreadable()).toBe(2);
  });

  it('has no sample about secrets without a key', async () => {
    const service = await withSecrets(undefined);
    const names = [...(await scrapeApart(service)).keys()];
    expect(names).not.toContain('courtbridge_webhook_secrets_unreadable');
  });

  it('reports how long the partitions of each table are overdue', async () => {
    const days = 24 * 60 * 60;
    const now = Date.now() + 60 * days * 1_000;
    const service = await forTest(startTestService('postgresql', { now: () => now, changeDays: 40 }));
    const overdue = async (table: string) =>
      (await scrapeApart(service)).get(`courtbridge_partition_overdue_seconds{table="${table}"}`)! / days;
    const tables = ['partner_requests', 'changes', 'webhook_deliveries', 'audit_events'];
    // The open transaction prevents dropping them.
    const em = service.database.em();
    await em.begin();
    for (const table of tables) await em.execute(`lock table ${table} in access share mode`);
    const retention = { partnerRequestDays: 30, changeDays: 40, auditEventDays: 730 };
    const keep = async () => {
      for (const [table, kept] of retentionOf(retention))
        await keepPartitions(service.database, table, kept, now);
    };
    await keep();
    // The first partition ends at most three days from now.
    const seen = await Promise.all(tables.map(overdue));
    for (const [n, most] of [30, 20, 20].entries()) {
      expect(seen[n], tables[n]).toBeGreaterThan(most - 3);
      expect(seen[n], tables[n]).toBeLessThanOrEqual(most);
    }
    expect(seen[3]).toBe(0);
    await em.rollback();
    await keep();
    expect(await Promise.all(tables.map(overdue))).toEqual([0, 0, 0, 0]);
  });
});

describe('documentation of the metrics', () => {
  it('names only existing metrics, and all of the service’s own in docs/running.md', async () => {
    const service = await forTest(startTestService('postgresql'));
    const tenant = await service.factories.tenant();
    await service.call(`/api/v1/external-services/${tenant.externalServiceId}/courts`, {
      token: tenant.token,
    });
    const text = await textApart(service);
    const there = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name, type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`, name!] : [name!],
    );
    const ours = there.filter((name) => name.startsWith('courtbridge_'));
    const named = [
      ...pages,
      ...['docs/metrics', 'deploy'].flatMap(filesOf).filter((file) => /\.\w+$/.test(file)),
    ].flatMap((path) =>
      [...read(path).matchAll(/\b(?:courtbridge(?!_owner)|nodejs|process)_[a-z_]*[a-z]\b/g)].map(
        ([name]) => `${path}: ${name}`,
      ),
    );
    expect(new Set(named.map((name) => name.split(':')[0]))).toEqual(
      new Set([
        'docs/metrics/dashboard.json',
        'docs/metrics/alerts.yaml',
        'docs/running.md',
        'docs/runbook.md',
      ]),
    );
    // A command of the runbook may search for the first words of several names.
    const known = there.map(
      (metric) => (path: string, name: string) =>
        path === 'docs/runbook.md' ? `${metric}_`.startsWith(`${name}_`) : metric === name,
    );
    expect(
      named.filter((name) => !known.some((is) => is(...(name.split(': ') as [string, string])))),
    ).toEqual([]);
    const told = read('docs/running.md');
    expect(ours.filter((name) => !/_(?:bucket|sum|count)$/.test(name) && !told.includes(name))).toEqual([]);
  });
});
