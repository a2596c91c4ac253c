import { describe, expect, it } from 'vitest';
import { isPaced, judgeGrowth, judgeRandomness, type Pause } from '../../../src/sandbox/checks/pauses.ts';
import { randomFrom } from '../../../src/sandbox/random.ts';
import { evidenceOf } from '../../harness/sandbox/evidence.ts';

type Random = () => number;
/** Returns the three pauses of a booking. */
type Pausing = (random: Random) => number[];

const attempts = [0, 1, 2];
const doubled =
  (share: (random: Random) => number): Pausing =>
  (random) =>
    attempts.map((n) => 250 * 2 ** n * share(random));

const right: Record<string, Pausing> = {
  'full jitter': doubled((random) => random()),
  'equal jitter': doubled((random) => 0.5 + random() / 2),
  'a tenth of jitter': doubled((random) => 1 + random() / 10),
  'decorrelated jitter': (random) => {
    let last = 150;
    return attempts.map(() => (last = 150 + random() * (3 * last - 150)));
  },
  'half as long again, plus or minus a half': (random) =>
    attempts.map((n) => 300 * 1.5 ** n * (0.5 + random())),
};
const wrong: Record<
  string,
  { pausing: Pausing; growth: 'passed' | 'failed'; randomness: 'passed' | 'failed' }
> = {
  'doubles without a random part': { pausing: doubled(() => 1), growth: 'passed', randomness: 'failed' },
  'waits a second': { pausing: () => [1_000, 1_000, 1_000], growth: 'failed', randomness: 'failed' },
  'grows in steps': { pausing: () => [120, 240, 360], growth: 'passed', randomness: 'failed' },
  'waits a random time that does not grow': {
    pausing: (random) => attempts.map(() => 200 + 200 * random()),
    growth: 'failed',
    randomness: 'passed',
  },
  'does not wait': { pausing: () => [0, 0, 0], growth: 'failed', randomness: 'failed' },
};

interface Circumstances {
  count: number;
  /** The usual delay of the machine, in milliseconds. */
  delay: number;
  /** How often four pauses last up to 0.9 s longer, because the client gets no CPU. The sandbox does not see it. */
  stalls?: number;
}

/** Returns what the sandbox sees of a client: its pauses by attempt, each of which is noticed late. */
function seen(pausing: Pausing, seed: number, { count, delay, stalls = 0 }: Circumstances): Pause[][] {
  const random = randomFrom(seed);
  const all = Array.from({ length: count }, () => pausing(random));
  for (let n = 0; n < 4 * stalls; n += 1)
    all[Math.floor(random() * count)]![Math.floor(random() * attempts.length)]! += 300 + 600 * random();
  return attempts.map((n) =>
    all.map((pauses) => {
      const late = delay * random() ** 2 * 2;
      const most = Math.round(pauses[n]! + late);
      // The sandbox sees about as much delay as the client has.
      return { least: Math.max(0, most - 2 * delay * (0.5 + random())), most };
    }),
  );
}

const verdictsOf = (judge: typeof judgeGrowth, pausing: Pausing, circumstances: Circumstances) => {
  const counts: Record<string, number> = {};
  for (let seed = 1; seed <= 1_000; seed += 1) {
    const { verdict = 'too few' } = judge(seen(pausing, seed, circumstances)) ?? {};
    counts[verdict] = (counts[verdict] ?? 0) + 1;
  }
  return counts;
};

const quiet = { count: 24, delay: 2 };
/** A client that sends each step as one batch shows fewer pauses. */
const batches = { count: 12, delay: 2 };
const busy = { count: 24, delay: 60 };
const stalled = { count: 24, delay: 2, stalls: 1 };

describe('the pauses of a client', () => {
  it.each(Object.entries(right))('with %s are right in all of 1,000 runs', (_name, pausing) => {
    for (const judge of [judgeGrowth, judgeRandomness])
      expect(verdictsOf(judge, pausing, quiet)).toEqual({ passed: 1_000 });
  });

  it.each(Object.entries(right))(
    'with %s are right with batches in all but 2 of 1,000 runs',
    (_name, pausing) => {
      for (const judge of [judgeGrowth, judgeRandomness])
        expect(verdictsOf(judge, pausing, batches).passed).toBeGreaterThanOrEqual(998);
    },
  );

  it.each(Object.entries(right))('with %s are not failed on a busy machine', (_name, pausing) => {
    for (const judge of [judgeGrowth, judgeRandomness])
      for (const circumstances of [busy, stalled])
        expect(verdictsOf(judge, pausing, circumstances)).not.toHaveProperty('failed');
  });

  it.each(Object.entries(wrong))(
    'of a client that %s are failed',
    (_name, { pausing, growth, randomness }) => {
      for (const circumstances of [quiet, batches]) {
        expect(verdictsOf(judgeGrowth, pausing, circumstances)[growth]).toBeGreaterThanOrEqual(990);
        expect(verdictsOf(judgeRandomness, pausing, circumstances)).toEqual({ [randomness]: 1_000 });
      }
    },
  );

  it.each(Object.entries(wrong).filter(([, { randomness }]) => randomness === 'failed'))(
    'of a client that %s are never passed on a busy machine',
    (_name, { pausing }) => {
      expect(verdictsOf(judgeRandomness, pausing, busy)).not.toHaveProperty('passed');
    },
  );

  it.each([
    ['no pause', []],
    ['three pauses', [[1, 2, 3].map((most) => ({ least: most, most }))]],
  ])('are not judged with %s', (_what, pauses) => {
    expect([judgeGrowth(pauses), judgeRandomness(pauses)]).toEqual([undefined, undefined]);
  });
});

describe('members that are sent', () => {
  /** Requests at an interval, some together, each of which is open for some milliseconds. */
  const requests = (count: number, every: number, open: number, limited = 0, together = 1) =>
    evidenceOf(
      Array.from({ length: count }, (_, n) => ({
        at: every * Math.floor(n / together),
        answeredAt: every * Math.floor(n / together) + open,
        status: n < limited ? 429 : 201,
      })),
    );
  it.each([
    ['in batches, one after the other', requests(10, 1_000, 1_000), 'passed'],
    ['one by one, with pauses', requests(2_000, 25, 10), 'passed'],
    ['one by one, without a pause, so that the limit rejects some', requests(2_000, 10, 10, 41), 'failed'],
    ['one by one, without a pause, at a slow service', requests(2_000, 25, 25), 'not seen'],
    ['forty at a time, with pauses', requests(2_000, 800, 400, 0, 40), 'passed'],
    ['forty at a time, without a pause, at a slow service', requests(2_000, 30, 1_200), 'not seen'],
  ])('%s: judged right', (_how, evidence, verdict) => {
    expect(isPaced.judge(evidence)).toMatchObject({ verdict });
  });
});
