import { describe, expect, it } from 'vitest';
import { scopes } from '../../../src/rules/requests/scope.ts';
import { authorizePartner } from '../../../src/services/access/authorize-partner.ts';
import { cancelCourtBooking } from '../../../src/services/bookings/cancel-court-booking.ts';
import { cancelCourtBookingAsOperator } from '../../../src/services/bookings/cancel-court-booking-as-operator.ts';
import { reinstateCourtBooking } from '../../../src/services/bookings/reinstate-court-booking.ts';
import { resetCourtBookingVersion } from '../../../src/services/bookings/reset-court-booking-version.ts';
import { upsertCourtBooking } from '../../../src/services/bookings/upsert-court-booking.ts';
import { supporter, useVerbs } from '../../harness/clients/verbs.ts';

const now = Date.parse('2026-11-20T12:00:00Z');
const [stamp, later] = ['2026-11-01T00:00:00.000000Z', '2026-11-02T00:00:00.000000Z'];
const verbs = useVerbs(() => now);
const { context, query } = verbs;

async function book() {
  const { externalServiceId, tokenId, courtIds } = await verbs.factories.tenant();
  const token = { id: tokenId, externalServiceId, scopes: [...scopes] };
  const partner = authorizePartner(token, 'court-bookingwrite', externalServiceId);
  const { booking } = await upsertCourtBooking(context(), partner, 'one', {
    courtId: courtIds[0],
    startDate: '2030-01-01T10:00:00.000000Z',
    endDate: '2030-01-01T11:00:00.000000Z',
    externalUpdatedAt: stamp,
    participants: [],
  });
  return { id: booking.id, courtId: courtIds[0], partner };
}
const stored = async (id: string) =>
  (
    await query(
      `select active, cancellation_reason as reason, (extract(epoch from external_updated_at) * 1000)::float8 as stamp
       from court_bookings where id = $1`,
      id,
    )
  )[0];

describe('reinstating a booking', () => {
  const reinstate = (courtBookingId: string) =>
    reinstateCourtBooking(context(), supporter, { courtBookingId });

  it('court_not_found for a closed court says how to open it', async () => {
    const { id, courtId } = await book();
    await cancelCourtBookingAsOperator(context(), supporter, { courtBookingId: id, reason: 'flood' });
    await query('update courts set active = false where id = $1', courtId);
    await expect(reinstate(id)).rejects.toMatchObject({
      type: 'court_not_found',
      message: expect.stringMatching(/court is closed.*Reopen it/),
    });
    expect(await stored(id)).toMatchObject({ active: false, reason: 'flood' });
  });

  it('nothing_to_change says that only the partner has cancelled', async () => {
    const { id, partner } = await book();
    await cancelCourtBooking(context(), partner, 'one', later);
    await expect(reinstate(id)).rejects.toMatchObject({
      type: 'nothing_to_change',
      message: expect.stringContaining('No operator has cancelled it'),
    });
  });
});

it('cancelling again for another reason names the reason that the partner reads', async () => {
  const { id } = await book();
  const cancel = (reason: string) =>
    cancelCourtBookingAsOperator(context(), supporter, { courtBookingId: id, reason });
  expect([await cancel('flood'), await cancel('flood')]).toEqual([id, id]);
  await expect(cancel('storm')).rejects.toMatchObject({
    type: 'nothing_to_change',
    message: expect.stringContaining('"flood"'),
  });
  expect(await stored(id)).toMatchObject({ active: false, reason: 'flood' });
});

it('resetting a version rejects a future externalUpdatedAt, but accepts the current time', async () => {
  const { id } = await book();
  const reset = async (at: number) =>
    resetCourtBookingVersion(context(), supporter, {
      courtBookingId: id,
      externalUpdatedAt: new Date(at).toISOString().replace('Z', '000Z'),
    });
  await expect(reset(now + 1)).rejects.toMatchObject({
    type: 'invalid_schema',
    issues: [
      {
        path: ['externalUpdatedAt'],
        code: 'in_the_future',
        message: expect.stringMatching(/^Must not lie in the future/),
      },
    ],
  });
  expect(await stored(id)).toMatchObject({ stamp: Date.parse(stamp) });
  await reset(now);
  expect(await stored(id)).toMatchObject({ stamp: now });
});
