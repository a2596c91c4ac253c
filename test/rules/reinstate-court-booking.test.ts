import { deepEqual, equal } from 'node:assert/strict';
import { describe, it } from 'vitest';
import type { StoredBooking } from '../../src/rules/court-booking.ts';
import { isActive } from '../../src/rules/court-booking-status.ts';
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
});
