import { expect, it } from 'vitest';
import { bookingBody } from '../../harness/data/factories.ts';
import { useTestService } from '../../harness/servers/use-test-service.ts';

const service = useTestService('postgresql');

it.each<[manner: string, participants: [] | undefined, batch?: { atomic: boolean }]>([
  ['a PUT without participants', undefined],
  ['a PUT with an empty list', []],
  ['an item of a batch', undefined, { atomic: false }],
  ['an item of an atomic batch', undefined, { atomic: true }],
])('%s removes those of its own booking only', async (_manner, participants, batch) => {
  const { externalServiceId, courtIds, token } = await service.factories.tenant();
  const guests = [{ email: 'guest@example.com' }, { email: 'other@example.com' }];
  for (const [slot, id] of ['left', 'beside'].entries()) {
    const body = bookingBody(courtIds[0], { participants: guests }, slot);
    await service.upsertCourtBooking(externalServiceId, id, { token, body });
  }
  const stored = (id: string) =>
    service.database.query(
      `select p.email from court_booking_participants p join court_bookings b on b.id = court_booking_id
       where external_service_id = $1 and external_court_booking_id = $2 order by position`,
      [externalServiceId, id],
    );
  expect(await stored('left')).toEqual(guests);
  const newer = bookingBody(courtIds[0], { participants, externalUpdatedAt: '2026-11-20T13:00:00Z' });
  const items = [{ action: 'upsert', externalCourtBookingId: 'left', ...newer }];
  const { body } = batch
    ? await service.batchCourtBookings(externalServiceId, { token, body: { ...batch, items } })
    : await service.upsertCourtBooking(externalServiceId, 'left', { token, body: newer });
  expect((batch ? body.results[0].courtBooking : body).participants).toEqual([]);
  expect(await stored('left')).toEqual([]);
  expect(await stored('beside')).toEqual(guests);
});
