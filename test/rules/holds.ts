import fc from 'fast-check';
import { expect } from 'vitest';
import { runs } from '../harness/data/runs.ts';

/**
 * Checks a property of the rules on generated input. Inside of it, use `node:assert`, which is ten times as fast as `expect`.
 *
 * @param few how many inputs; `TEST_RUNS` multiplies it
 */
export function holds<Input>(inputs: fc.Arbitrary<Input>, few: number, check: (input: Input) => void): void {
  let judged = 0;
  const property = fc.property(inputs, (input) => {
    judged += 1;
    check(input);
  });
  fc.assert(property, { numRuns: runs(few) });
  expect(judged).toBe(runs(few));
}
