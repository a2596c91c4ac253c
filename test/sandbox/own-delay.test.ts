import { expect, it, onTestFinished } from 'vitest';
import { OwnDelay } from '../../src/sandbox/own-delay.ts';

it('a delay counts around the time at which it began and ended', () => {
  const delay = new OwnDelay();
  onTestFinished(() => delay.close());
  delay.add(1_000, 100);
  delay.add(2_000, 1);
  expect([800, 870, 950, 1_010, 1_030, 2_000].map((time) => delay.around(time))).toEqual([
    0, 100, 100, 100, 0, 0,
  ]);
});
