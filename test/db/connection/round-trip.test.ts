import { expect, it, onTestFinished, vi } from 'vitest';
import { RoundTrip } from '../../../src/db/connection/round-trip.ts';

it('is the shortest of the last 32 measurements, and 0 before the first', async () => {
  const now = vi.spyOn(performance, 'now');
  onTestFinished(() => now.mockRestore());
  const roundTrip = new RoundTrip();
  const measure = async (millis: number) => {
    now.mockReturnValueOnce(0).mockReturnValueOnce(millis);
    expect(await roundTrip.of(Promise.resolve('answer'))).toBe('answer');
  };
  expect(roundTrip.millis).toBe(0);
  await measure(3);
  for (let n = 0; n < 31; n += 1) await measure(7);
  expect(roundTrip.millis).toBe(3);
  await measure(9);
  expect(roundTrip.millis).toBe(7);
});
