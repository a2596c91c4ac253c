import { describe, expect, it } from 'vitest';
import { bookingBody, type Tenant } from '../../harness/data/factories.ts';
import { type CallAnswer, uniqueId } from '../../harness/servers/test-service.ts';
import { useTestService } from '../../harness/servers/use-test-service.ts';

const early = '2026-11-20T11:00:00Z';
const at = '2026-11-20T12:00:00Z';
const late = '2026-11-20T13:00:00Z';

const service = useTestService('postgresql');

const typeOf = ({ status, body }: CallAnswer) => body.error?.type ?? status;
const cancel = async ({ externalServiceId, token }: Tenant, id: string, stamp: string) =>
  typeOf(await service.cancelCourtBooking(externalServiceId, id, stamp, { token }));
const put = async (
  { externalServiceId, token, courtIds }: Tenant,
  id: string,
  stamp: string,
  slot: number,
) => {
  const body = bookingBody(courtIds[0], { externalUpdatedAt: stamp }, slot);
  return typeOf(await service.upsertCourtBooking(externalServiceId, id, { token, body }));
};

describe('remembered cancellation without a booking', () => {
  it('is deleted when its booking is created, and others remain', async () => {
    const [own, other] = [await service.factories.tenant(), await service.factories.tenant()];
    const [id, another] = [uniqueId('booking'), uniqueId('booking')];
    for (const [tenant, one] of [
      [own, id],
      [own, another],
      [other, id],
    ] as const)
      expect(await cancel(tenant, one, at)).toBe(200);
    expect(await put(own, id, late, 1)).toBe(201);
    const remembered = await service.database.query<{ service: string; id: string }>(
      `select external_service_id as service, external_court_booking_id as id from cancellation_stamps
       where external_service_id = any($1) order by external_service_id = $2, 2`,
      [[own.externalServiceId, other.externalServiceId], own.externalServiceId],
    );
    expect(remembered).toEqual([
      { service: other.externalServiceId, id },
      { service: own.externalServiceId, id: another },
    ]);
  });

  it('is deleted by an atomic batch, too', async () => {
    const own = await service.factories.tenant();
    const [id, another] = [uniqueId('booking'), uniqueId('booking')];
    for (const one of [id, another]) expect(await cancel(own, one, at)).toBe(200);
    const { body } = await service.batchCourtBookings(own.externalServiceId, {
      token: own.token,
      body: {
        atomic: true,
        items: [
          {
            action: 'upsert',
            externalCourtBookingId: id,
            ...bookingBody(own.courtIds[0], { externalUpdatedAt: late }),
          },
        ],
      },
    });
    expect(body.summary).toMatchObject({ created: 1, refused: 0 });
    const remembered = await service.database.query<{ id: string }>(
      'select external_court_booking_id as id from cancellation_stamps where external_service_id = $1',
      [own.externalServiceId],
    );
    expect(remembered).toEqual([{ id: another }]);
  });
});

describe('cancellation times of a booking', () => {
  const cancelledAt = async (id: string) => {
    const [row] = await service.database.query<{ any: string; partner: string | null; stamp: string }>(
      `select cancelled_at::text as any, partner_cancelled_at::text as partner, external_updated_at::text as stamp
       from court_bookings where external_court_booking_id = $1`,
      [id],
    );
    return row!;
  };

  it.each(['single', 'not atomic', 'atomic'] as const)(
    'a newer cancellation by the partner changes only the version: %s',
    async (manner) => {
      const own = await service.factories.tenant();
      const id = uniqueId('booking');
      expect(await put(own, id, early, 1)).toBe(201);
      expect(await cancel(own, id, at)).toBe(200);
      const first = await cancelledAt(id);
      if (manner === 'single') expect(await cancel(own, id, late)).toBe(200);
      else {
        const items = [{ action: 'cancel', externalCourtBookingId: id, externalUpdatedAt: late }];
        const { body } = await service.batchCourtBookings(own.externalServiceId, {
          token: own.token,
          body: { atomic: manner === 'atomic', items },
        });
        expect(body.summary).toMatchObject({ cancelled: 1 });
      }
      expect(await cancelledAt(id)).toEqual({ ...first, stamp: expect.stringContaining('13:00:00') });
    },
  );

  it('a cancellation by the partner keeps the earlier time of an operator and adds its own', async () => {
    const own = await service.factories.tenant();
    const id = uniqueId('booking');
    expect(await put(own, id, early, 1)).toBe(201);
    await service.factories.cancelBooking(own.externalServiceId, id);
    const first = await cancelledAt(id);
    expect(first.partner).toBeNull();
    expect(await cancel(own, id, at)).toBe(200);
    const second = await cancelledAt(id);
    expect(second.any).toBe(first.any);
    expect(Date.parse(second.partner!)).toBeGreaterThan(Date.parse(first.any));
  });
});
