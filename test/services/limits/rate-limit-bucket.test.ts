import { describe, expect, it } from 'vitest';
import {
  deleteIdleBuckets,
  localBucket,
  sharedBucket,
} from '../../../src/services/limits/rate-limit-bucket.ts';
import type { Bucket } from '../../../src/services/limits/rate-limiter.ts';
import { inLineBehind } from '../../harness/assertions/in-line.ts';
import { uniqueId } from '../../harness/servers/test-service.ts';
import { useClockedService } from '../../harness/servers/use-test-service.ts';

const [second, hour] = [1_000, 60 * 60 * 1_000];
const policy = { perSecond: 50, burst: 100 };
/** Up to this many permits, and none if fewer than `needed` are left. */
const upTo = (wanted: number, needed = 0, returned = 0) => ({ returned, needed, wanted });

const service = useClockedService();

describe.each([
  ['that all processes share', () => sharedBucket(service.database, 'test')],
  ['of one process', () => localBucket(service.clock.time.monotonic)],
])('bucket %s', (_which, make) => {
  let bucket: Bucket;
  let key: string;
  const take = (wanted: number, from = key) => bucket(from, upTo(wanted), policy);
  const start = () => {
    bucket = make();
    key = uniqueId('key');
  };

  it('never holds more than its burst, however long it is unused', async () => {
    start();
    expect(await take(250)).toEqual({ granted: 100, left: 0 });
    expect(await take(1)).toEqual({ granted: 0, left: 0 });
    for (const idle of [hour, 30 * 24 * hour]) {
      await service.clock.advance(idle);
      expect(await take(1)).toEqual({ granted: 1, left: 99 });
      expect(await take(250)).toEqual({ granted: 99, left: 0 });
    }
  });

  it('refills at the rate, to the millisecond, and keeps fractions of a permit', async () => {
    start();
    await take(100);
    await service.clock.advance(19);
    expect(await take(5)).toEqual({ granted: 0, left: 0 });
    await service.clock.advance(1);
    expect(await take(5)).toEqual({ granted: 1, left: 0 });
    for (let n = 0; n < 10; n += 1) {
      await service.clock.advance(30);
      await take(0);
    }
    expect(await take(100)).toEqual({ granted: 15, left: 0 });
    await service.clock.advance(second);
    expect(await take(20)).toEqual({ granted: 20, left: 30 });
  });

  it('gives nothing if fewer permits are left than needed, and takes nothing', async () => {
    start();
    await take(95);
    expect(await bucket(key, upTo(20, 6), policy)).toEqual({ granted: 0, left: 5 });
    expect(await bucket(key, upTo(20, 5), policy)).toEqual({ granted: 5, left: 0 });
  });

  it('counts returned permits before it gives new ones, up to its burst', async () => {
    start();
    await take(91);
    expect(await bucket(key, upTo(10, 10, 1), policy)).toEqual({ granted: 10, left: 0 });
    expect(await bucket(key, upTo(0, 0, 250), policy)).toEqual({ granted: 0, left: 100 });
  });

  it('gives one key nothing of another key', async () => {
    start();
    await take(100);
    expect(await take(100, uniqueId('other'))).toEqual({ granted: 100, left: 0 });
    expect(await take(1)).toEqual({ granted: 0, left: 0 });
  });
});

describe('bucket that all processes share', () => {
  it('is separate from the bucket of another limit with the same key', async () => {
    const key = uniqueId('key');
    await sharedBucket(service.database, 'one')(key, upTo(100), policy);
    expect(await sharedBucket(service.database, 'two')(key, upTo(100), policy)).toEqual({
      granted: 100,
      left: 0,
    });
  });

  it('gives a permit to only one of two connections that request it at the same time', async () => {
    const key = uniqueId('key');
    await sharedBucket(service.database, 'test')(key, upTo(0), policy);
    const lock = ['select from rate_limit_buckets where key = $1 for update', `test/${key}`] as const;
    const take = (of: string, permits: number) =>
      sharedBucket(service.database, 'test')(of, upTo(permits), policy);
    // Both statements run until they wait for the lock. A check before the lock finds nothing wrong.
    const taken = () => Promise.all([take(key, 70), take(key, 70)]);
    const answers = await inLineBehind(service.url, lock, taken, 2, async () => {
      // Nobody waits for the bucket of another key.
      expect(await take(uniqueId('free'), 1)).toMatchObject({ granted: 1 });
    });
    expect(answers.map(({ granted }) => granted).sort()).toEqual([30, 70]);
  });

  it('is deleted without loss after a day without use', async () => {
    const bucket = sharedBucket(service.database, 'test');
    const [idle, used] = [uniqueId('idle'), uniqueId('used')];
    const kept = async () => {
      await deleteIdleBuckets(service.database);
      const rows = await service.database.query<{ key: string }>(
        'select key from rate_limit_buckets where key like $1 or key like $2 order by key',
        [`%${idle}`, `%${used}`],
      );
      return rows.map(({ key }) => key.replace('test/', ''));
    };
    await bucket(idle, upTo(100), policy);
    await bucket(used, upTo(100), policy);
    await service.clock.advance(24 * hour);
    expect(await kept()).toEqual([idle, used]);
    await bucket(used, upTo(100), policy);
    await service.clock.advance(1);
    expect(await kept()).toEqual([used]);
    expect(await bucket(idle, upTo(250), policy)).toEqual({ granted: 100, left: 0 });
  });
});
