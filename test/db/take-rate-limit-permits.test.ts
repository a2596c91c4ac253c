import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { untilInLine } from '../harness/assertions/in-line.ts';
import { useTestDatabase } from '../harness/servers/use-test-service.ts';

describe('permits of the shared rate limit', () => {
  const test = useTestDatabase();

  // So slow that nothing refills during the test.
  const policy = { perSecond: 0.001, burst: 10 };

  const take = (key: string, wanted: number) =>
    test.database.call('take_rate_limit_permits', { key, returned: 0, needed: 0, wanted, ...policy });

  it('taking permits waits only for a change of the same bucket and gets what is left afterwards', async () => {
    expect(await take('held', 0)).toEqual({ granted: 0, left: 10 });
    const other = new pg.Client(test.url);
    await other.connect();
    await other.query(`begin; select from rate_limit_buckets where key = 'held' for update`);
    const taken = take('held', 7);
    await untilInLine(other, 1);
    expect(await take('free', 1)).toEqual({ granted: 1, left: 9 });
    await other.query(`update rate_limit_buckets set permits = 3 where key = 'held'; commit`);
    await other.end();
    expect(await taken).toEqual({ granted: 3, left: 0 });
  });

  it('keys do not share permits', async () => {
    await take('full', 0);
    expect(await take('used', 10)).toEqual({ granted: 10, left: 0 });
    expect(await take('full', 1)).toEqual({ granted: 1, left: 9 });
  });
});
