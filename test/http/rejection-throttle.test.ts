import { describe, expect, it } from 'vitest';
import { RejectionThrottle } from '../../src/http/rejection-throttle.ts';

// They only wait: at once.
describe.concurrent('refusals of a caller that goes on', () => {
  /** A pace whose clock stands still until it is moved, and who was told, in their order. */
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
  /** All that is answered at once is, by then; no timer has rung. */
  const atOnce = async () => {
    for (let n = 0; n < 20; n += 1) await Promise.resolve();
  };

  it('a hundred are answered at once, and the rest one after the other; those of others meanwhile', async () => {
    const { told, refuse } = start();
    const loud = refuse('loud', 103);
    const quiet = refuse('quiet', 100);
    await atOnce();
    expect(told).toHaveLength(200);
    expect(told.filter((caller) => caller === 'quiet')).toHaveLength(100);
    await Promise.all([loud, quiet]);
    expect(told.slice(200)).toEqual(['loud', 'loud', 'loud']);
  });

  it('each is answered 10 ms after the one before; so who goes on is answered a hundred times a second', async () => {
    const { told, pass, refuse } = start();
    await refuse('loud', 100);
    pass(9);
    const early = refuse('loud', 1);
    await atOnce();
    expect(told).toHaveLength(100);
    await early;
    // The turn after that one's.
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

  it('none is held for longer than a second after its request came, whatever that has waited for before', async () => {
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

  it('what has been held back for so long is forgotten: after a pause all begin anew', async () => {
    const { told, pass, refuse } = start();
    const loud = refuse('loud', 1_000);
    // No turn is given that is more than a second away.
    pass(2_000);
    await refuse('loud', 100);
    expect(told.length).toBeLessThan(1_000);
    await loud;
  });

  it('a thousand are held at a time, of all callers together; whoever is beyond is answered at once, until one has been told', async () => {
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
