import { describe, expect, it } from 'vitest';
import { RejectionThrottle } from '../../src/http/rejection-throttle.ts';

// The tests run concurrently because they mostly wait.
describe.concurrent('repeated rejections of a caller', () => {
  const start = () => {
    let now = 0;
    const pace = new RejectionThrottle(() => now);
    const told: string[] = [];
    return {
      told,
      pass: (millis: number) => {
        now += millis;
      },
      refuse: (caller: string, times: number, elapsed = 0) =>
        Promise.all(
          Array.from({ length: times }, async () => {
            await pace.turn(caller, elapsed);
            told.push(caller);
          }),
        ),
    };
  };
  /** Lets everything that needs no timer finish. */
  const atOnce = async () => {
    for (let n = 0; n < 20; n += 1) await Promise.resolve();
  };

  it('rejects a hundred at once and then one at a time, without delaying other callers', async () => {
    const { told, refuse } = start();
    const loud = refuse('loud', 103);
    const quiet = refuse('quiet', 100);
    await atOnce();
    expect(told).toHaveLength(200);
    expect(told.filter((caller) => caller === 'quiet')).toHaveLength(100);
    await Promise.all([loud, quiet]);
    expect(told.slice(200)).toEqual(['loud', 'loud', 'loud']);
  });

  it('spaces further rejections by 10 ms, which makes a hundred per second', async () => {
    const { told, pass, refuse } = start();
    await refuse('loud', 100);
    pass(9);
    const early = refuse('loud', 1);
    await atOnce();
    expect(told).toHaveLength(100);
    await early;
    // The next turn of the one before.
    pass(11);
    const two = refuse('loud', 2);
    await atOnce();
    expect(told).toHaveLength(102);
    await two;
    pass(1_010);
    await refuse('loud', 100);
    const other = refuse('loud', 1).then(() => told.push('last'));
    await atOnce();
    expect(told).toHaveLength(203);
    await other;
    expect(told.at(-1)).toBe('last');
  });

  it('holds a rejection for at most a second after the request arrived', async () => {
    const { told, refuse } = start();
    await refuse('loud', 400);
    told.length = 0;
    const startedAt = performance.now();
    const held = [0, 900, 999].map((elapsed) =>
      refuse('loud', 1, elapsed).then(() => told.push(`${elapsed}`)),
    );
    void refuse('loud', 1, 1_000).then(() => told.push('1000'));
    await atOnce();
    expect(told).toEqual(['loud', '1000']);
    await Promise.all(held);
    expect(told.slice(2)).toEqual(['loud', '999', 'loud', '900', 'loud', '0']);
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(990);
  });

  it('forgets earlier delays after a pause', async () => {
    const { told, pass, refuse } = start();
    const loud = refuse('loud', 1_000);
    // Every turn is at most a second away.
    pass(2_000);
    await refuse('loud', 100);
    expect(told.length).toBeLessThan(1_000);
    await loud;
  });

  it('holds at most a thousand rejections of all callers, and sends any further one at once', async () => {
    const { told, refuse } = start();
    const held = [refuse('one', 600), refuse('other', 600)];
    await atOnce();
    expect(told).toHaveLength(200);
    const beyond = refuse('other', 5);
    await atOnce();
    expect(told).toHaveLength(205);
    await beyond;
    await Promise.all(held);
    expect(told).toHaveLength(1_205);
    const again = refuse('one', 1);
    await atOnce();
    expect(told).toHaveLength(1_205);
    await again;
  });
});
