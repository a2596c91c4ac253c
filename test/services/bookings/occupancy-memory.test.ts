import { expect, it } from 'vitest';
import { type CourtTimes, OccupancyMemory } from '../../../src/services/bookings/occupancy-memory.ts';

it('drops the oldest ranges when there are many, also of courts without bookings', () => {
  const memory = new OccupancyMemory();
  const courts = (prefix: string) =>
    new Map(
      Array.from({ length: 300 }, (_, n) => {
        const courtId = `${prefix} ${n}`;
        return [courtId, { courtId, version: '1', occupied: [] }] as [
          string,
          CourtTimes & { version: string },
        ];
      }),
    );
  for (let n = 0; n < 200; n += 1) memory.keep(`range ${n}`, courts(`court ${n}`));
  const kept = Array.from({ length: 200 }, (_, n) => memory.get(`range ${n}`).size > 0);
  expect([kept.at(0), kept.at(-1)]).toEqual([false, true]);
  expect(kept.filter(Boolean).length).toBeLessThan(170);
});
