import { afterEach, describe, expect, it } from 'vitest';
import { useOperator, useTenant, useTestService } from '../../harness/servers/use-test-service.ts';

const hour = 3_600_000;
const start = Date.UTC(2026, 9, 1, 10);

/** Changes of a stored booking that operators make. `cancelled`: of a booking that an operator has cancelled. */
const changes: Record<string, { input: object; cancelled?: true; isBlock?: true }> = {
  cancelCourtBooking: { input: { reason: 'Flood' } },
  reinstateCourtBooking: { input: {}, cancelled: true },
  moveCourtBooking: { input: { startDate: '2027-03-01T10:00:00Z' } },
  resetCourtBookingVersion: { input: { externalUpdatedAt: '2026-01-01T00:00:00Z' } },
  unblockCourt: { input: {}, isBlock: true },
};

describe('a change of a booking that is over', () => {
  const service = useTestService('postgresql');
  const support = useOperator(service, 'SUPPORT');
  const tenant = useTenant(service, 1);
  afterEach(() =>
    service.database.query('delete from court_bookings where court_id = $1', [tenant.courtIds[0]]),
  );

  const bookingAt = async (at: number, more: { blockReason?: string } = {}) =>
    (await service.factories.booking(tenant.externalServiceId, tenant.courtIds[0], [at, at + hour], more)).id;
  const rows = () => service.database.query('select * from court_bookings order by id', []);
  const mutate = (name: string, input: object) =>
    support.mutate(
      name,
      input,
      `__typename ${name === 'cancelCourtBookings' ? '... on CourtBookingsCancellation { done count confirmToken }' : ''}`,
    );

  it.each(Object.entries(changes))('by %s needs a confirmation of its own', async (name, change) => {
    const courtBookingId = await bookingAt(start, change.isBlock ? { blockReason: 'Net' } : {});
    if (change.cancelled)
      await service.database.query(
        "update court_bookings set cancelled_at = now(), cancellation_reason = 'Flood' where id = $1",
        [courtBookingId],
      );
    const input = { courtBookingId, ...change.input };
    const before = await rows();
    const refused = {
      type: 'court_booking_over',
      message: expect.stringContaining('1 Oct 2026, 11:00:00 UTC'),
    };
    expect(await mutate(name, input)).toMatchObject(refused);
    expect(await mutate(name, { ...input, changesPast: false })).toMatchObject(refused);
    expect(await rows()).toEqual(before);
    expect(await mutate(name, { ...input, changesPast: true })).toEqual({ __typename: 'CourtBooking' });
    expect(await rows()).not.toEqual(before);
  });

  it('by cancelCourtBookings needs it besides the token, which a rejection does not use up', async () => {
    await bookingAt(start);
    await bookingAt(Date.UTC(2027, 2, 1));
    const range = { from: '2026-10-01T00:00:00Z', to: '2027-03-02T00:00:00Z', reason: 'Flood' };
    const input = { courtId: tenant.courtIds[0], ...range };
    const { confirmToken, count } = await mutate('cancelCourtBookings', input);
    expect(count).toBe(2);
    expect(await mutate('cancelCourtBookings', { ...input, confirmToken })).toMatchObject({
      type: 'court_booking_over',
      message: expect.stringMatching(
        /^One of these bookings is over\. It ended on 1 Oct 2026, 11:00:00 UTC\./,
      ),
    });
    const data = await support.data<{ courtBookings: { totalCount: number } }>(
      '{ courtBookings(filter: { status: CANCELLED }) { totalCount } }',
    );
    expect(data.courtBookings.totalCount).toBe(0);
    const confirmed = { ...input, confirmToken, changesPast: true };
    expect(await mutate('cancelCourtBookings', confirmed)).toMatchObject({ done: true, count: 2 });
  });

  it('is needed neither for a booking to come nor to repeat a change', async () => {
    const future = await bookingAt(Date.UTC(2027, 2, 1));
    expect(await mutate('cancelCourtBooking', { courtBookingId: future, reason: 'Flood' })).toEqual({
      __typename: 'CourtBooking',
    });
    const past = { courtBookingId: await bookingAt(start), reason: 'Flood' };
    await mutate('cancelCourtBooking', { ...past, changesPast: true });
    expect(await mutate('cancelCourtBooking', past)).toEqual({ __typename: 'CourtBooking' });
  });
});
