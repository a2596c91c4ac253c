import { describe, expect, it } from 'vitest';
import { nextAttempt } from '../../src/rules/next-attempt.ts';
import { waitMillis } from '../../src/rules/webhooks.ts';

const now = Date.UTC(2026, 10, 22, 12);
const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const wait = (failed: Partial<Parameters<typeof nextAttempt>[0]>, random = 0.5) => {
  const { dueAt, heldUntil } = nextAttempt({ attempts: 0, since: now, ...failed }, now, random);
  return { due: dueAt - now, held: heldUntil === undefined ? undefined : heldUntil - now };
};

describe('schedule of webhook attempts', () => {
  it('waits 5 s, 5 min, 30 min, and then 2, 5, 10, 14, 20 and 24 hours, as documented', () => {
    const hours = [2, 5, 10, 14, 20, 24].map((each) => each * hour);
    expect(waitMillis).toEqual([5 * second, 5 * minute, 30 * minute, ...hours]);
  });

  it('varies each wait by up to ten percent, and repeats the last wait after the end of the schedule', () => {
    for (const [attempts, each] of [...waitMillis, waitMillis.at(-1)!].entries()) {
      expect(wait({ attempts }, 0).due).toBe(Math.round(each * 0.9));
      expect(wait({ attempts }, 1).due).toBe(Math.round(each * 1.1));
      expect(wait({ attempts }).held).toBeUndefined();
    }
  });

  it.each([
    [429, '120', 120 * second],
    [503, ' 7 ', 7 * second],
    [503, new Date(now + 3 * hour).toUTCString(), 3 * hour],
    [429, '86401', 24 * hour],
    [429, new Date(now + 1_000 * hour).toUTCString(), 24 * hour],
    [429, '0', second],
    [429, new Date(now - hour).toUTCString(), second],
  ])('%i with Retry-After %s delays everything by that time', (status, retryAfter, asked) => {
    expect(wait({ status, retryAfter }, 0)).toEqual({ due: asked, held: asked });
  });

  it.each([
    [500, '120'],
    [429, undefined],
    [429, 'soon'],
    [503, ''],
    [429, '-1'],
    [429, 'retry 5'],
    [503, '2026-11-22T12:00:05Z'],
  ])('%i with Retry-After %s follows the schedule', (status, retryAfter) => {
    expect(wait({ status, retryAfter })).toEqual({ due: 5 * second, held: undefined });
  });

  it.each(['0', '1', new Date(now - hour).toUTCString()])(
    'an endpoint that always returns 429 with Retry-After %s sees growing pauses, within the schedule',
    (retryAfter) => {
      const pauses = Array.from({ length: 18 }, (_, attempts) => wait({ attempts, status: 429, retryAfter }));
      expect(pauses.map(({ due }) => due / second)).toEqual([
        ...[1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1_024, 2_048, 4_096, 8_192, 16_384, 32_768, 65_536],
        86_400,
      ]);
      // The endpoint did not request more, so other webhooks go on.
      expect(new Set(pauses.map(({ held }) => held))).toEqual(new Set([second]));
    },
  );

  it('ends after ten attempts, but not before the full duration of the schedule without requested pauses', () => {
    const isExhausted = (attempts: number, hours: number) =>
      nextAttempt({ attempts, since: now - hours * hour }, now, 0.5).isExhausted;
    expect(isExhausted(9, 76)).toBe(true);
    expect(isExhausted(8, 76)).toBe(false);
    // The full duration is 75 h 35 min 5 s. Random variation can shorten it by ten percent.
    const shortest = (0.9 * (75 * hour + 35 * minute + 5 * second)) / hour;
    expect(isExhausted(9, shortest + 0.001)).toBe(true);
    expect(isExhausted(9, shortest - 0.001)).toBe(false);
  });
});
