import { equal } from 'node:assert/strict';
import { describe, expect, it } from 'vitest';
import { isActive } from '../../src/rules/court-booking-status.ts';
import { judgeReinstatement } from '../../src/rules/reinstate-court-booking.ts';
import { holds } from './holds.ts';
import { isDone, Memory } from './memory.ts';
import { requests, upsertOf } from './requests.ts';

describe("an operator's cancellation", () => {
  it('stands whatever the partner sends, and is reversed unless the partner has cancelled, too', () => {
    holds(requests, 1_500, (all) => {
      const memory = new Memory();
      memory.send('one', upsertOf('x'));
      memory.cancelAsOperator('one', 'x');
      let isCancelled = false;
      for (const { item } of all) {
        const result = memory.send('one', { ...item, externalCourtBookingId: 'x' });
        if (item.action === 'upsert') equal(isDone(result), false);
        else if (isDone(result)) isCancelled = true;
        equal(isActive(memory.bookings.get('one/x')!), false);
      }
      memory.reinstate('one', 'x');
      equal(isActive(memory.bookings.get('one/x')!), !isCancelled);
    });
  });

  const byOperator = { cancelledAt: 'then', cancellationReason: 'Rain.' };
  const free = { isCourtActive: true, isTaken: false };
  it.each([
    ['an active booking', {}, free, 'unchanged'],
    [
      'a booking that only its partner cancelled',
      { cancelledAt: 'then', partnerCancelledAt: 'then' },
      free,
      'nothing_to_change',
    ],
    ['a booking at a free place', byOperator, free, 'reinstated'],
    ['a booking at a place that is taken', byOperator, { ...free, isTaken: true }, 'court_booking_overlap'],
    ['a booking of a closed court', byOperator, { isCourtActive: false, isTaken: true }, 'court_not_found'],
    [
      'a booking that stays cancelled, so it needs no place',
      { ...byOperator, partnerCancelledAt: 'then' },
      { isCourtActive: false, isTaken: true },
      'reinstated',
    ],
  ])('is judged when it is reversed: %s', (_booking, booking, place, verdict) => {
    expect(judgeReinstatement(booking, place)).toBe(verdict);
  });
});
