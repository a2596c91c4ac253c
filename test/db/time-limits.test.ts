import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databaseFunctions } from '../../src/db/functions.ts';
import { createTestDatabase, type TestDatabase } from '../harness/test-database.ts';

describe('limits of time', () => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await createTestDatabase('postgresql');
  });
  afterAll(() => test.drop());

  it('of every connection, for partners and for operators: 2 s for a lock, 2.2 s for a statement', async () => {
    const settings =
      "select current_setting('lock_timeout') as lock, current_setting('statement_timeout') as statement";
    const limits = [{ lock: '2s', statement: '2200ms' }];
    expect(await test.database.query(`${settings} where $1`, [true])).toEqual(limits);
    expect(await test.database.read('primary', `${settings} where $1`, [true])).toEqual(limits);
    expect(await test.database.transaction((em) => em.execute(settings))).toEqual(limits);
  });

  it('of the functions that wait for locks: 2 s, whatever the connection has', async () => {
    const functions = await test.database.query<{ name: string; settings: string[] }>(
      'select proname as name, proconfig as settings from pg_proc where pronamespace = $1::regnamespace',
      [databaseFunctions().schema],
    );
    const waiting = [
      'batch_court_bookings',
      'batch_court_bookings_atomically',
      'cancel_court_booking',
      'create_user',
      'take_rate_limit_permits',
      'upsert_court_booking',
    ];
    const limited = functions.filter(({ settings }) => settings?.includes('lock_timeout=2s'));
    expect(limited.map(({ name }) => name).sort()).toEqual(waiting);
  });

  it('what takes longer is ended by the server itself, a statement and a wait for a lock', async () => {
    const holder = new pg.Client(test.url);
    await holder.connect();
    await holder.query('begin; lock table courts in access exclusive mode');
    const refused = (work: Promise<unknown>) =>
      work.then(
        () => 'done',
        (error) => ({ type: error.type, code: error.cause?.code }),
      );
    expect(
      await Promise.all([
        refused(test.database.query('select pg_sleep(20) where $1', [true])),
        refused(test.database.query('select from courts where $1', [true])),
      ]),
    ).toEqual([
      { type: 'service_unavailable', code: '57014' },
      { type: 'service_unavailable', code: '55P03' },
    ]);
    const { rows } = await holder.query(
      `select query from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and state = 'active'`,
    );
    expect(rows).toEqual([]);
    await holder.end();
  });
});
