import { describe, expect, it, vi } from 'vitest';
import { databaseFunctions } from '../../../src/db/functions/functions.ts';
import { maxCancellations } from '../../../src/services/bookings/operator-cancellation.ts';
import { sequenceChanges } from '../../../src/services/changes/sequence-changes.ts';
import * as playbook from '../../graphql/graphiql/playbook.generated.ts';
import { inLineBehind } from '../../harness/assertions/in-line.ts';
import { bookingBody, type Tenant } from '../../harness/data/factories.ts';
import { deadlocksIn } from '../../harness/data/rows.ts';
import { useClockedService, useOperator, useTenant } from '../../harness/servers/use-test-service.ts';

type Input = playbook.CancelCourtBookingsMutationVariables;
const reason = 'The court is flooded.';

describe('cancelling all bookings of a time range', () => {
  const service = useClockedService({ poolSize: 16 });
  const admin = useOperator(service, 'SUPPORT');
  let one: Tenant;
  const other = useTenant(service);

  const put = (tenant: Tenant, id: string, slot: number, court = 0, overrides: object = {}) =>
    service.upsertCourtBooking(tenant.externalServiceId, id, {
      token: tenant.token,
      body: bookingBody(tenant.courtIds[court]!, { ...overrides }, slot),
    });
  const hour = (slot: number) => new Date(Date.UTC(2027, 0, 1, 10 + slot)).toISOString();
  const range = (from: number, to: number, court = 0): Input => ({
    courtId: one.courtIds[court]!,
    from: hour(from),
    to: hour(to),
    reason,
  });
  const dryRun = async (input: Input) => {
    const { cancelCourtBookings } = await admin.run(playbook.CancelCourtBookingsDocument, input);
    return cancelCourtBookings as Extract<typeof cancelCourtBookings, { count: number }>;
  };
  const confirm = async (input: Input, confirmToken: string | null) => {
    const { cancelCourtBookings } = await admin.run(playbook.CancelCourtBookingsDocument, {
      ...input,
      confirmToken: confirmToken!,
    });
    return cancelCourtBookings as Extract<typeof cancelCourtBookings, { count: number }>;
  };
  const patience = { timeout: 30_000, interval: 100 };
  const stored = async ({ externalServiceId }: Tenant) => {
    const rows = await service.database.query<{ id: string; active: boolean }>(
      `select external_court_booking_id as id, active from court_bookings where external_service_id = $1
       order by start_date, id`,
      [externalServiceId],
    );
    const ids = (active: boolean) => rows.filter((row) => row.active === active).map(({ id }) => id);
    return { active: ids(true), cancelled: ids(false) };
  };
  const fresh = async () => {
    one = await service.factories.tenant();
    return one;
  };

  it('cancels active bookings of all partners that overlap the half-open range, and records each', async () => {
    await fresh();
    const beside = await service.factories.neighbour(one);
    await put(one, 'before', 0);
    await put(one, 'touches', 1, 0, { startDate: '2027-01-01T11:30:00Z', endDate: '2027-01-01T12:30:00Z' });
    await put(beside, 'of another partner', 3);
    await put(one, 'ends with it', 4);
    await put(one, 'after', 5);
    await put(one, 'other court', 3, 1);
    await put(one, 'cancelled by its partner', 6, 1);
    await put(other, 'of another club', 3);
    const input = range(2, 5);

    const shown = await dryRun(input);
    expect(shown).toMatchObject({ count: 3, hasMore: false });
    expect(shown.courtBookings.map(({ externalCourtBookingId }) => externalCourtBookingId)).toEqual([
      'touches',
      'of another partner',
      'ends with it',
    ]);
    expect((await stored(one)).cancelled).toEqual([]);

    expect(await confirm(input, shown.confirmToken)).toMatchObject({ done: true, count: 3, hasMore: false });
    expect(await stored(one)).toEqual({
      active: ['before', 'other court', 'after', 'cancelled by its partner'],
      cancelled: ['touches', 'ends with it'],
    });
    expect(await stored(beside)).toEqual({ active: [], cancelled: ['of another partner'] });
    expect((await stored(other)).cancelled).toEqual([]);
    const newer = { externalUpdatedAt: '2026-11-21T12:00:00Z' };
    expect((await put(one, 'ends with it', 4, 0, newer)).body.error.type).toBe('version_conflict');
    expect((await put(beside, 'in its place', 4)).status).toBe(201);

    while (!(await sequenceChanges({ database: service.database, now: service.clock.now })));
    for (const { id } of shown.courtBookings) {
      const data = await admin.data<{ courtBooking: { history: { action: string; after: object }[] } }>(
        `{ courtBooking(id: "${id}") { cancelledBy cancellationReason history { action before after } } }`,
      );
      expect(data.courtBooking).toMatchObject({ cancelledBy: ['OPERATOR'], cancellationReason: reason });
      const [event] = data.courtBooking.history;
      expect(event).toMatchObject({
        action: 'cancelCourtBookings',
        before: expect.not.objectContaining({ cancelledAt: expect.anything() }),
        after: { cancellationReason: reason, cancelledBy: ['OPERATOR'] },
      });
      const changes = await service.database.query<{ data: object }>(
        "select data from changes where subject_id = $1 and type = 'court_booking.cancelled'",
        [id],
      );
      expect(changes).toEqual([
        { data: expect.objectContaining({ cancellationReason: reason, openUsers: {} }) },
      ]);
    }
  });

  it('cancels on all courts of one organization and of no other', async () => {
    await fresh();
    await put(one, 'first court', 0, 0);
    await put(one, 'second court', 0, 1);
    const { courtId: _one, ...times } = range(0, 1);
    const input = { ...times, organizationId: one.organizationId };
    const { confirmToken } = await dryRun(input);
    expect(await confirm(input, confirmToken)).toMatchObject({ done: true, count: 2 });
    expect((await stored(one)).active).toEqual([]);
    expect((await stored(other)).cancelled).toEqual([]);
  });

  it.each<[string, (input: Input) => Promise<Input | undefined>]>([
    ['a booking has come', async () => void (await put(one, 'new', 1))],
    [
      'a booking has gone',
      async () => void (await service.factories.cancelBooking(one.externalServiceId, 'first')),
    ],
    [
      'a booking has moved within it',
      async () => void (await put(one, 'first', 2, 0, { externalUpdatedAt: '2026-11-20T13:00:00Z' })),
    ],
    ['ten minutes have passed', async () => void (await service.clock.advance(600_000))],
    ['the range is another one', async (input) => ({ ...input, to: hour(9) })],
    ['the reason is another one', async (input) => ({ ...input, reason: 'Another.' })],
  ])(
    'rejects with confirmation_outdated and cancels nothing if %s since the dry run',
    async (_what, change) => {
      await fresh();
      await put(one, 'first', 0);
      await put(one, 'second', 5);
      const input = range(0, 6);
      const { confirmToken } = await dryRun(input);
      await service.clock.advance(599_999);
      const changed = (await change(input)) ?? input;
      const before = await stored(one);
      expect(await confirm(changed, confirmToken)).toMatchObject({ type: 'confirmation_outdated' });
      expect(await stored(one)).toEqual(before);
      const again = await dryRun(changed);
      expect(await confirm(changed, again.confirmToken)).toMatchObject({ done: true });
    },
  );

  it('rejects with confirmation_outdated if a partner changes a booking while the call waits for it', async () => {
    await fresh();
    await put(one, 'first', 0);
    await put(one, 'second', 1);
    const input = range(0, 3);
    const { confirmToken } = await dryRun(input);
    const lock = [
      `select pg_advisory_xact_lock(${databaseFunctions().schema}.court_booking_key($1, 'second'))`,
      one.externalServiceId,
    ] as const;
    const move =
      "update court_bookings set start_date = start_date + interval '5 hours', end_date = end_date + interval '5 hours' where external_court_booking_id = 'second' and external_service_id = $1";
    const answer = await inLineBehind(
      service.url,
      lock,
      () => confirm(input, confirmToken),
      1,
      (partner) => partner.query(move, [one.externalServiceId]),
    );
    expect(answer).toMatchObject({ type: 'confirmation_outdated' });
    expect((await stored(one)).cancelled).toEqual([]);
  });

  it(`cancels the ${maxCancellations} earliest bookings at once and reports more with hasMore`, async () => {
    await fresh();
    await service.database.query(
      `insert into court_bookings (id, external_service_id, external_court_booking_id, court_id, start_date, end_date, external_updated_at)
       select gen_random_uuid(), $1, 'many-' || n, $2, $3::timestamptz + n * interval '1 hour', $3::timestamptz + (n + 1) * interval '1 hour', $3
       from generate_series(0, $4::int) n`,
      [one.externalServiceId, one.courtIds[0], hour(0), maxCancellations],
    );
    const input = range(0, 8_000);
    // On a busy machine, cancelling this many can exceed the time limit of a statement. Nothing is cancelled then.
    const first = await vi.waitFor(() => dryRun(input), patience);
    expect(first).toMatchObject({ count: maxCancellations, hasMore: true });
    expect(first.courtBookings).toHaveLength(100);
    expect(await vi.waitFor(() => confirm(input, first.confirmToken), patience)).toMatchObject({
      done: true,
      count: maxCancellations,
      hasMore: true,
    });
    expect((await stored(one)).active).toEqual([`many-${maxCancellations}`]);
    const rest = await dryRun(input);
    expect(rest).toMatchObject({ count: 1, hasMore: false });
    expect(await confirm(input, rest.confirmToken)).toMatchObject({ done: true, count: 1 });
    expect(await dryRun(input)).toMatchObject({ type: 'nothing_to_change' });
  });

  const oneScope = 'Give courtId or organizationId, and not both.';
  it.each<[string, object, string, string?]>([
    ['neither court nor organization', { courtId: null }, 'invalid_schema', oneScope],
    ['both', { organizationId: crypto.randomUUID() }, 'invalid_schema', oneScope],
    ['a reversed range', { to: hour(-1) }, 'invalid_schema', 'The range ends before it begins.'],
    ['an empty range', { to: hour(0) }, 'invalid_schema', 'The range is empty. Let it end after it begins.'],
    [
      'a range of more than 366 days',
      { to: '2028-06-01T00:00:00Z' },
      'invalid_schema',
      'A range has 366 days at most.',
    ],
    ['an unknown court', { courtId: crypto.randomUUID() }, 'court_not_found'],
    [
      'an unknown organization',
      { courtId: null, organizationId: crypto.randomUUID() },
      'organization_not_found',
    ],
    ['an invalid token', { confirmToken: 'cafe' }, 'confirmation_outdated'],
  ])('rejects %s with %s', async (_what, change, type, message) => {
    await fresh();
    await put(one, 'stays', 0);
    const { confirmToken, ...input } = { confirmToken: undefined, ...range(0, 1), ...change };
    const answer =
      confirmToken === undefined ? await dryRun(input) : await confirm(input, confirmToken as never);
    // The fault is no field's own.
    const issues = message ? { issues: [{ path: [], code: 'custom', message }] } : {};
    expect(answer).toMatchObject({ type, ...issues });
    expect((await stored(one)).active).toEqual(['stays']);
  });

  it('causes no deadlock with partners who batch the same bookings', async () => {
    await fresh();
    const ids = Array.from({ length: 40 }, (_, n) => `raced-${n}`);
    const batch = (stamp: number, order: string[]) =>
      service.batchCourtBookings(one.externalServiceId, {
        token: one.token,
        body: {
          items: order.map((externalCourtBookingId) => ({
            action: 'upsert',
            externalCourtBookingId,
            ...bookingBody(
              one.courtIds[0]!,
              { externalUpdatedAt: new Date(Date.UTC(2026, 10, 20) + stamp).toISOString() },
              ids.indexOf(externalCourtBookingId),
            ),
          })),
        },
      });
    await batch(0, ids);
    for (let round = 1; round <= 4; round += 1) {
      // The clock of this service stands still, so equal dry runs would have the same token.
      const input = { ...range(0, 40), reason: `Round ${round}` };
      const { confirmToken } = await dryRun(input);
      const [cancelled] = await Promise.all([
        confirm(input, confirmToken),
        batch(round, ids),
        batch(round + 100, ids.toReversed()),
      ]);
      expect(cancelled).toMatchObject({ done: true, count: 40 });
      expect((await stored(one)).active).toEqual([]);
      await service.database.query(
        'update court_bookings set cancelled_at = null, cancellation_reason = null where external_service_id = $1',
        [one.externalServiceId],
      );
    }
    expect(await deadlocksIn(service)).toBe(0);
  });
});
