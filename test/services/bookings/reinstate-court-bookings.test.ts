import { beforeEach, describe, expect, it, vi } from 'vitest';
import { maxCancellations } from '../../../src/services/bookings/operator-cancellation.ts';
import * as playbook from '../../graphql/graphiql/playbook.generated.ts';
import { bookingBody, type Tenant, userBody } from '../../harness/data/factories.ts';
import { bookingIdIn, columnIn, valueIn } from '../../harness/data/rows.ts';
import { useClockedService, useOperator } from '../../harness/servers/use-test-service.ts';

type Input = playbook.ReinstateCourtBookingsMutationVariables;
interface Listed {
  externalCourtBookingId: string;
}
interface Result {
  type?: string;
  message?: string;
  done: boolean;
  count: number;
  hasMore: boolean;
  confirmToken: string | null;
  courtBookings: Listed[];
  timeTaken: Listed[];
  courtClosed: Listed[];
  cancelledByPartner: Listed[];
}
const reason = 'The court is flooded.';
const hour = (slot: number) => new Date(Date.UTC(2027, 0, 1, 10 + slot)).toISOString();
const idsOf = (some: Listed[]) => some.map(({ externalCourtBookingId }) => externalCourtBookingId);

describe('reinstating many bookings', () => {
  const service = useClockedService({ poolSize: 16 });
  const support = useOperator(service, 'SUPPORT');
  const admin = useOperator(service);
  let one: Tenant;
  beforeEach(async () => {
    one = await service.factories.tenant();
  });

  const put = async (tenant: Tenant, id: string, slot: number, court = 0, overrides: object = {}) => {
    const body = bookingBody(tenant.courtIds[court]!, { ...overrides }, slot);
    const { token } = tenant;
    const answer = await service.upsertCourtBooking(tenant.externalServiceId, id, { token, body });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  };
  const idOf = (external: string) => bookingIdIn(service, external);
  /** Returns the id of the request that cancelled them. */
  const cancelAll = async (courtId: string): Promise<string> => {
    const input = { courtId, from: hour(0), to: hour(999), reason };
    const dryRun = await support.run(playbook.CancelCourtBookingsDocument, input);
    const { confirmToken } = dryRun.cancelCourtBookings as { confirmToken: string };
    const confirmed = { ...input, confirmToken };
    const { cancelCourtBookings } = await support.run(playbook.CancelCourtBookingsDocument, confirmed);
    return (cancelCourtBookings as { requestId: string }).requestId;
  };
  const reinstate = async (input: Input) => {
    const { reinstateCourtBookings } = await support.run(playbook.ReinstateCourtBookingsDocument, input);
    return reinstateCourtBookings as unknown as Result;
  };
  const apply = async (input: Input) =>
    reinstate({ ...input, confirmToken: (await reinstate(input)).confirmToken });
  const active = () =>
    columnIn(
      service,
      `select external_court_booking_id as id from court_bookings b join courts c on c.id = b.court_id
       where c.organization_id = $1 and b.active order by start_date, b.id`,
      one.organizationId,
    );

  it('brings back what a request cancelled, and names what stays cancelled with its reason', async () => {
    const beside = await service.factories.neighbour(one);
    await put(one, 'back', 0);
    await put(beside, 'of another partner', 1);
    await put(one, 'taken', 2);
    await put(one, 'cancelled by its partner too', 3);
    await put(one, 'closed', 4);
    await put(one, 'cancelled before', 5);
    await support.run(playbook.CancelCourtBookingDocument, {
      courtBookingId: await idOf('cancelled before'),
      reason: 'Another reason.',
    });
    const requestId = await cancelAll(one.courtIds[0]);
    await put(beside, 'in its place', 2);
    const version = '2026-11-21T12:00:00Z';
    const { externalServiceId, token } = one;
    await service.cancelCourtBooking(externalServiceId, 'cancelled by its partner too', version, { token });
    await service.database.query('update court_bookings set court_id = $2 where id = $1', [
      await idOf('closed'),
      one.courtIds[1],
    ]);
    await service.database.query('update courts set active = false where id = $1', [one.courtIds[1]]);

    const shown = await reinstate({ requestId });
    expect(shown).toMatchObject({ done: false, count: 2, hasMore: false });
    expect(idsOf(shown.courtBookings)).toEqual(['back', 'of another partner']);
    expect(idsOf(shown.timeTaken)).toEqual(['taken']);
    expect(idsOf(shown.courtClosed)).toEqual(['closed']);
    expect(idsOf(shown.cancelledByPartner)).toEqual(['cancelled by its partner too']);
    expect(await active()).toEqual(['in its place']);

    const done = await reinstate({ requestId, confirmToken: shown.confirmToken });
    expect(done).toEqual({ ...shown, done: true, confirmToken: null });
    expect(await active()).toEqual(['back', 'of another partner', 'in its place']);
    const data = await admin.data<{ courtBooking: { history: { action: string; after: object }[] } }>(
      `{ courtBooking(id: "${await idOf('back')}") { history { action after } } }`,
    );
    expect(data.courtBooking.history[0]).toMatchObject({ action: 'reinstateCourtBookings' });
    const partners = await admin.ask<{ courtBooking: object }>(
      `{ courtBooking(id: "${await idOf('cancelled by its partner too')}") { cancelledBy cancellationReason } }`,
    );
    expect(partners.data.courtBooking).toEqual({ cancelledBy: ['PARTNER'], cancellationReason: null });
    expect(await reinstate({ requestId, confirmToken: shown.confirmToken })).toMatchObject({
      type: 'confirmation_outdated',
    });
  });

  it('undoes only the request that cancelled a booking last', async () => {
    await put(one, 'twice', 0);
    const first = await cancelAll(one.courtIds[0]);
    expect(await apply({ requestId: ` ${first} ` })).toMatchObject({ done: true, count: 1 });
    await service.clock.advance(60_000);
    const second = await cancelAll(one.courtIds[0]);
    expect(await reinstate({ requestId: first })).toMatchObject({ type: 'nothing_to_change' });
    expect(await apply({ requestId: second })).toMatchObject({ done: true, count: 1 });
    expect(await active()).toEqual(['twice']);
  });

  it.each<[string, () => Promise<Input>, string[]]>([
    ['a court', async () => ({ courtId: one.courtIds[0] }), ['plain', 'named']],
    ['a club', async () => ({ organizationId: one.organizationId }), ['plain', 'named', 'on another court']],
    [
      'a partner',
      async () => ({ externalServiceId: one.externalServiceId }),
      ['plain', 'named', 'on another court'],
    ],
    ['a user', async () => ({ userId: await userOf() }), ['named']],
  ])('reinstates the bookings of %s that were cancelled since a time', async (_of, where, expected) => {
    const created = await service.createUser(one.externalServiceId, { token: one.token, body: userBody() });
    await put(one, 'earlier', 9);
    await cancelAll(one.courtIds[0]);
    await service.clock.advance(3_600_000);
    await put(one, 'plain', 0);
    await put(one, 'named', 1, 0, { participants: [{ userId: created.body.id }] });
    await put(one, 'on another court', 2, 1);
    await cancelAll(one.courtIds[0]);
    await cancelAll(one.courtIds[1]);
    const cancelledFrom = service.clock.in(-60_000);
    expect(idsOf((await apply({ ...(await where()), cancelledFrom })).courtBookings)).toEqual(expected);
    expect(await active()).toEqual(expected);
  });
  const userOf = () =>
    valueIn(
      service,
      'select user_id from court_booking_participants where user_id is not null order by court_booking_id desc limit 1',
    );

  it('of two bookings of one time, also of two partners, brings back the earlier', async () => {
    const beside = await service.factories.neighbour(one);
    await put(one, 'first', 0);
    await cancelAll(one.courtIds[0]);
    await put(beside, 'second', 0, 0, { startDate: '2027-01-01T10:30:00Z' });
    await cancelAll(one.courtIds[0]);
    const input = { courtId: one.courtIds[0], cancelledFrom: '2026-01-01T00:00:00Z' };
    const done = await apply(input);
    expect([idsOf(done.courtBookings), idsOf(done.timeTaken)]).toEqual([['first'], ['second']]);
    // Nothing is left to confirm.
    expect(await reinstate(input)).toMatchObject({ count: 0, confirmToken: null });
    expect(await active()).toEqual(['first']);
  });

  it('does not open a lifted block', async () => {
    const times = { courtId: one.courtIds[0], from: hour(0), to: hour(1) };
    const { blockCourt } = await support.run(playbook.BlockCourtDocument, { ...times, reason });
    const { id: courtBookingId } = blockCourt as { id: string };
    await support.run(playbook.UnblockCourtDocument, { courtBookingId });
    expect(
      await reinstate({ courtId: one.courtIds[0], cancelledFrom: '2026-01-01T00:00:00Z' }),
    ).toMatchObject({ type: 'nothing_to_change' });
  });

  it.each<[string, () => Promise<unknown>]>([
    ['a time was taken', () => put(one, 'in its place', 0)],
    [
      'the court was closed',
      () => service.database.query('update courts set active = false where id = $1', [one.courtIds[0]]),
    ],
    ['ten minutes have passed', () => service.clock.advance(600_000)],
  ])(
    'rejects with confirmation_outdated and reinstates nothing if %s since the dry run',
    async (_what, change) => {
      await put(one, 'first', 0);
      await put(one, 'second', 1);
      const requestId = await cancelAll(one.courtIds[0]);
      const { confirmToken } = await reinstate({ requestId });
      await change();
      const before = await active();
      expect(await reinstate({ requestId, confirmToken })).toMatchObject({ type: 'confirmation_outdated' });
      expect(await active()).toEqual(before);
    },
  );

  it('needs a confirmation of its own for bookings that are over', async () => {
    await put(one, 'over', 0);
    const requestId = await cancelAll(one.courtIds[0]);
    await service.database.query(
      "update court_bookings set start_date = '2026-01-01', end_date = '2026-01-02' where id = $1",
      [await idOf('over')],
    );
    expect(await apply({ requestId })).toMatchObject({ type: 'court_booking_over' });
    expect(await active()).toEqual([]);
    expect(await apply({ requestId, changesPast: true })).toMatchObject({ done: true, count: 1 });
  });

  it(`reinstates the ${maxCancellations} earliest bookings at once and reports more with hasMore`, async () => {
    await service.database.query(
      `insert into court_bookings (id, external_service_id, external_court_booking_id, court_id, start_date, end_date, external_updated_at, cancelled_at, cancellation_reason)
       select gen_random_uuid(), $1, 'many-' || n, $2, $3::timestamptz + n * interval '1 hour', $3::timestamptz + (n + 1) * interval '1 hour', $3, '2026-11-20', 'x'
       from generate_series(0, $4::int) n`,
      [one.externalServiceId, one.courtIds[0], hour(0), maxCancellations],
    );
    const input = { courtId: one.courtIds[0], cancelledFrom: '2026-11-01T00:00:00Z' };
    // On a busy machine, this many can exceed the time limit of a statement. Nothing is changed then.
    const first = await vi.waitFor(() => apply(input), { timeout: 30_000, interval: 100 });
    expect(first).toMatchObject({ done: true, count: maxCancellations, hasMore: true });
    expect(await apply(input)).toMatchObject({ done: true, count: 1, hasMore: false });
  });

  it('rejects an input without a request and without a time', async () => {
    const answer = await reinstate({ courtId: one.courtIds[0] });
    expect(answer).toMatchObject({
      type: 'invalid_schema',
      issues: [{ path: [], code: 'custom', message: 'Give requestId, or cancelledFrom.' }],
    });
  });
});
