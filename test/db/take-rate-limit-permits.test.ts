import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callText, callValues } from '../../src/db/functions.ts';
import { createTestDatabase, type TestDatabase } from '../harness/test-database.ts';

describe('permits of the shared rate limit', () => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await createTestDatabase('postgresql');
  });
  afterAll(() => test.drop());

  // So slow that nothing is refilled meanwhile.
  const policy = { perSecond: 0.001, burst: 10 };

  it('of two who take at once, the second waits and gets what the first has left', async () => {
    const wanted = { key: 'two', wanted: 7, ...policy };
    await test.database.call('take_rate_limit_permits', { ...wanted, wanted: 0 });
    const first = new pg.Client(test.url);
    await first.connect();
    await first.query('begin');
    const { rows } = await first.query(
      callText('take_rate_limit_permits'),
      callValues('take_rate_limit_permits', wanted),
    );
    expect(rows[0].answer).toEqual({ granted: 7, left: 3 });
    const second = test.database.call('take_rate_limit_permits', wanted);
    await expect
      .poll(async () => {
        const waiting = await first.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        return waiting.rowCount;
      })
      .toBe(1);
    await first.query('commit');
    await first.end();
    expect(await second).toEqual({ granted: 3, left: 0 });
  });
});
