import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contentsOf } from '../../harness/data/contents.ts';
import { bookingBody, type Tenant, userBody } from '../../harness/data/factories.ts';
import { databaseKinds } from '../../harness/servers/test-database.ts';
import {
  type CallAnswer,
  startTestService,
  type TestService,
  uniqueId,
} from '../../harness/servers/test-service.ts';

type Upsert = (body: unknown, options?: { id?: string; tenant?: Tenant }) => Promise<CallAnswer>;

interface Stage {
  service: TestService;
  tenant: Tenant;
  courtId: string;
  upsert: Upsert;
}

describe.each(databaseKinds)('upsert court booking on %s', (kind) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(kind);
  });
  afterAll(() => service.stop());

  const stage = async (): Promise<Stage> => {
    const tenant = await service.factories.tenant();
    const upsert: Upsert = (body, { id = uniqueId('booking'), tenant: as = tenant } = {}) =>
      service.upsertCourtBooking(as.externalServiceId, id, { token: as.token, body });
    return { service, tenant, courtId: tenant.courtIds[0], upsert };
  };
  const newUser = async (tenant: Tenant, overrides = {}): Promise<{ id: string; email: string }> => {
    const body = userBody(overrides);
    const answer = await service.createUser(tenant.externalServiceId, { token: tenant.token, body });
    return { id: answer.body.id, email: String(body.email) };
  };

  describe('response', () => {
    it('has status 201 and the documented fields, with date-times in UTC', async () => {
      const { upsert, tenant, courtId } = await stage();
      const { status, body } = await upsert(
        {
          courtId: courtId.toUpperCase(),
          startDate: '2027-01-01T10:00:00+01:00',
          endDate: '2027-01-01t11:00:00.5+01:00',
          externalUpdatedAt: '2026-11-20T12:00:00.000001z',
        },
        { id: 'Ä/1 %41' },
      );
      expect(status).toBe(201);
      expect(body).toEqual({
        externalServiceId: tenant.externalServiceId,
        courtId,
        externalCourtBookingId: 'Ä/1 %41',
        startDate: '2027-01-01T09:00:00.000Z',
        endDate: '2027-01-01T10:00:00.500Z',
        externalUpdatedAt: '2026-11-20T12:00:00.000001Z',
        participants: [],
        createdAt: expect.stringMatching(/^2\d{3}-.*Z$/),
        updatedAt: body.createdAt,
      });
    });

    it('names participants as they were sent, in order, with userId for addresses of accessible users', async () => {
      const { upsert, tenant, courtId } = await stage();
      const stranger = await newUser(await service.factories.tenant());
      const own = await newUser(tenant);
      const named = await newUser(tenant);
      const { status, body } = await upsert(
        bookingBody(courtId, {
          participants: [
            { email: 'Guest@Example.com' },
            { email: stranger.email },
            { userId: named.id.toUpperCase() },
            { email: own.email.toUpperCase() },
          ],
        }),
      );
      expect(status).toBe(201);
      expect(body.participants).toEqual([
        { email: 'guest@example.com' },
        { email: stranger.email },
        { userId: named.id },
        { email: own.email, userId: own.id },
      ]);
    });

    it('has only the sent participants, because PUT replaces the whole booking', async () => {
      const { upsert, courtId } = await stage();
      const participants = [{ email: 'a@example.com' }, { email: 'b@example.com' }];
      await upsert(bookingBody(courtId, { participants }), { id: 'x' });
      const { participants: _none, ...body } = bookingBody(courtId, {
        externalUpdatedAt: '2026-11-20T12:00:01Z',
      });
      const answer = await upsert(body, { id: 'x' });
      expect(answer.status).toBe(200);
      expect(answer.body.participants).toEqual([]);
    });

    it('keeps createdAt, and moves updatedAt with each written update', async () => {
      const { upsert, courtId } = await stage();
      const first = await upsert(bookingBody(courtId), { id: 'x' });
      const second = await upsert(bookingBody(courtId, { externalUpdatedAt: '2026-11-20T12:00:01Z' }), {
        id: 'x',
      });
      expect(second.status).toBe(200);
      expect(second.body.createdAt).toBe(first.body.createdAt);
      expect(second.body.updatedAt > first.body.updatedAt).toBe(true);
    });
  });

  describe('versions', () => {
    it('returns 200 for a replay in another notation (offset, case, order) and writes nothing', async () => {
      const { upsert, tenant, courtId } = await stage();
      const user = await newUser(tenant);
      const first = await upsert(
        {
          courtId,
          startDate: '2027-01-01T10:00:00Z',
          endDate: '2027-01-01T11:00:00Z',
          externalUpdatedAt: '2026-11-20T12:00:00.123Z',
          participants: [{ userId: user.id }, { email: 'guest@example.com' }],
        },
        { id: 'x' },
      );
      const before = await contentsOf(service.database);
      const replay = await upsert(
        {
          courtId: courtId.toUpperCase(),
          startDate: '2027-01-01T12:30:00+02:30',
          endDate: '2027-01-01T05:00:00.000-06:00',
          externalUpdatedAt: '2026-11-20T13:00:00.123000+01:00',
          participants: [{ email: 'GUEST@example.com' }, { userId: user.id.toUpperCase() }],
        },
        { id: 'x' },
      );
      expect(first.status).toBe(201);
      expect(replay.status).toBe(200);
      expect(replay.body).toEqual(first.body);
      expect(await contentsOf(service.database)).toEqual(before);
    });

    it('orders two updates 1 µs apart, and returns them to the microsecond', async () => {
      const { upsert, courtId } = await stage();
      const at = (externalUpdatedAt: string) =>
        upsert(bookingBody(courtId, { externalUpdatedAt }), { id: 'x' });
      expect((await at('2026-11-20T12:00:00.000001Z')).status).toBe(201);
      const newer = await at('2026-11-20T12:00:00.000002Z');
      expect(newer.status).toBe(200);
      expect(newer.body.externalUpdatedAt).toBe('2026-11-20T12:00:00.000002Z');
      expect((await at('2026-11-20T12:00:00.000001Z')).body.error.type).toBe('stale_write');
    });

    it.each([
      ['court', (tenant: Tenant) => ({ courtId: tenant.courtIds[1] })],
      ['start', () => ({ startDate: '2027-01-01T10:00:00.000001Z' })],
      ['end', () => ({ endDate: '2027-01-01T11:00:00.000001Z' })],
      [
        'a participant more',
        () => ({ participants: [{ email: 'a@example.com' }, { email: 'b@example.com' }] }),
      ],
      ['a participant fewer', () => ({ participants: [] })],
      ['another participant', () => ({ participants: [{ email: 'b@example.com' }] })],
    ])(
      'rejects equal time with other content (%s) with 409 version_conflict and keeps what is stored',
      async (_what, change) => {
        const { upsert, tenant, courtId } = await stage();
        const original = bookingBody(courtId, { participants: [{ email: 'a@example.com' }] });
        const first = await upsert(original, { id: 'x' });
        const conflict = await upsert({ ...original, ...change(tenant) }, { id: 'x' });
        expect(conflict.body.error.type).toBe('version_conflict');
        expect((await upsert(original, { id: 'x' })).body).toEqual(first.body);
      },
    );

    it('reports stale_write before version_conflict before court_booking_overlap', async () => {
      const { upsert, courtId } = await stage();
      await upsert(bookingBody(courtId, {}, 0), { id: 'in-the-way' });
      await upsert(bookingBody(courtId, {}, 5), { id: 'x' });
      const onto = (externalUpdatedAt: string) =>
        upsert(bookingBody(courtId, { externalUpdatedAt }, 0), { id: 'x' });
      expect((await onto('2026-11-20T11:00:00Z')).body.error.type).toBe('stale_write');
      expect((await onto('2026-11-20T12:00:00Z')).body.error.type).toBe('version_conflict');
      expect((await onto('2026-11-20T13:00:00Z')).body.error.type).toBe('court_booking_overlap');
    });

    it('treats a user named by address and by id as different content', async () => {
      const { upsert, tenant, courtId } = await stage();
      const user = await newUser(tenant);
      const by = (participant: object) =>
        upsert(bookingBody(courtId, { participants: [participant] }), { id: 'x' });
      expect((await by({ email: user.email })).status).toBe(201);
      expect((await by({ userId: user.id })).body.error.type).toBe('version_conflict');
      expect((await by({ email: user.email })).status).toBe(200);
    });

    it('writes nothing and keeps the version after any error', async () => {
      const { upsert, courtId } = await stage();
      const elsewhere = await service.factories.organization();
      await upsert(bookingBody(courtId, {}, 0), { id: 'in-the-way' });
      await upsert(bookingBody(courtId, {}, 5), { id: 'x' });
      const before = await contentsOf(service.database);
      const guest = { email: 'a@example.com' };
      const newer = { externalUpdatedAt: '2026-11-20T14:00:00Z' };
      const refused: [string, Record<string, unknown>][] = [
        ['invalid_schema', { endDate: 'soon' }],
        ['mutually_exclusive_fields_violation', { participants: [{}] }],
        ['duplicate_entries_provided', { participants: [guest, guest] }],
        ['invalid_time_range', { endDate: '2020-01-01T00:00:00Z' }],
        ['court_not_found', { courtId: randomUUID() }],
        ['organization_access_denied', { courtId: elsewhere.courtIds[0] }],
        ['user_access_denied', { participants: [guest, { userId: randomUUID() }] }],
        ['stale_write', { externalUpdatedAt: '2026-11-20T11:00:00Z', participants: [guest] }],
        ['version_conflict', { externalUpdatedAt: '2026-11-20T12:00:00Z', participants: [guest] }],
        ['court_booking_overlap', { ...bookingBody(courtId, newer, 0), participants: [guest] }],
      ];
      for (const [type, overrides] of refused) {
        const { body } = await upsert({ ...bookingBody(courtId, newer, 5), ...overrides }, { id: 'x' });
        expect(body.error?.type).toBe(type);
        expect(await contentsOf(service.database), type).toEqual(before);
      }
      const older = bookingBody(courtId, { externalUpdatedAt: '2026-11-20T13:00:00Z' }, 6);
      expect((await upsert(older, { id: 'x' })).status).toBe(200);
    });

    it('rejects everything with 409 version_conflict while an operator has cancelled the booking', async () => {
      const { upsert, tenant, courtId } = await stage();
      const at = (externalUpdatedAt: string) =>
        upsert(bookingBody(courtId, { externalUpdatedAt }), { id: 'x' });
      await at('2026-11-20T12:00:00Z');
      await service.factories.cancelBooking(tenant.externalServiceId, 'x');
      for (const time of ['2026-11-20T11:00:00Z', '2026-11-20T12:00:00Z', '2026-11-20T13:00:00Z']) {
        const { body } = await at(time);
        expect(body.error.type).toBe('version_conflict');
        expect(body.error.message).toContain('cancelled');
      }
      await service.factories.cancelBooking(tenant.externalServiceId, 'x', false);
      expect((await at('2026-11-20T13:00:00Z')).status).toBe(200);
    });
  });

  describe('overlap', () => {
    it.each([
      ['the same time', 0, 60, true],
      ['the start of it', -30, 30, true],
      ['the end of it', 30, 90, true],
      ['inside', 15, 45, true],
      ['around', -15, 75, true],
      ['back to back before', -60, 0, false],
      ['back to back after', 60, 120, false],
    ])('%s', async (_where, from, to, overlaps) => {
      const { upsert, courtId } = await stage();
      const minutes = (offset: number) => new Date(Date.UTC(2027, 0, 1, 10, offset)).toISOString();
      await upsert(bookingBody(courtId));
      const { status, body } = await upsert(
        bookingBody(courtId, { startDate: minutes(from), endDate: minutes(to) }),
      );
      expect(status).toBe(overlaps ? 409 : 201);
      if (overlaps) expect(body.error.type).toBe('court_booking_overlap');
    });

    it('is checked against the bookings of every external service on the same court', async () => {
      const { upsert, tenant, courtId } = await stage();
      const other = await service.factories.tenant();
      await service.factories.grantOrganization(other.externalServiceId, tenant.organizationId);
      await upsert(bookingBody(courtId));
      const theirs = await upsert(bookingBody(courtId), { tenant: other });
      expect(theirs.body.error.type).toBe('court_booking_overlap');
      expect((await upsert(bookingBody(tenant.courtIds[1]), { tenant: other })).status).toBe(201);
    });

    it('ignores the booking itself and cancelled ones, and includes past bookings', async () => {
      const { upsert, tenant, courtId } = await stage();
      const past = { startDate: '2020-01-01T10:00:00Z', endDate: '2020-01-01T11:00:00Z' };
      await upsert(bookingBody(courtId, past), { id: 'x' });
      const moved = { ...past, endDate: '2020-01-01T11:30:00Z', externalUpdatedAt: '2026-11-20T12:00:01Z' };
      expect((await upsert(bookingBody(courtId, moved), { id: 'x' })).status).toBe(200);
      expect((await upsert(bookingBody(courtId, past))).status).toBe(409);
      await service.factories.cancelBooking(tenant.externalServiceId, 'x');
      expect((await upsert(bookingBody(courtId, past))).status).toBe(201);
    });
  });

  describe('participants', () => {
    it('rejects a user id twice, in any case, with 400 duplicate_entries_provided', async () => {
      const { upsert, tenant, courtId } = await stage();
      const { id } = await newUser(tenant);
      const participants = [{ userId: id }, { userId: id.toUpperCase() }];
      const { body } = await upsert(bookingBody(courtId, { participants }));
      expect(body.error.type).toBe('duplicate_entries_provided');
      expect(body.error.message).toContain('participants[1]');
    });

    it('treats the id and the address of one user as duplicates only with access to the user', async () => {
      const { upsert, tenant, courtId } = await stage();
      const own = await newUser(tenant);
      const byBoth = (user: { id: string; email: string }) =>
        upsert(bookingBody(courtId, { participants: [{ userId: user.id }, { email: user.email }] }));
      expect((await byBoth(own)).body.error.type).toBe('duplicate_entries_provided');
      // For another service's user, the address is a guest's. Only the id is rejected, so the response does not reveal that they match.
      const stranger = await newUser(await service.factories.tenant());
      expect((await byBoth(stranger)).body.error.type).toBe('user_access_denied');
    });

    it('rejects an unknown and an inaccessible user id with the same 403 user_access_denied', async () => {
      const { upsert, tenant, courtId } = await stage();
      const stranger = await newUser(await service.factories.tenant());
      const name = (userId: string) => upsert(bookingBody(courtId, { participants: [{ userId }] }));
      const [unknown, forbidden] = [await name(randomUUID()), await name(stranger.id)];
      expect(unknown.status).toBe(403);
      expect(forbidden.body).toEqual(unknown.body);
      await service.factories.grantUser(tenant.externalServiceId, stranger.id);
      expect((await name(stranger.id)).status).toBe(201);
    });

    it("returns a stranger's address like an unknown one", async () => {
      const { upsert, tenant } = await stage();
      const stranger = await newUser(await service.factories.tenant());
      const invite = (email: string, courtId: string) =>
        upsert(bookingBody(courtId, { participants: [{ email }] }));
      const known = await invite(stranger.email, tenant.courtIds[0]);
      expect(known.status).toBe(201);
      expect(known.body.participants).toEqual([{ email: stranger.email }]);
      expect((await invite('nobody@example.com', tenant.courtIds[1])).body.participants).toEqual([
        { email: 'nobody@example.com' },
      ]);
    });

    it('rejects a participant without id and address with 400 mutually_exclusive_fields_violation', async () => {
      const { upsert, courtId } = await stage();
      const { body } = await upsert(bookingBody(courtId, { participants: [{ email: 'a@example.com' }, {}] }));
      expect(body.error.type).toBe('mutually_exclusive_fields_violation');
      expect(body.error.message).toContain('participants[1] has neither');
    });

    it('accepts 50 participants and rejects 51', async () => {
      const { upsert, courtId } = await stage();
      const guests = (count: number) =>
        Array.from({ length: count }, (_, i) => ({ email: `guest-${i}@example.com` }));
      expect((await upsert(bookingBody(courtId, { participants: guests(51) }))).body.error.issues).toEqual([
        { path: ['participants'], code: 'too_big', message: 'Must have at most 50 participants.' },
      ]);
      const { status, body } = await upsert(bookingBody(courtId, { participants: guests(50) }));
      expect(status).toBe(201);
      expect(body.participants).toEqual(guests(50));
    });
  });

  it('rejects moving to a court without access, and keeps the booking', async () => {
    const { upsert, courtId } = await stage();
    const other = await service.factories.organization();
    await upsert(bookingBody(courtId), { id: 'x' });
    const move = bookingBody(other.courtIds[0]!, { externalUpdatedAt: '2026-11-20T13:00:00Z' });
    expect((await upsert(move, { id: 'x' })).body.error.type).toBe('organization_access_denied');
    expect((await upsert(bookingBody(courtId), { id: 'x' })).status).toBe(200);
  });

  it('stores two bookings for one external id of two external services', async () => {
    const [one, two] = [await stage(), await stage()];
    expect((await one.upsert(bookingBody(one.courtId), { id: 'same' })).status).toBe(201);
    expect((await two.upsert(bookingBody(two.courtId), { id: 'same' })).status).toBe(201);
  });

  it('records each written change once, with the state before and after', async () => {
    const { upsert, courtId } = await stage();
    const id = uniqueId('history');
    await upsert(bookingBody(courtId), { id });
    await upsert(bookingBody(courtId), { id });
    await upsert(
      bookingBody(courtId, {
        externalUpdatedAt: '2026-11-20T12:00:01Z',
        participants: [{ email: 'a@example.com' }],
      }),
      { id },
    );
    await upsert(bookingBody(courtId, { externalUpdatedAt: '2026-11-20T11:00:00Z' }), { id });
    const events = await service.database.em().execute(
      `select e.before -> 'participants' as before, e.after -> 'participants' as after
       from audit_events e join court_bookings b on b.id = e.subject_id
       where b.external_court_booking_id = ? order by e.at`,
      [id],
    );
    expect(events).toEqual([
      { before: null, after: [] },
      { before: [], after: [{ email: 'a@example.com' }] },
    ]);
  });
});
