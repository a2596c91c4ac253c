import { describe, expect, it } from 'vitest';
import { localBucket } from '../../../src/services/limits/rate-limit-bucket.ts';
import { RateLimiter } from '../../../src/services/limits/rate-limiter.ts';

const one = { returned: 0, needed: 1, wanted: 1 };

/** A limiter of a bucket and a clock, and that of another process. */
function limiterOf(policy: { perSecond: number; burst: number }) {
  let now = 1_000_000;
  const bucket = localBucket(() => now);
  const [limiter, elsewhere] = [1, 2].map(() => new RateLimiter(policy, bucket, () => now));
  const pass = (millis: number) => {
    now += millis;
  };
  return { limiter: limiter!, elsewhere: elsewhere!, pass };
}

describe('rate limiter', () => {
  const policy = { perSecond: 50, burst: 100 };

  it('allows a burst at once, then only the sustained rate', async () => {
    let now = 0;
    const monotonic = () => now;
    const limiter = new RateLimiter(policy, localBucket(monotonic), monotonic);
    const allowedUntil = async (end: number) => {
      let allowed = 0;
      for (; now < end; now += 1) if ((await limiter.take('key')).allowed) allowed += 1;
      return allowed;
    };
    // 1,000 attempts in a second use the burst and 50 refilled permits.
    expect(await allowedUntil(1_000)).toBeGreaterThanOrEqual(145);
    expect(await allowedUntil(11_000)).toBeGreaterThanOrEqual(495);
    now = 11_000;
    expect(await allowedUntil(21_000)).toBeLessThanOrEqual(505);
  });

  it('keys do not share a limit', async () => {
    const { limiter } = limiterOf({ perSecond: 1, burst: 1 });
    expect((await limiter.take('one')).allowed).toBe(true);
    expect((await limiter.take('one')).allowed).toBe(false);
    expect((await limiter.take('two')).allowed).toBe(true);
  });

  it('returns the remaining permits and the wait in whole seconds', async () => {
    const { limiter, pass } = limiterOf({ perSecond: 0.25, burst: 2 });
    expect(await limiter.take('key')).toEqual({ allowed: true, remaining: 1, retryAfterSeconds: 0 });
    expect(await limiter.take('key')).toEqual({ allowed: true, remaining: 0, retryAfterSeconds: 0 });
    expect(await limiter.take('key')).toEqual({ allowed: false, remaining: 0, retryAfterSeconds: 4 });
    expect(limiter.exhausted('key')).toEqual({ allowed: false, remaining: 0, retryAfterSeconds: 4 });
    expect(limiter.exhausted('other')).toBeUndefined();
    pass(4_000);
    expect(limiter.exhausted('key')).toBeUndefined();
    expect((await limiter.take('key')).allowed).toBe(true);
  });

  it('returns the total wait for all permits that are requested together', async () => {
    const { limiter } = limiterOf({ perSecond: 0.25, burst: 5 });
    await limiter.take('key', 5);
    expect(await limiter.take('key', 3)).toEqual({ allowed: false, remaining: 0, retryAfterSeconds: 12 });
    expect(await limiter.take('key', 1_000)).toMatchObject({ retryAfterSeconds: 20 });
  });

  it.each([
    [10, 10, 11, 0],
    [10, 10, 11, 4],
    [1, 10, 20, 3],
    [1, 1, 20, 0],
    [2, 19, 20, 18],
    [5, 30, 20, 25],
  ])(
    'at %i a second and burst %i, a request of %i permits is sent at the returned time if %i were used',
    async (perSecond, burst, permits, used) => {
      const { limiter, pass } = limiterOf({ perSecond, burst });
      for (let n = 0; n < used; n += 1) await limiter.take('key');
      // As a request is handled: one permit first, and the rest once its cost is known.
      const send = async () => {
        const first = await limiter.take('key');
        return first.allowed ? limiter.take('key', permits, limiter.policy, 1) : first;
      };
      const missing = used + Math.min(permits, burst) - burst;
      if (missing > 0) {
        const wait = Math.ceil(missing / perSecond);
        // However often it is rejected, nothing is taken.
        for (let n = 0; n < 5; n += 1)
          expect(await send()).toEqual({
            allowed: false,
            remaining: burst - used,
            retryAfterSeconds: wait,
          });
        pass(wait * 1_000);
      }
      expect(await send()).toMatchObject({ allowed: true });
    },
  );

  it('returns permits that were fetched for other requests when a large one is rejected', async () => {
    const { limiter: here, elsewhere, pass } = limiterOf(policy);
    // Fetches 1, 2, 4 and 8 permits, of which 7 are not used yet.
    for (let n = 0; n < 8; n += 1) await here.take('key');
    expect(await here.take('key', 93)).toEqual({ allowed: false, remaining: 92, retryAfterSeconds: 1 });
    expect(await elsewhere.take('key', 92)).toMatchObject({ allowed: true, remaining: 0 });
    pass(20);
    expect(await here.take('key')).toMatchObject({ allowed: true });
  });

  it('a charge may exceed what is left, and is paid off before the next request of any process', async () => {
    const { limiter: here, elsewhere, pass } = limiterOf({ perSecond: 2, burst: 10 });
    await here.take('key', 3);
    expect(await here.charge('key', 5)).toEqual({ allowed: true, remaining: 2, retryAfterSeconds: 0 });
    expect(await here.charge('key', 6)).toEqual({ allowed: false, remaining: 0, retryAfterSeconds: 3 });
    for (const limiter of [here, elsewhere])
      expect(await limiter.take('key')).toEqual({ allowed: false, remaining: 0, retryAfterSeconds: 3 });
    pass(2_500);
    expect(await elsewhere.take('key')).toMatchObject({ allowed: true, remaining: 0 });
  });

  it('a rejected large request does not keep smaller ones waiting', async () => {
    const { limiter } = limiterOf({ perSecond: 1, burst: 10 });
    await limiter.take('key', 5);
    expect(await limiter.take('key', 10)).toEqual({ allowed: false, remaining: 5, retryAfterSeconds: 5 });
    expect(await limiter.take('key', 5)).toMatchObject({ allowed: true });
  });

  it('estimates the remaining permits of a key without using any, up to the burst', async () => {
    let now = 1_000_000;
    const left = [50, 20];
    const bucket = async (_key: string, { wanted: granted }: { wanted: number }) => ({
      granted,
      left: left.shift() ?? 0,
    });
    const limiter = new RateLimiter({ perSecond: 4, burst: 60 }, bucket, () => now);
    const known = () => limiter.known('key');
    const allowed = (remaining: number) => ({ allowed: true, remaining, retryAfterSeconds: 0 });
    expect(known()).toEqual(allowed(60));
    await limiter.take('key');
    expect([known(), known()]).toEqual([allowed(50), allowed(50)]);
    await limiter.take('key');
    expect(known()).toEqual(allowed(21));
    now += 499;
    expect(known()).toEqual(allowed(22));
    now += 501;
    expect(known()).toEqual(allowed(25));
    now += 60_000;
    expect(known()).toEqual(allowed(60));
  });

  it('known returns the same error as take for an exhausted key', async () => {
    const { limiter } = limiterOf({ perSecond: 0.5, burst: 1 });
    await limiter.take('key');
    expect(await limiter.take('key')).toEqual(limiter.known('key'));
    expect(limiter.known('key')).toEqual({ allowed: false, remaining: 0, retryAfterSeconds: 2 });
  });

  it.each([0.3, 0.4, 0.7, 1, 1.5, 7])(
    'at %s permits a second, the returned wait is sufficient and less than a second too long',
    async (perSecond) => {
      const { limiter, pass } = limiterOf({ perSecond, burst: 2 });
      await limiter.take('key');
      await limiter.take('key');
      const { retryAfterSeconds } = await limiter.take('key');
      expect(retryAfterSeconds).toBe(Math.max(1, Math.ceil(1 / perSecond)));
      // The remaining wait is rounded up again.
      pass(100);
      expect((await limiter.take('key')).retryAfterSeconds).toBe(Math.max(1, Math.ceil(1 / perSecond - 0.1)));
      pass(retryAfterSeconds * 1_000 - 100);
      expect((await limiter.take('key')).allowed).toBe(true);
    },
  );

  it('returns fetched permits that are not used within a second, as far as the bucket has not refilled', async () => {
    let now = 0;
    const asked: number[] = [];
    const given: number[] = [];
    const bucket = async (_key: string, { returned, wanted }: { returned: number; wanted: number }) => {
      asked.push(wanted);
      given.push(returned);
      return { granted: wanted, left: 45 };
    };
    const limiter = new RateLimiter(policy, bucket, () => now);
    const take = async (count: number) => {
      for (let n = 0; n < count; n += 1) await limiter.take('key');
    };
    await take(8);
    expect(asked).toEqual([1, 2, 4, 8]);
    now += 1_000;
    await take(3);
    expect(asked).toHaveLength(4);
    now += 1;
    await take(1);
    expect(asked).toEqual([1, 2, 4, 8, 1]);
    // Of 3 permits, the bucket has room for 2: 100 - 45 - 53.05.
    await take(3);
    now += 1_061;
    await take(1);
    expect(given).toEqual([0, 0, 0, 0, 4, 0, 0, 2]);
  });

  it('allows the whole burst, also in pairs with pauses', async () => {
    let now = 0;
    const monotonic = () => now;
    const limit = { perSecond: 0.001, burst: 20 };
    const limiter = new RateLimiter(limit, localBucket(monotonic), monotonic);
    let allowed = 0;
    for (let n = 0; n < 30; n += 1) {
      if ((await limiter.take('key')).allowed) allowed += 1;
      now += n % 2 === 0 ? 0 : 1_001;
    }
    expect(allowed).toBe(20);
  });

  it('several processes together allow only one burst after an idle hour, without permits fetched before', async () => {
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

  it('fetches more permits at once as the number of requests grows', async () => {
    let asked = 0;
    const bucket = async (_key: string, { wanted }: { wanted: number }) => {
      asked += 1;
      return { granted: wanted, left: 0 };
    };
    const limiter = new RateLimiter(policy, bucket, () => 0);
    // It fetches 1, 2, 4, 8 and then always a tenth of the burst.
    await Promise.all(Array.from({ length: 15 }, () => limiter.take('key')));
    expect(asked).toBe(4);
    await Promise.all(Array.from({ length: 100 }, () => limiter.take('key')));
    expect(asked).toBe(14);
  });

  it('never rejects a partner below its rate, whatever the number of processes', async () => {
    let now = 0;
    const monotonic = () => now;
    const shared = localBucket(monotonic);
    const processes = Array.from({ length: 16 }, () => new RateLimiter(policy, shared, monotonic));
    let refused = 0;
    for (let request = 0; request < 900; request += 1) {
      now += 1_000 / 15;
      if (!(await processes[request % 16]!.take('key')).allowed) refused += 1;
    }
    expect(refused).toBe(0);
    let burst = 0;
    for (let request = 0; request < 120; request += 1) {
      if ((await processes[request % 16]!.take('key')).allowed) burst += 1;
    }
    expect(burst).toBeGreaterThanOrEqual(85);
  });

  it('limiter and bucket keep 20,000 keys each and forget the least recently used ones', async () => {
    const now = () => 0;
    const once = { perSecond: 1, burst: 1 };
    const bucket = localBucket(now);
    const limiter = new RateLimiter(once, async () => ({ granted: 0, left: 0 }), now);
    const use = (key: string) => Promise.all([limiter.take(key), bucket(key, one, once)]);
    await use('first');
    await use('second');
    for (let n = 2; n < 20_000; n += 1) await use(`key ${n}`);
    expect(limiter.exhausted('first')).toBeDefined();
    // The most recently used bucket comes last.
    expect((await bucket('second', one, once)).granted).toBe(0);
    for (const key of ['one more', 'another']) await use(key);
    const exhausted = (key: string) => limiter.exhausted(key) !== undefined;
    expect(['first', 'second', 'key 2'].map(exhausted)).toEqual([false, false, true]);
    const granted: number[] = [];
    for (const key of ['second', 'key 3', 'key 2', 'first'])
      granted.push((await bucket(key, one, once)).granted);
    expect(granted).toEqual([0, 0, 1, 1]);
  });

  it('fails the request if the bucket is unreachable, and tries again for the next request', async () => {
    let away = true;
    const bucket = async (_key: string, { wanted }: { wanted: number }) => {
      if (away) throw new Error('away');
      return { granted: wanted, left: 0 };
    };
    const limiter = new RateLimiter(policy, bucket, () => 0);
    await expect(limiter.take('key')).rejects.toThrow('away');
    away = false;
    expect((await limiter.take('key')).allowed).toBe(true);
  });
});
