import { beforeAll, describe, expect, it } from 'vitest';
import { scopes } from '../../../src/rules/requests/scope.ts';
import { authorizeSupporter } from '../../../src/services/access/authorize-operator.ts';
import { authorizePartner } from '../../../src/services/access/authorize-partner.ts';
import { cancelCourtBooking } from '../../../src/services/bookings/cancel-court-booking.ts';
import { cancelCourtBookingAsOperator } from '../../../src/services/bookings/cancel-court-booking-as-operator.ts';
import { reinstateCourtBooking } from '../../../src/services/bookings/reinstate-court-booking.ts';
import { resetCourtBookingVersion } from '../../../src/services/bookings/reset-court-booking-version.ts';
import { upsertCourtBooking } from '../../../src/services/bookings/upsert-court-booking.ts';
import { newId } from '../../../src/services/values/new-id.ts';
import { createFactories, type Factories, type Tenant } from '../../harness/data/factories.ts';
import { useTestDatabase } from '../../harness/servers/use-test-service.ts';

const now = Date.parse('2026-11-20T12:00:00Z');
const [stamp, later] = ['2026-11-01T00:00:00.000000Z', '2026-11-02T00:00:00.000000Z'];
const supporter = authorizeSupporter({ id: newId(), name: 'Jo', role: 'SUPPORT' });

const test = useTestDatabase();
let factories: Factories;
beforeAll(async () => {
  factories = createFactories(test.database);
});

const context = () => ({ database: test.database, newId, now: () => now, requestId: 'of the test' });

async function scene() {
  const tenant: Tenant = await factories.tenant();
  const { externalServiceId, tokenId, courtIds } = tenant;
  const token = { id: tokenId, externalServiceId, scopes: [...scopes] };
  const partner = authorizePartner(token, 'court-bookingwrite', externalServiceId);
  const book = async (name: string, minute = 0, externalUpdatedAt = stamp) => {
    const at = (minutes: number) => new Date(Date.UTC(2030, 0, 1, 10, minutes)).toISOString();
    const { booking } = await upsertCourtBooking(context(), partner, name, {
      courtId: courtIds[0],
      startDate: at(minute),
      endDate: at(minute + 5),
      externalUpdatedAt,
      participants: [],
    });
    return booking.id;
  };
  return {
    courtId: courtIds[0],
    book,
    cancelByPartner: (name: string) => cancelCourtBooking(context(), partner, name, later),
    cancelByOperator: (courtBookingId: string) =>
      cancelCourtBookingAsOperator(context(), supporter, { courtBookingId, reason: 'flood' }),
  };
}
const reinstate = (courtBookingId: string) => reinstateCourtBooking(context(), supporter, { courtBookingId });
const stored = async (id: string) => {
  const [row] = await test.database.query<Record<string, unknown>>(
    `select active, cancelled_at is not null as cancelled, cancelled_at = partner_cancelled_at as "sinceThePartner",
       cancellation_reason as reason, (extract(epoch from external_updated_at) * 1000)::float8 as stamp, stamp_ahead as ahead
     from court_bookings where id = $1`,
    [id],
  );
  return row!;
};
const written = async (id: string) => ({
  events: (
    await test.database.query<{ action: string }>(
      `select action from audit_events where subject_id = $1 and actor_type = 'operator' order by id`,
      [id],
    )
  ).map(({ action }) => action),
  changes: (
    await test.database.query<{ type: string }>(
      `select type from change_outbox where subject_id = $1 and actor_type = 'operator' order by id`,
      [id],
    )
  ).map(({ type }) => type),
});

