import { expect, it } from 'vitest';
import { type KeptCourts, OccupancyMemory } from '../../../src/services/bookings/occupancy-memory.ts';

it('drops the oldest ranges when there are many, also of courts without bookings', () => {
  const memory = new OccupancyMemory();
  const courts = (range: number): KeptCourts => {
    const ids = Array.from({ length: 300 }, (_, n) => `court ${range} ${n}`);
    return new Map(ids.map((courtId) => [courtId, { courtId, version: '1', occupied: [] }]));
  };
  for (let n = 0; n < 200; n += 1) memory.keep(`range ${n}`, courts(n));
  const kept = Array.from({ length: 200 }, (_, n) => memory.get(`range ${n}`).size > 0);
  expect([kept.at(0), kept.at(-1)]).toEqual([false, true]);
  expect(kept.filter(Boolean).length).toBeLessThan(170);
});
