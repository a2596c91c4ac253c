import { deepEqual, equal } from 'node:assert/strict';
import { describe, expect, it } from 'vitest';
import type { StoredBooking } from '../../src/rules/court-booking.ts';
import { isActive } from '../../src/rules/court-booking-status.ts';
import { resultOfReinstatement } from '../../src/rules/reinstate-court-booking.ts';
import { holds } from './holds.ts';
import { isDone, Memory } from './memory.ts';
import { content, requests, upsertOf } from './requests.ts';

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

  it('leaves no trace once it is reversed, except for the time of the change', () => {
    holds(requests, 1_500, (all) => {
      const memory = new Memory();
      for (const { service, item } of all) {
        memory.send(service, item);
        const key = `${service}/${item.externalCourtBookingId}`;
        const before = memory.bookings.get(key);
        memory.cancelAsOperator(service, item.externalCourtBookingId);
        memory.reinstate(service, item.externalCourtBookingId);
        if (!before) continue;
        const { updatedAt: _changed, ...after } = memory.bookings.get(key)!;
        const { updatedAt: _unchanged, ...expected } = before;
        deepEqual(withNulls(after), withNulls(expected));
      }
    });
  });

  const withNulls = ({
    cancelledAt,
    partnerCancelledAt,
    cancellationReason,
    ...booking
  }: Partial<StoredBooking>) => ({
    ...booking,
    cancelledAt: cancelledAt ?? null,
    partnerCancelledAt: partnerCancelledAt ?? null,
    cancellationReason: cancellationReason ?? null,
  });
  const byOperator = { cancelledAt: 'then', cancellationReason: 'Rain.' };
  const [court, closed] = [content(), content({ courtId: 'closed' })];
  it.each([
    ['an active booking', { content: court }, 'unchanged'],
    [
      'a booking that only its partner cancelled',
      { content: court, cancelledAt: 'then', partnerCancelledAt: 'then' },
      'nothing_to_change',
    ],
    ['a booking at a free place', { ...byOperator, content: content({ courtId: 'other' }) }, 'reinstated'],
    ['a booking at a place that is taken', { ...byOperator, content: court }, 'court_booking_overlap'],
    ['a booking of a closed court', { ...byOperator, content: closed }, 'court_not_found'],
    [
      'a booking that stays cancelled, so it needs no place',
      { ...byOperator, partnerCancelledAt: 'then', content: closed },
      'reinstated',
    ],
  ])('is judged when it is reversed: %s', (_booking, booking, verdict) => {
    const memory = new Memory();
    memory.send('other', upsertOf('in the way'));
    const stored = { ...memory.bookings.get('other/in the way')!, id: 'x', ...booking };
    const result = resultOfReinstatement(memory.knownTo('one'), stored, memory.writing);
    expect(result.outcome === 'refused' ? result.rejection.error : result.outcome).toBe(verdict);
  });
});
