import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../src/db/database.ts';
import { databaseFunctions } from '../../src/db/functions.ts';
import { createTestDatabase, type TestDatabase } from '../harness/test-database.ts';

/** Of a pool of twenty: fourteen for partners, of them ten for one partner, and of these six for one thing. */
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

  /** A call that waits for the lock; whether it is over, and how. */
  const call = (thing: string, externalServiceId: string) => {
    const state = { outcome: 'open', over: Promise.resolve() };
    state.over = database.call('renew_lease', { name: schema }, { thing, externalServiceId }).then(
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
  /** What can be told without the database has been told by now. */
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
    // A second in line, and two of waiting for a lock.
    await Promise.all(inLine.map(({ over }) => over));
    expect(new Set(inLine.map(({ outcome }) => outcome))).toEqual(new Set(['service_unavailable']));
    expect(underWay.filter(({ outcome }) => outcome !== 'open')).toEqual([]);
    await finish(underWay);
  });

  it('one partner has ten connections and a line of 150, whatever it waits for; four are left to others', async () => {
    const all = [...calls(106, 'court'), ...calls(53, 'other court')];
    await soon();
    expect([...database.crowds]).toEqual([]);
    all.push(call('third court', 'partner'));
    expect([...database.crowds]).toEqual(['partner']);
    const beyond = call('fourth court', 'partner');
    const others = calls(5, 'court of others', 'another');
    await soon();
    expect(beyond.outcome).toBe('service_unavailable');
    expect([...all, ...others].filter(({ outcome }) => outcome !== 'open')).toEqual([]);
    await expect.poll(active, { interval: 10 }).toBe(14);
    await finish([...all, ...others]);
    expect([...database.crowds]).toEqual([]);
  });
});
