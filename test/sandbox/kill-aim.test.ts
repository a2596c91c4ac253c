import { describe, expect, it } from 'vitest';
import { KillAim } from '../../src/sandbox/kill-aim.ts';
import { randomFrom } from '../../src/sandbox/random.ts';

const kills = 24;

/**
 * Kills a client as the sandbox does, and returns how many kills came between the cursor and the data of a page.
 *
 * @param cursorAt when it stores the cursor, in milliseconds after the page was sent
 * @param dataAt when it has stored the data
 * @param noise by which a kill comes late
 */
function hits(
  seed: number,
  { cursorAt, dataAt, noise }: { cursorAt: number; dataAt: number; noise: number },
): number {
  const random = randomFrom(seed);
  const aim = new KillAim(-50, random);
  let count = 0;
  for (let kill = 0; kill < kills; kill += 1) {
    const millis = aim.next();
    const at = millis + noise * random();
    // The client has gone on to the next page.
    if (at > dataAt) aim.observe(Math.min(millis, dataAt), true);
    else aim.observe(millis, at >= cursorAt);
    if (at >= cursorAt && at < dataAt) count += 1;
  }
  return count;
}

describe('the aim of kills', () => {
  it.each([
    ['a millisecond', { cursorAt: 5, dataAt: 6, noise: 2 }],
    ['two milliseconds, on a slow machine', { cursorAt: 12, dataAt: 14, noise: 8 }],
    ['a second', { cursorAt: 20, dataAt: 1_020, noise: 5 }],
    ['ten milliseconds, after a long work', { cursorAt: 400, dataAt: 410, noise: 5 }],
  ])('hits a client whose data come %s after the cursor, in 99 of 100 runs', (_what, client) => {
    const missed = Array.from({ length: 300 }, (_, n) => hits(n + 1, client)).filter((count) => count === 0);
    expect(missed.length).toBeLessThanOrEqual(3);
  });
});
