import pg from 'pg';
import { describe, expect, inject, it } from 'vitest';
import { openPostgresql } from '../../../src/db/connection/open-postgresql.ts';
import { sessionSettings } from '../../../src/db/connection/session-settings.ts';
import { migrate } from '../../../src/db/migrate.ts';
import { ask } from '../../harness/clients/graphql-client.ts';
import { bookingBody, userBody } from '../../harness/data/factories.ts';
import { execute, withDatabase } from '../../harness/global-setup.ts';
import { startOwnPostgresql } from '../../harness/servers/own-postgresql.ts';
import { pgbouncer, startPgbouncer } from '../../harness/servers/pgbouncer.ts';
import { type CallAnswer, startServiceAt, startServiceOn } from '../../harness/servers/test-service.ts';
import { forTest } from '../../harness/servers/use-test-service.ts';

const keepsPreparedStatements = pgbouncer?.keepsPreparedStatements ?? false;
const needs = pgbouncer === undefined ? ' (not run: needs pgbouncer)' : '';

/** A busy machine responds with 503. Such a call is repeated, until the time limit of the test. */
async function served(call: () => Promise<CallAnswer>): Promise<CallAnswer> {
  const answer = await call();
  return answer.status === 503 ? served(call) : answer;
}

describe.skipIf(pgbouncer === undefined)(`behind PgBouncer in transaction mode${needs}`, () => {
  const name = `courtbridge_test_pooled_${process.pid}`;
  const role = `courtbridge_pooled_${process.pid}`;

  it('serves without named statements, and the timeouts of statements apply', async () => {
    const serverUrl = inject('serverUrl');
    // A separate role, because its settings must not affect other tests.
    await execute(serverUrl, `create role ${role} login password 'pooled'`);
    await execute(serverUrl, `create database ${name} owner ${role}`);
    const direct = new URL(withDatabase(serverUrl, name));
    direct.username = role;
    direct.password = 'pooled';
    // Fewer connections than requests, so that PgBouncer reassigns them.
    const pooler = await startPgbouncer(direct.href, { default_pool_size: 8 });
    const warnings: string[] = [];
    const database = await openPostgresql({
      url: pooler.url,
      poolSize: 10,
      prepareStatements: false,
      onWarning: (message) => warnings.push(message),
    });
    await migrate(database);
    const service = await startServiceOn({ database, url: pooler.url, drop: () => database.close() });
    try {
      const { externalServiceId, courtIds, token } = await service.factories.tenant(4);
      const { secret } = await service.factories.operator('ADMIN');
      const statuses: (number | string)[] = [];
      const once = async (n: number) => {
        const body = bookingBody(courtIds[n % 4]!, { participants: [{ email: 'a@example.com' }] }, n);
        const { status } = await served(() =>
          service.upsertCourtBooking(externalServiceId, `pooled-${n}`, { token, body }),
        );
        const user = userBody();
        const created = await served(() => service.createUser(externalServiceId, { token, body: user }));
        const query = '{ courtBookings(first: 2) { nodes { id court { name } } } }';
        const { errors } = await ask(service, secret, query);
        statuses.push(status, created.status, errors?.[0]?.message ?? 201);
      };
      // Enough concurrent requests for PgBouncer to reassign its connections.
      for (let round = 0; round < 10; round += 1)
        await Promise.all(Array.from({ length: 16 }, (_, n) => once(round * 16 + n)));
      // 200 if a call was stored although its response was 503.
      expect(statuses.filter((status) => status !== 200 && status !== 201)).toEqual([]);

      // PgBouncer does not pass start parameters on. The role therefore has the settings, for all connections that PgBouncer opens from now
      // on.
      expect(warnings.join()).toContain('RECONNECT');
      const client = new pg.Client(direct.href);
      await client.connect();
      const { rows } = await client.query(
        `select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
           current_setting('jit') as jit, current_setting('random_page_cost') as page_cost,
           current_setting('plan_cache_mode') as plans`,
      );
      const settings = 'select name, current_setting(name) as value from unnest($1::text[]) as name';
      const session = await client.query(settings, [Object.keys(sessionSettings)]);
      await client.end();
      expect(session.rows).toEqual(Object.entries(sessionSettings).map(([name, value]) => ({ name, value })));
      expect(rows).toEqual([
        { statement: '2200ms', lock: '2s', jit: 'off', page_cost: '1.1', plans: 'force_generic_plan' },
      ]);
    } finally {
      await service.stop();
      await pooler.stop();
      await execute(serverUrl, `drop database ${name} with (force)`);
      await execute(serverUrl, `drop role ${role}`);
    }
  });

  it('opens in several processes at the same time, each of which sets the timeouts', async () => {
    const server = await forTest(startOwnPostgresql());
    const pooler = await forTest(startPgbouncer(server.url));
    const opening = Array.from({ length: 8 }, () => openPostgresql({ url: pooler.url, poolSize: 1 }));
    const opened = await Promise.allSettled(opening);
    for (const one of opened) if (one.status === 'fulfilled') await one.value.close();
    expect(opened.filter(({ status }) => status === 'rejected')).toEqual([]);
  });

  it('serves within 5 s after half a second without PostgreSQL', async () => {
    const server = await forTest(startOwnPostgresql());
    const pooler = await forTest(startPgbouncer(server.url));
    const database = await openPostgresql({
      url: pooler.url,
      poolSize: 4,
      prepareStatements: keepsPreparedStatements,
    });
    await migrate(database);
    const service = await forTest(
      startServiceOn({ database, url: pooler.url, drop: () => database.close() }),
    );
    const { externalServiceId, token } = await service.factories.tenant();
    const create = async () =>
      (await service.createUser(externalServiceId, { token, body: userBody() })).status;
    expect(await create()).toBe(201);
    await server.kill();
    // PgBouncer detects that it cannot connect, and waits for `server_login_retry`, 15 s by default.
    const killedAt = performance.now();
    while (performance.now() - killedAt < 500) expect(await create()).toBe(503);
    await server.restart();
    await expect.poll(create, { interval: 100, timeout: 5_000 }).toBe(201);
  });

  const needsNewer = keepsPreparedStatements ? '' : ' (not run: needs PgBouncer 1.21)';
  it.skipIf(!keepsPreparedStatements)(`serves with prepared statements${needsNewer}`, async () => {
    const server = await forTest(startOwnPostgresql());
    const pooler = await forTest(startPgbouncer(server.url, { default_pool_size: 4 }));
    const service = await forTest(startServiceAt(pooler.url, { poolSize: 16 }));
    const { externalServiceId, token } = await service.factories.tenant();
    const create = async () =>
      (await service.createUser(externalServiceId, { token, body: userBody() })).status;
    const statuses = await Promise.all(Array.from({ length: 100 }, create));
    expect(new Set(statuses)).toEqual(new Set([201]));
  });
});

describe.skipIf(pgbouncer === undefined)(`the configuration file for PgBouncer${needs}`, () => {
  it('loads without a warning on its version', async () => {
    const pooler = await forTest(startPgbouncer(inject('serverUrl')));
    expect(pooler.readLog()).toMatch(/process up: PgBouncer/);
    expect(pooler.readLog()).not.toMatch(/ (?:WARNING|ERROR|FATAL) /);
  });
});
