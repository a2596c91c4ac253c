import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openPostgresql } from '../../../src/db/connection/open-postgresql.ts';
import { databaseFunctions } from '../../../src/db/functions/functions.ts';
import { startAnswerHoldingProxy } from '../../harness/servers/answer-holding-proxy.ts';
import { useTestDatabase } from '../../harness/servers/use-test-service.ts';

describe('database time limits', () => {
  const test = useTestDatabase();

  it('every connection has a lock timeout of 2 s, a statement timeout of 2.2 s, and keeps plans', async () => {
    const settings = `select current_setting('lock_timeout') as lock, current_setting('statement_timeout') as statement,
      current_setting('plan_cache_mode') as plans`;
    const limits = [{ lock: '2s', statement: '2200ms', plans: 'force_generic_plan' }];
    expect(await test.database.query(`${settings} where $1`, [true])).toEqual(limits);
    expect(await test.database.read('primary', `${settings} where $1`, [true])).toEqual(limits);
    expect(await test.database.transaction((em) => em.execute(settings))).toEqual(limits);
  });

  it('functions that wait for locks set a lock timeout of 2 s themselves', async () => {
    const functions = await test.database.query<{ name: string; settings: string[] }>(
      'select proname as name, proconfig as settings from pg_proc where pronamespace = $1::regnamespace',
      [databaseFunctions().schema],
    );
    const waiting = [
      'enter_change_wait',
      'leave_change_wait',
      'load_court_bookings',
      'load_users',
      'take_rate_limit_permits',
    ];
    const limited = functions.filter(({ settings }) => settings?.includes('lock_timeout=2s'));
    expect(limited.map(({ name }) => name).sort()).toEqual(waiting);
  });

  it('the server cancels a statement and a lock wait that take too long', async () => {
    const holder = new pg.Client(test.url);
    await holder.connect();
    onTestFinished(() => holder.end());
    await holder.query('begin; lock table courts in access exclusive mode');
    // Otherwise the process would close the connection first if it is too busy to read the answer for 0.3 s.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const refused = (work: Promise<unknown>) =>
      work.then(
        () => 'done',
        (error) => ({ type: error.type, code: error.cause?.code }),
      );
    expect(
      await Promise.all([
        refused(test.database.query('select pg_sleep(60) where $1', [true])),
        refused(test.database.query('select from courts where $1', [true])),
      ]),
    ).toEqual([
      { type: 'service_unavailable', code: '57014' },
      { type: 'service_unavailable', code: '55P03' },
    ]);
    vi.useRealTimers();
    // Excludes autovacuum. A backend stays active briefly after it has responded. A transaction sees the same activity until it
    // clears its snapshot.
    const stillActive = async () => {
      await holder.query('select pg_stat_clear_snapshot()');
      const { rows } = await holder.query(
        `select query from pg_stat_activity where datname = current_database() and backend_type = 'client backend'
           and pid <> pg_backend_pid() and state = 'active'`,
      );
      return rows;
    };
    await expect.poll(stillActive).toEqual([]);
  });

  it('a transaction that the server ended because its process stalled between two flights is repeated', async () => {
    const externalServiceId = randomUUID();
    const load = {
      name: 'load_court_bookings',
      values: {
        externalServiceId,
        externalCourtBookingIds: ['stalled'],
        courtIds: [null],
        startDates: [null],
        endDates: [null],
        externalUpdatedAts: ['2026-11-20T12:00:00.000000Z'],
        userIds: [],
        emails: [],
        locks: 'all',
      },
    } as const;
    const lists = { formerParticipants: [], moving: [], forgotten: [] };
    const nothing = {
      created: '[]',
      updated: '[]',
      participants: '[]',
      tombstones: '[]',
      events: '[]',
      ...lists,
    };
    let attempts = 0;
    await test.database.callInTurn(load, () => {
      attempts += 1;
      // Blocks the whole process, like SIGSTOP.
      if (attempts === 1) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_300);
      return { name: 'save_court_bookings', values: { externalServiceId, ...nothing } };
    });
    expect(attempts).toBe(2);
  });

  it('a connection without a response is closed after 2.5 s, and the next statement uses a new one', async () => {
    const proxy = await startAnswerHoldingProxy(test.url);
    const database = await openPostgresql({ url: proxy.url, poolSize: 1 });
    const ask = () =>
      database.query<{ pid: number }>('select pg_backend_pid() as pid where $1', [true]).then(
        ([row]) => row!.pid,
        ({ type }) => type as string,
      );
    const first = await ask();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const turns = async () => {
      for (let n = 0; n < 50; n += 1) await new Promise((resolve) => setImmediate(resolve));
    };
    try {
      let answer: number | string | undefined;
      proxy.holdAnswerTo('B');
      const asked = ask().then((given) => {
        answer = given;
      });
      while (!proxy.isHolding()) await turns();
      vi.advanceTimersByTime(2_499);
      await turns();
      expect(answer).toBeUndefined();
      vi.advanceTimersByTime(1);
      await asked;
      expect(answer).toBe('service_unavailable');
    } finally {
      vi.useRealTimers();
    }
    const second = await ask();
    expect([typeof first, typeof second]).toEqual(['number', 'number']);
    expect(second).not.toBe(first);
    await database.close();
    proxy.close();
  });
});
