import { deepEqual, equal, notEqual } from 'node:assert/strict';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Content } from '../../src/rules/court-booking.ts';
import { overlapError } from '../../src/rules/overlap.ts';
import { holds } from './holds.ts';
import { hoursOf, hoursTaken, Memory } from './memory.ts';
import { choices, hour, number, requestFrom, requests } from './requests.ts';

describe('overlaps', () => {
  it('never stores two active bookings in one hour of a court, whatever partners and operators do', () => {
    holds(fc.array(number, { minLength: 2, maxLength: 12 }), 1_500, (numbers) => {
      const memory = new Memory();
      for (const from of numbers) {
        const choose = choices(from);
        const act = choose('send', 'send', 'send', 'send', 'send', 'cancel', 'reinstate', 'swap');
        const { service, item } = requestFrom(Math.floor(from / 8));
        const id = item.externalCourtBookingId;
        if (act === 'send') memory.send(service, item);
        else if (act === 'cancel') memory.cancelAsOperator(service, id);
        else if (act === 'reinstate') memory.reinstate(service, id);
        else memory.sendAtomically(service, [item, requestFrom(Math.floor(from / 99)).item]);
        const taken = hoursTaken(memory.bookings.values());
        equal(new Set(taken).size, taken.length);
      }
    });
  });

  it('rejects only a place that is taken, and names its own bookings whole and others within the place', () => {
    holds(requests, 1_500, (all) => {
      const memory = new Memory();
      for (const { service, item } of all) {
        const others = [...memory.bookings].filter(
          ([key]) => key !== `${service}/${item.externalCourtBookingId}`,
        );
        const result = memory.send(service, item);
        if (result.outcome !== 'refused' || item.action === 'cancel') continue;
        if (result.rejection.error !== 'court_booking_overlap') continue;
        const taken = hoursTaken(others.map(([, booking]) => booking));
        const wanted = hoursOf(item.content);
        const conflicts = result.rejection.conflicts!;
        const { courtId } = item.content;
        const named = conflicts.flatMap((one) => hoursOf({ ...item.content, ...one, courtId }));
        deepEqual(
          wanted.filter((one) => taken.includes(one)),
          wanted.filter((one) => named.includes(one)),
        );
        notEqual(conflicts.length, 0);
        for (const { externalCourtBookingId, ...one } of conflicts) {
          const hours = hoursOf({ ...item.content, ...one, courtId });
          equal(
            hours.some((hour) => wanted.includes(hour)),
            true,
          );
          const own = memory.bookings.get(`${service}/${externalCourtBookingId}`);
          const { startDate, endDate }: Content = own ? own.content : item.content;
          equal(one.startDate >= startDate && one.endDate <= endDate, true);
          if (own) deepEqual([one.startDate, one.endDate], [startDate, endDate]);
        }
      }
    });
  });

  it('names the first ten bookings in the way, by their start', () => {
    const conflicts = [7, 2, 11, 0, 5, 9, 1, 10, 4, 8, 3, 6].map((n) => ({
      ...{ id: `${n}`, startDate: hour(n), endDate: hour(n + 1) },
    }));
    const named = overlapError(conflicts).conflicts!.map(({ startDate }) => startDate);
    expect(named).toEqual(Array.from({ length: 10 }, (_, n) => hour(n)));
  });
});
