import type pg from 'pg';
import { describe, expect, it } from 'vitest';
import { databaseFunctions } from '../../../src/db/functions/functions.ts';
import * as playbook from '../../graphql/graphiql/playbook.generated.ts';
import { inLineBehind } from '../../harness/assertions/in-line.ts';
import { bookingBody } from '../../harness/data/factories.ts';
import { bookingIdIn } from '../../harness/data/rows.ts';
import { useOperator, useTenant, useTestService } from '../../harness/servers/use-test-service.ts';

describe('moving a booking', () => {
  const service = useTestService('postgresql');
  const support = useOperator(service, 'SUPPORT');
  const tenant = useTenant(service, 2);

  const put = (id: string, body: Record<string, unknown>) =>
    service.upsertCourtBooking(tenant.externalServiceId, id, { token: tenant.token, body });
  const stored = async (id: string) =>
    (
      await service.call(
        `/api/v1/external-services/${tenant.externalServiceId}/court-bookings/by-external-id/${id}`,
        { token: tenant.token },
      )
    ).body;
  const idOf = (id: string) => bookingIdIn(service, id);
  const slot = (n: number) => {
    const { startDate, endDate } = bookingBody(tenant.courtIds[0]!, {}, n);
    return { startDate: String(startDate), endDate: String(endDate) };
  };
  const move = async (id: string, to: { startDate: string; endDate?: string }, newCourtId?: string) => {
    const courtBookingId = await idOf(id);
    const { startDate, endDate: newEnd = null } = to;
    const variables = { courtBookingId, startDate, newEnd, ...(newCourtId ? { newCourtId } : {}) };
    return (await support.run(playbook.MoveCourtBookingDocument, variables)).moveCourtBooking;
  };
  /** Moves a booking while the partner changes it, and waits for that. */
  const moveDuring = async (
    id: string,
    startDate: string,
    change: (partner: pg.Client, courtBookingId: unknown) => Promise<unknown>,
  ) => {
    const key = `${databaseFunctions().schema}.court_booking_key($1, $2)`;
    const lock = [`select pg_advisory_xact_lock(${key})`, tenant.externalServiceId, id] as const;
    const courtBookingId = await idOf(id);
    return inLineBehind(
      service.url,
      lock,
      () => move(id, { startDate }),
      1,
      async (partner) => void (await change(partner, courtBookingId)),
    );
  };

  it('changes time and court, and keeps everything else', async () => {
    const participants = [{ email: 'guest@example.com' }];
    await put('a', bookingBody(tenant.courtIds[0]!, { participants }, 1));
    const before = await stored('a');
    expect(await move('a', slot(2), tenant.courtIds[1]!)).toMatchObject({
      externalCourtBookingId: 'a',
      court: { id: tenant.courtIds[1] },
    });
    const after = await stored('a');
    expect({ ...after, ...slot(2) }).toEqual({
      ...before,
      courtId: tenant.courtIds[1],
      ...slot(2),
      externalUpdatedAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    expect(after.participants).toEqual(before.participants);
  });

  it('rejects the partner’s older update afterwards, and accepts a newer one', async () => {
    const body = bookingBody(tenant.courtIds[0]!, {}, 5);
    await put('b', body);
    await move('b', slot(6));
    expect((await put('b', { ...body, ...slot(7) })).body.error.type).toBe('stale_write');
    const externalUpdatedAt = new Date(Date.now() + 1_000).toISOString();
    expect((await put('b', { ...body, ...slot(7), externalUpdatedAt })).status).toBe(200);
  });

  it('is newer than a version in the future', async () => {
    const externalUpdatedAt = '2099-01-01T00:00:00.000Z';
    await put('ahead', bookingBody(tenant.courtIds[0]!, { externalUpdatedAt }, 10));
    expect(await move('ahead', slot(11))).toMatchObject({
      externalUpdatedAt: '2099-01-01T00:00:00.001Z',
    });
  });

  it('keeps the duration to the microsecond without a new end', async () => {
    const { startDate } = slot(12);
    const endDate = new Date(Date.parse(startDate) + 5_400_000).toISOString().replace('.000Z', '.000123Z');
    await put('long', bookingBody(tenant.courtIds[0]!, { endDate }, 12));
    const to = { startDate: slot(13).startDate.replace('.000Z', '.999900Z') };
    expect(await move('long', to)).not.toHaveProperty('message');
    expect(await stored('long')).toMatchObject({
      ...to,
      endDate: new Date(Date.parse(to.startDate) + 5_400_001).toISOString().replace('Z', '023Z'),
    });
  });

  it('keeps the elapsed duration where clocks change', async () => {
    // 01:30 to 03:30 in Berlin, an hour on the night when clocks are put forward.
    const [startDate, endDate] = ['2027-03-28T00:30:00Z', '2027-03-28T01:30:00Z'];
    await put('night', bookingBody(tenant.courtIds[0]!, { startDate, endDate }));
    expect(await move('night', { startDate: '2027-03-29T00:30:00+02:00' })).toMatchObject({
      startDate: '2027-03-28T22:30:00.000Z',
      endDate: '2027-03-28T23:30:00.000Z',
    });
  });

  it('keeps the duration that the partner has written meanwhile', async () => {
    await put('grows', bookingBody(tenant.courtIds[0]!, {}, 50));
    const { startDate, endDate } = slot(55);
    const longer = "update court_bookings set end_date = end_date + interval '10 minutes' where id = $1";
    const moved = await moveDuring('grows', startDate, (partner, id) => partner.query(longer, [id]));
    const end = new Date(Date.parse(endDate) + 600_000).toISOString();
    expect(moved).toMatchObject({ startDate, endDate: end });
  });

  it('rejects a start whose booking would end after the year 2100, or whose version would lie there', async () => {
    const externalUpdatedAt = '2100-12-31T23:59:59.999Z';
    await put('newest', bookingBody(tenant.courtIds[0]!, { externalUpdatedAt }, 59));
    expect(await move('newest', slot(58))).toMatchObject({
      type: 'stale_write',
      message: expect.stringContaining('Reset the version'),
    });
    await put('last', bookingBody(tenant.courtIds[0]!, {}, 60));
    expect(await move('last', { startDate: '2100-12-31T23:59:00Z' })).toMatchObject({
      type: 'invalid_schema',
      issues: [{ path: ['endDate'], message: 'Must be in the years 2000 to 2100.' }],
    });
  });

  it('moves by a microsecond', async () => {
    await put('barely', bookingBody(tenant.courtIds[0]!, {}, 18));
    const startDate = slot(18).startDate.replace('.000Z', '.000001Z');
    expect(await move('barely', { startDate })).toMatchObject({ startDate });
  });

  it('changes nothing if the booking is there already', async () => {
    await put('same', bookingBody(tenant.courtIds[0]!, {}, 15));
    const before = await stored('same');
    for (const to of [slot(15), { startDate: slot(15).startDate }])
      expect(await move('same', to)).not.toHaveProperty('message');
    expect(await stored('same')).toEqual(before);
  });

  it('is rejected onto a taken time, for a cancelled booking, a block and an unknown booking', async () => {
    await put('one', bookingBody(tenant.courtIds[0]!, {}, 20));
    await put('two', bookingBody(tenant.courtIds[0]!, {}, 21));
    expect(await move('one', slot(21))).toMatchObject({ type: 'court_booking_overlap' });
    await service.factories.cancelBooking(tenant.externalServiceId, 'two');
    expect(await move('two', slot(22))).toMatchObject({
      type: 'court_booking_not_found',
      message: 'The booking is cancelled, so it cannot be moved. Reinstate it first.',
    });
    await put('three', bookingBody(tenant.courtIds[0]!, {}, 23));
    const at = new Date(Date.now() + 1_000).toISOString();
    await service.cancelCourtBooking(tenant.externalServiceId, 'three', at, { token: tenant.token });
    expect(await move('three', slot(24))).toMatchObject({
      type: 'court_booking_not_found',
      message: expect.stringContaining('The partner has cancelled the booking'),
    });
    const { startDate, endDate } = slot(30);
    const { blockCourt } = await support.run(playbook.BlockCourtDocument, {
      ...{ courtId: tenant.courtIds[0]!, from: startDate, to: endDate, reason: 'Net' },
    });
    const attempt = (courtBookingId: string) =>
      support.run(playbook.MoveCourtBookingDocument, {
        courtBookingId,
        startDate: slot(31).startDate,
      });
    for (const id of [(blockCourt as { id: string }).id, crypto.randomUUID()])
      expect((await attempt(id)).moveCourtBooking).toMatchObject({ type: 'court_booking_not_found' });
  });

  it('says who can grant access that the partner lacks, and never to ask an operator', async () => {
    await put('elsewhere', bookingBody(tenant.courtIds[0]!, {}, 35));
    const { courtIds } = await service.factories.organization(1);
    expect(await move('elsewhere', slot(35), courtIds[0]!)).toMatchObject({
      type: 'organization_access_denied',
      message:
        'The external service is not granted access to the organization of this court. An operator with the role ADMIN can grant it.',
    });
  });

  it('waits for an update by the partner, and then moves what it has written', async () => {
    await put('updated meanwhile', bookingBody(tenant.courtIds[0]!, {}, 40));
    const newer = "update court_bookings set external_updated_at = '2099-06-01' where id = $1";
    const added =
      "insert into court_booking_participants (court_booking_id, position, email) values ($1, 0, 'added@example.com')";
    const moved = await moveDuring('updated meanwhile', slot(41).startDate, async (partner, id) => {
      for (const statement of [newer, added]) await partner.query(statement, [id]);
    });
    expect(moved).toMatchObject({ externalUpdatedAt: '2099-06-01T00:00:00.001Z' });
    expect((await stored('updated meanwhile')).participants).toEqual([{ email: 'added@example.com' }]);
  });
});