describe('reinstating a booking', () => {
  it('makes it active again, and records and announces it once', async () => {
    const { book, cancelByOperator } = await scene();
    const id = await book('one');
    await cancelByOperator(id);
    expect(await stored(id)).toMatchObject({ active: false, reason: 'flood' });
    expect(await reinstate(id)).toBe(id);
    expect(await reinstate(id)).toBe(id);
    expect(await stored(id)).toMatchObject({ active: true, cancelled: false, reason: null });
    expect(await written(id)).toEqual({
      events: ['cancelCourtBooking', 'reinstateCourtBooking'],
      changes: ['court_booking.cancelled', 'court_booking.reinstated'],
    });
    const [event] = await test.database.query(
      `select before ->> 'cancellationReason' as before, after ->> 'cancellationReason' as after, subject_type as type,
         request_id as request from audit_events where subject_id = $1 and action = 'reinstateCourtBooking'`,
      [id],
    );
    expect(event).toEqual({ before: 'flood', after: null, type: 'court_booking', request: 'of the test' });
  });

  it('only withdraws the cancellation by the operator if the partner has cancelled, too', async () => {
    const { book, cancelByPartner, cancelByOperator, courtId } = await scene();
    const id = await book('one');
    await cancelByOperator(id);
    await cancelByPartner('one');
    await book('in its place');
    await test.database.query('update courts set active = false where id = $1', [courtId]);
    expect(await reinstate(id)).toBe(id);
    expect(await stored(id)).toMatchObject({
      active: false,
      cancelled: true,
      sinceThePartner: true,
      reason: null,
    });
    expect((await written(id)).events.at(-1)).toBe('reinstateCourtBooking');
    expect((await written(id)).changes.at(-1)).toBe('court_booking.reinstated');
  });

  it('court_booking_overlap for a taken slot lists the first ten conflicts by time and changes nothing', async () => {
    const { book, cancelByOperator } = await scene();
    const long = await book('long');
    await test.database.query(
      `update court_bookings set end_date = start_date + interval '2 hours' where id = $1`,
      [long],
    );
    await cancelByOperator(long);
    const others: string[] = [];
    for (let n = 11; n >= 0; n -= 1) others.unshift(await book(`other ${n}`, n * 5));
    await cancelByOperator(others[0]!);
    await book('after it', 120);
    await expect(reinstate(long)).rejects.toMatchObject({
      type: 'court_booking_overlap',
      conflictingIds: others.slice(1, 11),
    });
    expect(await stored(long)).toMatchObject({ active: false, reason: 'flood' });
    expect((await written(long)).events).toEqual(['cancelCourtBooking']);
  });

  it('court_not_found for a closed court says how to open it', async () => {
    const { book, cancelByOperator, courtId } = await scene();
    const id = await book('one');
    await cancelByOperator(id);
    await test.database.query('update courts set active = false where id = $1', [courtId]);
    await expect(reinstate(id)).rejects.toMatchObject({
      type: 'court_not_found',
      message: expect.stringMatching(/court is deactivated.*"updateCourt"/),
    });
    expect(await stored(id)).toMatchObject({ active: false, reason: 'flood' });
  });

  it('nothing_to_change if only the partner has cancelled, and court_booking_not_found for an unknown booking', async () => {
    const { book, cancelByPartner } = await scene();
    const id = await book('one');
    await cancelByPartner('one');
    await expect(reinstate(id)).rejects.toMatchObject({
      type: 'nothing_to_change',
      message: expect.stringContaining('No operator has cancelled it'),
    });
    expect(await written(id)).toEqual({ events: [], changes: [] });
    await expect(reinstate(newId())).rejects.toMatchObject({ type: 'court_booking_not_found' });
  });
});

describe('resetting the version of a booking', () => {
  const reset = async (courtBookingId: string, externalUpdatedAt: string) =>
    resetCourtBookingVersion(context(), supporter, { courtBookingId, externalUpdatedAt });
  const iso = (at: number) => new Date(at).toISOString().replace('Z', '000Z');
  const day = 24 * 60 * 60_000;

  it('unblocks a booking with a future version, so that it accepts the next update of its partner', async () => {
    const { book } = await scene();
    const id = await book('one', 0, iso(Date.now() + 3 * day));
    expect(await stored(id)).toMatchObject({ ahead: true });
    await expect(book('one', 5, later)).rejects.toMatchObject({ type: 'stale_write' });
    expect(await reset(id, stamp)).toBe(id);
    expect(await stored(id)).toMatchObject({ stamp: Date.parse(stamp), ahead: false });
    expect(await reset(id, stamp)).toBe(id);
    expect(await written(id)).toEqual({
      events: ['resetCourtBookingVersion'],
      changes: ['court_booking.version_reset'],
    });
    expect(await book('one', 5, later)).toBe(id);
  });

  it('rejects a future externalUpdatedAt with invalid_schema, but accepts the current time', async () => {
    const { book } = await scene();
    const id = await book('one');
    await expect(reset(id, iso(now + 1))).rejects.toMatchObject({
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
    await reset(id, iso(now));
    expect(await stored(id)).toMatchObject({ stamp: now });
    await expect(reset(newId(), stamp)).rejects.toMatchObject({ type: 'court_booking_not_found' });
  });
});
