import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { ApiError } from '../../../src/api-error.ts';
import { FailedAttempts } from '../../../src/services/limits/failed-attempts.ts';
import { localBucket } from '../../../src/services/limits/rate-limit-bucket.ts';
import type { Bucket } from '../../../src/services/limits/rate-limiter.ts';

describe('failed attempts', () => {
  let now: number;
  let statements: number;
  let lookUps: number;
  let attempts: FailedAttempts;
  let shared: Bucket;
  const valid = randomUUID();
  const start = (burst = 100) => {
    const bucket = localBucket(() => now);
    shared = (...wanted) => {
      statements += 1;
      return bucket(...wanted);
    };
    return new FailedAttempts({ policy: { perSecond: 10, burst }, shared, monotonic: () => now });
  };
  beforeEach(() => {
    now = 1_000_000;
    statements = 0;
    lookUps = 0;
    attempts = start();
  });

  const tryOne = async (secret: string, address: string, isWellFormed = true) => {
    const ask = async () => {
      statements += 1;
      lookUps += 1;
      await new Promise((resolve) => setImmediate(resolve));
      return secret === valid ? 'somebody' : undefined;
    };
    try {
      return (await attempts.lookUp({ secret, isWellFormed }, address, ask)) ?? 'nobody';
    } catch (error) {
      return (error as ApiError).type;
    }
  };
  const flood = async (seconds: number, perSecond: number, addressOf: (index: number) => string) => {
    const outcomes: string[] = [];
    for (let step = 0; step < seconds * 20; step += 1) {
      now += 50;
      const tried = Array.from({ length: perSecond / 20 }, (_, i) =>
        tryOne(randomUUID(), addressOf(step * (perSecond / 20) + i)),
      );
      outcomes.push(...(await Promise.all(tried)));
    }
    return outcomes;
  };

  it.each([
    ['one address', (_: number) => '192.0.2.1'],
    ['250 addresses', (i: number) => `127.0.0.${i % 250}`],
    ['a new address each time', (i: number) => `10.${(i >> 16) & 255}.${(i >> 8) & 255}.${i & 255}`],
    ['a /64 of IPv6', (i: number) => `2001:db8::${i.toString(16)}`],
  ])('a flood from %s causes at most 300 statements in any second', async (_from, addressOf) => {
    for (let second = 0; second < 5; second += 1) {
      const before = statements;
      const outcomes = await flood(1, 2_000, (i) => addressOf(second * 2_000 + i));
      expect(statements - before).toBeLessThanOrEqual(300);
      // The attempts count as a flood, so nearly all are rejected.
      expect(outcomes.filter((outcome) => outcome === 'rate_limit_exceeded').length).toBeGreaterThan(1_600);
    }
  });

  const ofNew = (i: number) => `10.${(i >> 16) & 255}.${(i >> 8) & 255}.${i & 255}`;
  const ofOld = (i: number) => `127.0.0.${i % 250}`;
  it.each([
    ['80 from addresses that fail again and again', 80, ofOld],
    ['80 from addresses that come for the first time', 80, ofNew],
    ['160 from both', 160, (i: number) => (i % 2 ? ofOld(i) : ofNew(i))],
  ])('a flood gets a fixed number of lookups a second: %s', async (_from, most, addressOf) => {
    // Uses up the burst before the flood is detected. All returning addresses have failed before.
    await flood(6, 2_000, addressOf);
    for (let second = 6; second < 10; second += 1) {
      const before = lookUps;
      await flood(1, 2_000, (i) => addressOf(second * 2_000 + i));
      expect(lookUps - before).toBeLessThanOrEqual(most);
      expect(lookUps - before).toBeGreaterThanOrEqual(0.9 * most);
    }
  });

  it('a flood of simultaneous attempts is detected before most of them start', async () => {
    await Promise.all(
      Array.from({ length: 900 }, (_, i) => tryOne(randomUUID(), `10.0.${i % 4}.${i % 250}`)),
    );
    expect(statements).toBeLessThanOrEqual(150);
  });

  it('a known valid secret is accepted in a flood, even from an address without remaining attempts', async () => {
    expect(await tryOne(valid, '192.0.2.1')).toBe('somebody');
    for (let second = 0; second < 3; second += 1) {
      await flood(1, 2_000, (i) => (i % 2 ? '192.0.2.1' : `10.0.0.${i % 250}`));
      for (let i = 0; i < 500; i += 1) expect(await tryOne(valid, '192.0.2.1')).toBe('somebody');
    }
  });

  it('an unknown valid secret is accepted in a flood, from an address that has not failed', async () => {
    await flood(3, 2_000, (i) => `127.0.0.${i % 250}`);
    now += 50;
    expect(await tryOne(valid, '198.51.100.1')).toBe('somebody');
  });

  describe('lookups reserved for addresses without failures in the last minute', () => {
    const getThrough = async (address: string) => {
      const outcomes = Array.from({ length: 50 }, () =>
        attempts.lookUp({ secret: randomUUID(), isWellFormed: true }, address, async () => true),
      );
      return (await Promise.allSettled(outcomes)).filter(({ status }) => status === 'fulfilled').length;
    };
    /**
     * Makes 100 attempts fail, each from its own address. Returns one millisecond before the flood is over, when lookups are available
     * again.
     */
    const beFlooded = async (network: string) => {
      await Promise.all(Array.from({ length: 100 }, (_, i) => tryOne(randomUUID(), `${network}.${i}`)));
      now += 999;
    };
    const about = (count: number) => ({
      asymmetricMatch: (actual: number) => Math.abs(actual - count) <= 2,
    });
    const [failed, other] = ['192.0.2.1', '198.51.100.1'];
    beforeEach(async () => {
      expect(await tryOne(randomUUID(), failed)).toBe('nobody');
    });

    it('are not limited without a flood', async () => {
      expect([await getThrough(failed), await getThrough(other)]).toEqual([50, 50]);
    });

    it('allow 20 concurrent lookups for each half, whichever half is used first', async () => {
      await beFlooded('10.0.0');
      expect([await getThrough(failed), await getThrough(failed)]).toEqual([about(20), 0]);
      expect([await getThrough(other), await getThrough(other)]).toEqual([about(20), 0]);
      now += 1;
      expect([await getThrough(failed), await getThrough(other)]).toEqual([50, 50]);
    });

    it('count an address as without failures after a minute', async () => {
      now += 60_000 - 999;
      await beFlooded('10.0.0');
      expect([await getThrough(failed), await getThrough(other)]).toEqual([about(20), 0]);
      expect(await getThrough('10.0.0.1')).toEqual(about(20));
    });
  });

  it('limits a formerly valid secret like any other when it is no longer valid', async () => {
    attempts = start(20);
    let isValid = true;
    let asked = 0;
    const ask = async () => {
      asked += 1;
      return isValid ? 'somebody' : undefined;
    };
    const one = { secret: randomUUID(), isWellFormed: true };
    expect(await attempts.lookUp(one, '192.0.2.1', ask)).toBe('somebody');
    isValid = false;
    const outcomes: unknown[] = [];
    for (let i = 0; i < 100; i += 1) {
      outcomes.push(await attempts.lookUp(one, '192.0.2.1', ask).catch((error: ApiError) => error.type));
    }
    expect(outcomes.filter((outcome) => outcome === undefined)).toHaveLength(20);
    expect(outcomes.at(-1)).toBe('rate_limit_exceeded');
    expect(asked).toBeLessThan(50);
  });

  it('counts a malformed secret before its lookup', async () => {
    attempts = start(20);
    const outcomes: string[] = [];
    for (let i = 0; i < 30; i += 1) outcomes.push(await tryOne(`${i}`.padStart(40, 'x'), '192.0.2.1', false));
    expect(outcomes.filter((outcome) => outcome === 'nobody')).toHaveLength(20);
    const before = statements;
    expect(await tryOne('y'.repeat(40), '192.0.2.1', false)).toBe('rate_limit_exceeded');
    expect(statements).toBe(before);
  });

  it('queues many valid secrets at the same time, because they are no flood', async () => {
    let atOnce = 0;
    let most = 0;
    const ask = async () => {
      atOnce += 1;
      most = Math.max(most, atOnce);
      await new Promise((resolve) => setImmediate(resolve));
      atOnce -= 1;
      return 'somebody';
    };
    const found = await Promise.all(
      Array.from({ length: 900 }, (_, i) =>
        attempts.lookUp({ secret: randomUUID(), isWellFormed: true }, `10.0.0.${i % 250}`, ask),
      ),
    );
    expect(found.every((one) => one === 'somebody')).toBe(true);
    expect(most).toBe(4);
  });

  it('limits the length of the queue and the time in it', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let asked = 0;
    const ask = async () => {
      asked += 1;
      await held;
      return 'somebody';
    };
    const lookUp = () =>
      attempts
        .lookUp({ secret: randomUUID(), isWellFormed: true }, '192.0.2.1', ask)
        .catch((error: ApiError) => error.type);
    const waiting = Array.from({ length: 1_004 }, lookUp);
    await new Promise((resolve) => setImmediate(resolve));
    expect(await lookUp()).toBe('service_unavailable');
    now += 3_001;
    release();
    const outcomes = await Promise.all(waiting);
    expect(asked).toBe(4);
    expect(outcomes.filter((outcome) => outcome === 'service_unavailable')).toHaveLength(1_000);
    expect(await lookUp()).toBe('somebody');
  });

  it('releases the place of a failed lookup', async () => {
    const broken = async () => {
      throw new ApiError('service_unavailable');
    };
    for (let i = 0; i < 20; i += 1) {
      await attempts
        .lookUp({ secret: randomUUID(), isWellFormed: true }, '192.0.2.1', broken)
        .catch(() => {});
    }
    expect(await tryOne(valid, '192.0.2.1')).toBe('somebody');
  });
});
