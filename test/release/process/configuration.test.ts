import { readdirSync } from 'node:fs';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../../src/db/connection/open-database.ts';
import { Organization } from '../../../src/db/entities/organization.ts';
import { forEver, keepPartitions, recordTables } from '../../../src/db/record-tables.ts';
import { readEnv } from '../../../src/env.ts';
import { ensureAdministrator } from '../../../src/services/operators/ensure-administrator.ts';
import { newId } from '../../../src/services/values/new-id.ts';
import { newToken } from '../../../src/services/values/secret-formats.ts';
import { ask } from '../../harness/clients/graphql-client.ts';
import { createFactories } from '../../harness/data/factories.ts';
import { valueIn } from '../../harness/data/rows.ts';
import { execute } from '../../harness/global-setup.ts';
import { logOf } from '../../harness/servers/process.ts';
import {
  cloneTemplate,
  copyOfDataDir,
  createTestDatabase,
  emptyDatabase,
} from '../../harness/servers/test-database.ts';
import { forTest, processForTest } from '../../harness/servers/use-test-service.ts';

describe('configuration of a process', () => {
  const start = (env: Record<string, string>) => processForTest({ DRAIN_GRACE_MS: '0', ...env });
  const openClone = () => forTest(createTestDatabase('postgresql', 2));
  const call = (
    address: string,
    externalServiceId: string,
    token: string,
    headers: Record<string, string> = {},
  ) =>
    fetch(`${address}/api/v1/external-services/${externalServiceId}/users`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...headers },
      body: '{}',
    });
  /**
   * Returns the number of invalid tokens that are rejected with 401 before the first 429, and the number of permits that may have been
   * refilled meanwhile.
   */
  const invalidTokens = async (address: string, perSecond: number, forwardedFor: (n: number) => string) => {
    const startedAt = performance.now();
    let count = 0;
    for (; count < 2_000; count += 1) {
      const { status } = await call(address, 'x', 'x', { 'X-Forwarded-For': forwardedFor(count) });
      if (status === 429) break;
      expect(status).toBe(401);
    }
    return { count, refilled: Math.ceil((perSecond * (performance.now() - startedAt)) / 1_000) };
  };

  it('by default, allows 50 requests a second per token and 10 invalid tokens, and trusts no proxy', async () => {
    const { url, database } = await openClone();
    const { externalServiceId, token } = await createFactories(database).tenant();
    const service = start({ DATABASE_URL: url });
    const address = await service.ready;
    const answer = await call(address, externalServiceId, token, { 'X-Forwarded-Proto': 'https' });
    expect(answer.headers.get('ratelimit-policy')).toBe('"token";q=100;w=2');
    expect(answer.headers.get('ratelimit')).toBe('"token";r=99;t=1');
    expect(answer.headers.get('strict-transport-security')).toBeNull();
    const { count, refilled } = await invalidTokens(address, 10, (n) => `203.0.113.${n % 250}`);
    expect(count).toBeGreaterThanOrEqual(100);
    expect(count).toBeLessThanOrEqual(100 + refilled);
  });

  it('limits, proxies, the replica and the first administrator come from the environment', async () => {
    const { url, database } = await openClone();
    const { externalServiceId, token } = await createFactories(database).tenant();
    const replica = await openClone();
    const em = replica.database.em();
    em.create(Organization, { id: crypto.randomUUID(), name: 'only on the replica' });
    await em.flush();
    const operator = newToken('operator');
    const service = start({
      DATABASE_URL: url,
      DATABASE_REPLICA_URL: replica.url,
      OPERATOR_TOKEN: operator,
      RATE_LIMIT_PER_SECOND: '7',
      RATE_LIMIT_BURST: '700',
      AUTH_FAILURE_LIMIT_PER_SECOND: '1',
      AUTH_FAILURE_LIMIT_BURST: '5',
      TRUSTED_PROXIES: '1',
    });
    const address = await service.ready;
    const answer = await call(address, externalServiceId, token, { 'X-Forwarded-Proto': 'https' });
    expect(answer.headers.get('ratelimit-policy')).toBe('"token";q=700;w=100');
    expect(answer.headers.get('strict-transport-security')).not.toBeNull();
    const { count, refilled } = await invalidTokens(address, 1, (n) => `192.0.2.${n % 250}, 203.0.113.1`);
    expect(count).toBeGreaterThanOrEqual(5);
    expect(count).toBeLessThanOrEqual(5 + refilled);
    const fromOther = await call(address, 'x', 'x', { 'X-Forwarded-For': '203.0.113.2' });
    expect(fromOther.status).toBe(401);
    const created = await ask(
      { address },
      operator,
      'mutation { createOrganization(input: { name: "on the primary" }) { ... on Organization { name } } }',
    );
    expect(created.data).toEqual({ createOrganization: { name: 'on the primary' } });
    const { data } = await ask({ address }, operator, '{ organizations { nodes { name } } }');
    expect(data).toEqual({ organizations: { nodes: [{ name: 'only on the replica' }] } });
  });

  it('PARTNER_REQUEST_DAYS, AUDIT_EVENT_DAYS and CHANGE_DAYS remove older records at the start', async () => {
    const { url, database } = await openClone();
    const day = 24 * 60 * 60_000;
    const ages = {
      partner_requests: [9, 0],
      audit_events: [120, 35],
      changes: [9, 3],
      webhook_deliveries: [9, 4],
    };
    const inserts = {
      partner_requests: `insert into partner_requests (id, at, operation, status, issue_paths, milliseconds, request_id) values ($1, $2, 'x', 401, '{}', 1, $3)`,
      audit_events: `insert into audit_events (id, at, actor_type, actor_id, action, subject_type, subject_id, request_id)
        values ($1, $2, 'operator', $1, 'x', 'x', $1, $3)`,
      changes: `insert into changes (external_service_id, id, sequence, type, subject_id, at, actor_type, request_id, data)
        values ($1, $1, 1, 'x', $1, $2, 'operator', $3, '{}')`,
      webhook_deliveries: `insert into webhook_deliveries (endpoint_id, id, due_at, last_error) select id, $1, $2, $3 from webhook_endpoints`,
    };
    // Paused by an operator, so that nothing is sent.
    await database.query(
      `with service as (insert into external_services (id, name) values ($1, 'Partner') returning id)
       insert into webhook_endpoints (id, external_service_id, url, types, signature, secret, paused_because, paused_at)
       select id, id, 'https://example.com', '{}', 'HMAC_SHA256', '', 'OPERATOR', now() from service`,
      [uuidv7()],
    );
    for (const { name, unit } of recordTables) {
      // Simulates an old installation. On a new one, a single partition holds all earlier times.
      await database.em().execute(`drop table if exists ${name}_before`);
      for (const days of ages[name]) {
        const at = Date.now() - days * day;
        await keepPartitions(database, { name, unit }, forEver, at);
        const [id, instant] = [uuidv7({ msecs: at }), new Date(at).toISOString()];
        await database.query(inserts[name], [id, instant, `${name}, ${days} days old`]);
      }
    }
    const kept = () =>
      database.query(
        `select request_id as what from partner_requests where $1 union all select request_id from audit_events
         union all select request_id from changes union all select last_error from webhook_deliveries`,
        [true],
      );
    expect(await kept()).toHaveLength(8);
    const days = { PARTNER_REQUEST_DAYS: '1', AUDIT_EVENT_DAYS: '40', CHANGE_DAYS: '5' };
    const service = start({ DATABASE_URL: url, ...days });
    await service.ready;
    await expect
      .poll(kept, { interval: 200 })
      .toEqual([
        { what: 'partner_requests, 0 days old' },
        { what: 'audit_events, 35 days old' },
        { what: 'changes, 3 days old' },
        { what: 'webhook_deliveries, 4 days old' },
      ]);
  });

  it('LOG_LEVEL warn omits requests, and silent also omits warnings', async () => {
    const { url, database } = await openClone();
    const operator = newToken('operator');
    const lines: Record<string, string[]> = {};
    // The operator of OPERATOR_TOKEN is revoked, which causes a warning.
    await ensureAdministrator(
      { database, newId, now: Date.now, requestId: newId() },
      { configuredToken: operator, mayInvent: false },
    );
    await database.query('update operators set revoked_at = now() where $1', [true]);
    for (const level of ['warn', 'silent']) {
      const service = start({ DATABASE_URL: url, OPERATOR_TOKEN: operator, LOG_LEVEL: level });
      expect((await fetch(`${await service.ready}/nowhere`)).status).toBe(404);
      service.child.kill('SIGTERM');
      expect(await service.exited).toBe(0);
      lines[level] = logOf(service).map(({ msg }) => msg);
    }
    expect(lines.warn).toEqual([expect.stringContaining('The operator of OPERATOR_TOKEN was revoked')]);
    expect(lines.silent).toEqual([]);
  });

  it('MIGRATE_ON_START=0 fails on an empty database with one line of instructions and creates nothing', async () => {
    const { url } = await forTest(emptyDatabase());
    const service = start({ DATABASE_URL: url, MIGRATE_ON_START: '0' });
    expect(await service.exited).toBe(1);
    expect(service.stderr()).toMatch(/^[^\n]*npm run db:migrate[^\n]*\n$/);
    expect(await execute(url, "select from pg_tables where schemaname = 'public'")).toEqual([]);
  });

  it('with DEMO_DATA=0, a first embedded start prints only an administrator token and creates a key', async () => {
    const folder = await copyOfDataDir();
    const first = start({ DATA_DIR: folder, DEMO_DATA: '0' });
    const address = await first.ready;
    await expect.poll(() => first.stdout()).toMatch(/cbo_\w{49}\n\n/);
    const [token] = /cbo_\w{49}/.exec(first.stdout())!;
    const { data } = await ask({ address }, token, '{ me { role } organizations { nodes { id } } }');
    expect(data).toEqual({ me: { role: 'ADMIN' }, organizations: { nodes: [] } });
    expect(first.stdout()).not.toContain('curl');
    expect(readdirSync(folder)).toContain('webhook-secrets.key');
  });

  const open = async (env: Record<string, string>) => {
    const { url } = await forTest(cloneTemplate());
    const database = await openDatabase(readEnv({ DATABASE_URL: url, ...env }), () => {});
    onTestFinished(() => database.close());
    return database;
  };

  it('PREPARE_STATEMENTS=0 prepares no named statement', async () => {
    const named = async (env: Record<string, string>) => {
      const database = await open(env);
      const ours = 'select count(*)::int as n from pg_prepared_statements where $1';
      await database.query(ours, [true]);
      return (await database.query<{ n: number }>(ours, [true]))[0]!.n;
    };
    expect(await named({})).toBeGreaterThan(0);
    expect(await named({ PREPARE_STATEMENTS: '0' })).toBe(0);
  });

  it('DATABASE_POOL_SIZE=10 gives partners seven connections, operators three and /readyz one more', async () => {
    const database = await open({ DATABASE_POOL_SIZE: '10' });
    const pid = await valueIn<number>({ database }, 'select pg_backend_pid()');
    const observer = new pg.Client(inject('serverUrl'));
    await observer.connect();
    onTestFinished(() => observer.end());
    const busy = async () => {
      const { rows } = await observer.query<{ who: string; n: number }>(
        `select substring(query from '''(\\w+)''') as who, count(*)::int as n from pg_stat_activity
         where datname = (select datname from pg_stat_activity where pid = $1) and state = 'active' and query like '%pg_sleep%'
         group by 1 order by 1`,
        [pid],
      );
      return rows;
    };
    // Twice the number of connections, so that half of the work is queued.
    const work = [
      ...Array.from({ length: 14 }, () => database.query("select pg_sleep(0.9), 'partner' where $1", [true])),
      ...Array.from({ length: 6 }, () =>
        database.read('primary', "select pg_sleep(0.9), 'operator' where $1", [true]),
      ),
    ];
    const all = [
      { who: 'operator', n: 3 },
      { who: 'partner', n: 7 },
    ];
    await expect.poll(busy, { interval: 10 }).toEqual(all);
    await database.checkReady();
    expect(await busy()).toEqual(all);
    const most: number[] = [];
    const watching = setInterval(() => {
      busy().then(
        (rows) => most.push(rows.reduce((sum, { n }) => sum + n, 0)),
        () => {},
      );
    }, 50);
    await Promise.all(work);
    clearInterval(watching);
    expect(Math.max(...most)).toBeLessThanOrEqual(10);
  });
});
