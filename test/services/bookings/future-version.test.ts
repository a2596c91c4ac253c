import { describe, expect, it } from 'vitest';
import * as playbook from '../../graphql/graphiql/playbook.generated.ts';
import { ask, run } from '../../harness/clients/graphql-client.ts';
import { bookingBody } from '../../harness/data/factories.ts';
import { bookingIdIn, valueIn } from '../../harness/data/rows.ts';
import { uniqueId } from '../../harness/servers/test-service.ts';
import { useClockedService, useTenant } from '../../harness/servers/use-test-service.ts';

const day = 24 * 60 * 60_000;

describe('version that is ahead of the clock', () => {
  const service = useClockedService();
  const tenant = useTenant(service);

  const stampOf = (millis: number, micros = 0) =>
    new Date(service.clock.now() + millis).toISOString().replace('Z', `${String(micros).padStart(3, '0')}Z`);
  let slot = 0;
  const put = async (id: string, externalUpdatedAt: string) => {
    slot += 1;
    const { externalServiceId, token, courtIds } = tenant;
    const body = bookingBody(courtIds[0], { externalUpdatedAt }, slot);
    expect((await service.upsertCourtBooking(externalServiceId, id, { token, body })).status).toBeLessThan(
      300,
    );
  };
  const cancel = async (id: string, stamp: string) => {
    const { externalServiceId, token } = tenant;
    expect((await service.cancelCourtBooking(externalServiceId, id, stamp, { token })).status).toBe(200);
  };
  const isAhead = (id: string) =>
    valueIn<boolean>(
      service,
      'select stamp_ahead as ahead from court_bookings where external_court_booking_id = $1',
      id,
    );

  it.each(['created', 'updated', 'cancelled'] as const)(
    'is marked if it is more than 24 hours ahead, to the microsecond, when a booking is %s',
    async (what) => {
      const write = async (stamp: string) => {
        const id = uniqueId('booking');
        if (what !== 'created') await put(id, stampOf(-2 * day));
        await (what === 'cancelled' ? cancel : put)(id, stamp);
        return isAhead(id);
      };
      expect(await write(stampOf(-day / 2))).toBe(false);
      expect(await write(stampOf(day))).toBe(false);
      expect(await write(stampOf(day, 1))).toBe(true);
    },
  );

  it('is no longer marked after a write with a version that is not ahead', async () => {
    const id = uniqueId('booking');
    await put(id, stampOf(day, 1));
    expect(await isAhead(id)).toBe(true);
    await service.clock.advance(day);
    await put(id, stampOf(1));
    expect(await isAhead(id)).toBe(false);
    await put(id, stampOf(2 * day));
    await service.clock.advance(2 * day);
    await cancel(id, stampOf(1));
    expect(await isAhead(id)).toBe(false);
  });

  it('stays marked when an operator cancels the booking, whose version is no longer that far ahead', async () => {
    const id = uniqueId('booking');
    await put(id, stampOf(2 * day));
    await service.clock.advance(1.5 * day);
    const { secret } = await service.factories.operator('SUPPORT');
    const input = { courtBookingId: await bookingIdIn(service, id), reason: 'flood' };
    const { cancelCourtBooking } = await run(service, secret, playbook.CancelCourtBookingDocument, input);
    expect(cancelCourtBooking).toMatchObject({ status: 'CANCELLED' });
    expect(await isAhead(id)).toBe(true);
  });

  it('is shown to operators, and found by the filter, only until its time has come', async () => {
    const { externalServiceId } = tenant;
    const id = uniqueId('booking');
    await put(id, stampOf(day, 1));
    const { secret } = await service.factories.operator('VIEWER');
    const shown = async () => {
      const filter = `externalServiceId: "${externalServiceId}", externalCourtBookingId: "${id}"`;
      // stampAhead is its former name.
      const list = (ahead: boolean, name = 'hasFutureVersion') =>
        `courtBookings(filter: { ${filter}, ${name}: ${ahead} }) { nodes { hasFutureVersion: ${name} } }`;
      const { data } = await ask<Record<string, unknown>, never>(
        service,
        secret,
        `{ ahead: ${list(true, 'stampAhead')} others: ${list(false)} }`,
      );
      return data;
    };
    expect(await shown()).toEqual({ ahead: { nodes: [{ hasFutureVersion: true }] }, others: { nodes: [] } });
    await service.clock.advance(day + 1);
    expect(await isAhead(id)).toBe(true);
    expect(await shown()).toEqual({ ahead: { nodes: [] }, others: { nodes: [{ hasFutureVersion: false }] } });
  });
});
