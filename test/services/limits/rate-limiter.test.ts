import { describe, expect, it } from 'vitest';
import { localBucket } from '../../../src/services/limits/rate-limit-bucket.ts';
import { RateLimiter } from '../../../src/services/limits/rate-limiter.ts';

describe('rate limiter', () => {
  const policy = { perSecond: 50, burst: 100 };

  it('lets a burst through at once, then the sustained rate, for as long as one likes', async () => {
    let now = 0;
    const monotonic = () => now;
    const limiter = new RateLimiter(policy, localBucket(monotonic), monotonic);
    const allowedUntil = async (end: number) => {
      let allowed = 0;
      for (; now < end; now += 1) if ((await limiter.take('key')).allowed) allowed += 1;
      return allowed;
    };
    // 1,000 attempts per second: the burst, plus 50 per second.
    expect(await allowedUntil(1_000)).toBeGreaterThanOrEqual(145);
    expect(await allowedUntil(11_000)).toBeGreaterThanOrEqual(495);
    now = 11_000;
    expect(await allowedUntil(21_000)).toBeLessThanOrEqual(505);
  });

  it('keys do not share a limit', async () => {
    const limiter = new RateLimiter(
      { perSecond: 1, burst: 1 },
      localBucket(() => 0),
      () => 0,
    );
    expect((await limiter.take('one')).allowed).toBe(true);
    expect((await limiter.take('one')).allowed).toBe(false);
    expect((await limiter.take('two')).allowed).toBe(true);
  });

  it('says what is left, and how long to wait in whole seconds', async () => {
    let now = 1_000_000;
    const monotonic = () => now;
    const limiter = new RateLimiter({ perSecond: 0.25, burst: 2 }, localBucket(monotonic), monotonic);
    expect(await limiter.take('key')).toEqual({ allowed: true, remaining: 1, retryAfterSeconds: 0 });
    expect(await limiter.take('key')).toEqual({ allowed: true, remaining: 0, retryAfterSeconds: 0 });
    expect(await limiter.take('key')).toEqual({ allowed: false, remaining: 0, retryAfterSeconds: 4 });
    expect(limiter.exhausted('key')).toEqual({ allowed: false, remaining: 0, retryAfterSeconds: 4 });
    expect(limiter.exhausted('other')).toBeUndefined();
    now += 4_000;
    expect(limiter.exhausted('key')).toBeUndefined();
    expect((await limiter.take('key')).allowed).toBe(true);
  });

  it('says how long all the permits take that are wanted at once, one after the other', async () => {
    const monotonic = () => 0;
    const limiter = new RateLimiter({ perSecond: 0.25, burst: 5 }, localBucket(monotonic), monotonic);
    await limiter.take('key', 5);
    // The first permit arrives after four seconds.
    expect(await limiter.take('key', 3)).toEqual({ allowed: false, remaining: 0, retryAfterSeconds: 12 });
    expect(await limiter.take('key', 1_000)).toMatchObject({ retryAfterSeconds: 20 });
  });

  it('tells what is left of a key without using any: what it holds and the bucket held, and what has come back since, up to a burst', async () => {
    let now = 1_000_000;
    const left = [50, 20];
    const bucket = async (_key: string, granted: number) => ({ granted, left: left.shift() ?? 0 });
    const limiter = new RateLimiter({ perSecond: 4, burst: 60 }, bucket, () => now);
    const known = () => limiter.known('key');
    const allowed = (remaining: number) => ({ allowed: true, remaining, retryAfterSeconds: 0 });
    expect(known()).toEqual(allowed(60));
    await limiter.take('key');
    expect([known(), known()]).toEqual([allowed(50), allowed(50)]);
    // Two permits are fetched and one is used.
    await limiter.take('key');
    expect(known()).toEqual(allowed(21));
    now += 499;
    expect(known()).toEqual(allowed(22));
    now += 501;
    expect(known()).toEqual(allowed(25));
    // Fetched permits that were not used expire.
    now += 1;
    expect(known()).toEqual(allowed(24));
    now += 60_000;
    expect(known()).toEqual(allowed(60));
  });

  it('of a key that is used up it tells the refusal', async () => {
    const limiter = new RateLimiter(
      { perSecond: 0.5, burst: 1 },
      localBucket(() => 0),
      () => 0,
    );
    await limiter.take('key');
    expect(await limiter.take('key')).toEqual(limiter.known('key'));
    expect(limiter.known('key')).toEqual({ allowed: false, remaining: 0, retryAfterSeconds: 2 });
  });

  it.each([0.3, 0.4, 0.7, 1, 1.5, 7])(
    'at %s a second, who waits as long as it was told passes, and is not told a second too many',
    async (perSecond) => {
      let now = 0;
      const monotonic = () => now;
      const limiter = new RateLimiter({ perSecond, burst: 2 }, localBucket(monotonic), monotonic);
      await limiter.take('key');
      await limiter.take('key');
      const { retryAfterSeconds } = await limiter.take('key');
      expect(retryAfterSeconds).toBe(Math.max(1, Math.ceil(1 / perSecond)));
      // Later, the remaining time is returned, again rounded up.
      now += 100;
      expect((await limiter.take('key')).retryAfterSeconds).toBe(Math.max(1, Math.ceil(1 / perSecond - 0.1)));
      now += retryAfterSeconds * 1_000 - 100;
      expect((await limiter.take('key')).allowed).toBe(true);
    },
  );

  it('permits that were fetched and not used within a second are let go: the bucket has refilled meanwhile', async () => {
    let now = 0;
    const asked: number[] = [];
    const bucket = async (_key: string, wanted: number) => {
      asked.push(wanted);
      return { granted: wanted, left: 0 };
    };
    const limiter = new RateLimiter(policy, bucket, () => now);
    const take = async (count: number) => {
      for (let n = 0; n < count; n += 1) await limiter.take('key');
    };
    await take(8);
    expect(asked).toEqual([1, 2, 4, 8]);
    // Seven permits are left and used while they are valid.
    now += 1_000;
    await take(3);
    expect(asked).toHaveLength(4);
    now += 1;
    await take(1);
    expect(asked).toEqual([1, 2, 4, 8, 1]);
  });

  it('after an idle hour processes let a burst through between them, and not what they had fetched before besides', async () => {
    let now = 0;
    const monotonic = () => now;
    const shared = localBucket(monotonic);
    const processes = Array.from({ length: 4 }, () => new RateLimiter(policy, shared, monotonic));
    const passing = async () => {
      let passed = 0;
      for (let n = 0; n < 400; n += 1) if ((await processes[n % 4]!.take('key')).allowed) passed += 1;
      return passed;
    };
    expect(await passing()).toBe(100);
    now += 60_000;
    // Each process fetches more permits than it uses.
    for (let n = 0; n < 48; n += 1) await processes[n % 4]!.take('key');
    now += 3_600_000;
    expect(await passing()).toBe(100);
  });

  it('asks the bucket once for many requests at once: the busier, the fewer', async () => {
    let asked = 0;
    const bucket = async (_key: string, wanted: number) => {
      asked += 1;
      return { granted: wanted, left: 0 };
    };
    const limiter = new RateLimiter(policy, bucket, () => 0);
    // 1, 2, 4, 8 and then a tenth of the burst.
    await Promise.all(Array.from({ length: 15 }, () => limiter.take('key')));
    expect(asked).toBe(4);
    await Promise.all(Array.from({ length: 100 }, () => limiter.take('key')));
    expect(asked).toBe(14);
  });

  it('permits that are not used within a second are let go, and it begins with one again', async () => {
    let now = 1_000_000;
    const asked: number[] = [];
    const bucket = async (_key: string, wanted: number) => {
      asked.push(wanted);
      return { granted: wanted, left: 0 };
    };
    const limiter = new RateLimiter(policy, bucket, () => now);
    for (let request = 0; request < 4; request += 1) await limiter.take('key');
    now += 1_000;
    await limiter.take('key');
    expect(asked).toEqual([1, 2, 4]);
    now += 1;
    await limiter.take('key');
    expect(asked).toEqual([1, 2, 4, 1]);
  });

  it('what a partner does not use is not lost: under its rate it is never refused, however many processes it meets', async () => {
    let now = 0;
    const monotonic = () => now;
    const shared = localBucket(monotonic);
    const processes = Array.from({ length: 16 }, () => new RateLimiter(policy, shared, monotonic));
    let refused = 0;
    // 15 requests per second, spread over 16 processes, for one minute.
    for (let request = 0; request < 900; request += 1) {
      now += 1_000 / 15;
      if (!(await processes[request % 16]!.take('key')).allowed) refused += 1;
    }
    expect(refused).toBe(0);
    // Afterwards nearly the whole burst is available.
    let burst = 0;
    for (let request = 0; request < 120; request += 1) {
      if ((await processes[request % 16]!.take('key')).allowed) burst += 1;
    }
    expect(burst).toBeGreaterThanOrEqual(85);
  });

  it('20,000 keys are kept, and of more the ones longest unused are forgotten: in a process, and in its own buckets', async () => {
    const now = () => 0;
    const once = { perSecond: 1, burst: 1 };
    const bucket = localBucket(now);
    const limiter = new RateLimiter(once, async () => ({ granted: 0, left: 0 }), now);
    const use = (key: string) => Promise.all([limiter.take(key), bucket(key, 1, once)]);
    await use('first');
    await use('second');
    for (let n = 2; n < 20_000; n += 1) await use(`key ${n}`);
    expect(limiter.exhausted('first')).toBeDefined();
    // The most recently used bucket is last.
    expect((await bucket('second', 1, once)).granted).toBe(0);
    for (const key of ['one more', 'another']) await use(key);
    const exhausted = (key: string) => limiter.exhausted(key) !== undefined;
    expect(['first', 'second', 'key 2'].map(exhausted)).toEqual([false, false, true]);
    const granted: number[] = [];
    for (const key of ['second', 'key 3', 'key 2', 'first'])
      granted.push((await bucket(key, 1, once)).granted);
    expect(granted).toEqual([0, 0, 1, 1]);
  });

  it('a bucket that cannot be reached fails the request, and is asked again by the next', async () => {
    let away = true;
    const bucket = async (_key: string, wanted: number) => {
      if (away) throw new Error('away');
      return { granted: wanted, left: 0 };
    };
    const limiter = new RateLimiter(policy, bucket, () => 0);
    await expect(limiter.take('key')).rejects.toThrow('away');
    away = false;
    expect((await limiter.take('key')).allowed).toBe(true);
  });

  it('keeps 20,000 keys in mind, and forgets the one that was not used for longest', async () => {
    const bucket = localBucket(() => 0);
    const take = (key: string) => bucket(key, 1, { perSecond: 1, burst: 1 });
    for (const key of ['longest unused', 'used again']) await take(key);
    await take('used again');
    for (let key = 0; key < 19_998; key += 1) await take(`${key}`);
    expect(await take('longest unused')).toEqual({ granted: 0, left: 0 });
    await take('one more');
    // The call above used it, so the other bucket is now the oldest.
    expect(await take('longest unused')).toEqual({ granted: 0, left: 0 });
    expect(await take('used again')).toEqual({ granted: 1, left: 0 });
  });

  it('of those whose permits are used up, too', async () => {
    const empty = async () => ({ granted: 0, left: 0 });
    const limiter = new RateLimiter(policy, empty, () => 0);
    for (let key = 0; key < 20_000; key += 1) await limiter.take(`${key}`);
    expect(limiter.exhausted('0')).toBeDefined();
    await limiter.take('one more');
    expect(limiter.exhausted('0')).toBeUndefined();
    expect(limiter.exhausted('1')).toBeDefined();
  });
});
