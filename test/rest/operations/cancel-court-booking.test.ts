import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as playbook from '../../graphql/graphiql/playbook.generated.ts';
import { run } from '../../harness/clients/graphql-client.ts';
import { contentsOf } from '../../harness/data/contents.ts';
import { bookingBody, type Tenant } from '../../harness/data/factories.ts';
import { databaseKinds } from '../../harness/servers/test-database.ts';
import {
  type CallAnswer,
  startTestService,
  type TestService,
  uniqueId,
} from '../../harness/servers/test-service.ts';

/** The version of `bookingBody`, and one microsecond before and after it. */
const at = '2026-11-20T12:00:00Z';
const before = '2026-11-20T11:59:59.999999Z';
const after = '2026-11-20T12:00:00.000001Z';

interface Stage {
  service: TestService;
  tenant: Tenant;
  id: string;
  put: (overrides?: Record<string, unknown>, id?: string) => Promise<CallAnswer>;
  cancel: (externalUpdatedAt: string, as?: { tenant?: Tenant; id?: string }) => Promise<CallAnswer>;
}

describe.each(databaseKinds)('cancel court booking on %s', (kind) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(kind);
  });
  afterAll(() => service.stop());

  const stage = async (): Promise<Stage> => {
    const tenant = await service.factories.tenant();
    const ownId = uniqueId('booking');
    return {
      service,
      tenant,
      id: ownId,
      put: (overrides = {}, id = ownId) =>
        service.upsertCourtBooking(tenant.externalServiceId, id, {
          token: tenant.token,
          body: bookingBody(tenant.courtIds[0], overrides),
        }),
      cancel: (externalUpdatedAt, { tenant: as = tenant, id = ownId } = {}) =>
        service.cancelCourtBooking(as.externalServiceId, id, externalUpdatedAt, { token: as.token }),
    };
  };
  const typeOf = ({ status, body }: CallAnswer) => body.error?.type ?? status;
  const rowOf = async (id: string) => {
    const [row] = await service.database.query<{
      id: string;
      active: boolean;
      reason: string | null;
      partner: string | null;
    }>(
      `select id, active, cancellation_reason as reason, partner_cancelled_at as partner
       from court_bookings where external_court_booking_id = $1`,
      [id],
    );
    return row;
  };

  it.each([
    ['newer than T', after],
    ['equal to T: a cancellation wins the tie', at],
  ])('%s: cancels with 200, frees the court and stores the version', async (_state, stamp) => {
    const { put, cancel, tenant, id } = await stage();
    await put();
    const answer = await cancel(stamp);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      externalServiceId: tenant.externalServiceId,
      externalCourtBookingId: id,
      externalUpdatedAt: stamp.includes('.') ? stamp : '2026-11-20T12:00:00.000Z',
      status: 'CANCELLED',
      cancelledAt: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T.*Z$/),
    });
    expect((await put({}, uniqueId('another'))).status).toBe(201);
  });

  it('returns 200 for the same cancellation again, and writes nothing', async () => {
    const { put, cancel } = await stage();
    await put();
    const first = await cancel(at);
    const contents = await contentsOf(service.database);
    expect(await cancel(at)).toMatchObject({ status: 200, body: first.body });
    expect(await contentsOf(service.database)).toEqual(contents);
  });

  it('stores a newer cancellation of a cancelled booking, and keeps cancelledAt', async () => {
    const { put, cancel } = await stage();
    await put();
    const first = await cancel(at);
    const second = await cancel(after);
    expect(second.body).toEqual({ ...first.body, externalUpdatedAt: after });
    expect(typeOf(await cancel(at))).toBe('stale_write');
  });

  it('rejects an older version with 409 stale_write, returns what is stored and writes nothing', async () => {
    const { put, cancel, id } = await stage();
    await put();
    const { body } = await cancel(before);
    expect(body.error).toMatchObject({
      type: 'stale_write',
      stored: { externalUpdatedAt: '2026-11-20T12:00:00.000Z', status: 'ACTIVE' },
    });
    expect((await rowOf(id))!.active).toBe(true);
  });

  it('lets a newer upsert reactivate the booking, and rejects an equal or older one', async () => {
    const { put, cancel } = await stage();
    const created = await put();
    await cancel(at);
    const refused = await put();
    expect(refused.body.error).toMatchObject({
      type: 'version_conflict',
      stored: {
        externalUpdatedAt: '2026-11-20T12:00:00.000Z',
        status: 'CANCELLED',
        cancelledBy: ['PARTNER'],
      },
    });
    expect(typeOf(await put({ externalUpdatedAt: before }))).toBe('stale_write');
    const again = await put({ externalUpdatedAt: after });
    expect([again.status, again.body.createdAt]).toEqual([200, created.body.createdAt]);
    expect(typeOf(await cancel(at))).toBe('stale_write');
  });

  describe('without a stored booking', () => {
    it('returns 200, and rejects an older or equal create afterwards, but not a newer one', async () => {
      const { put, cancel, id } = await stage();
      const cancelled = await cancel(at);
      expect([cancelled.status, cancelled.body.status]).toEqual([200, 'CANCELLED']);
      expect(await rowOf(id)).toBeUndefined();
      const stored = {
        externalUpdatedAt: '2026-11-20T12:00:00.000Z',
        status: 'CANCELLED',
        cancelledBy: ['PARTNER'],
      };
      expect((await put({ externalUpdatedAt: before })).body.error).toMatchObject({
        type: 'stale_write',
        stored,
      });
      expect((await put()).body.error).toMatchObject({ type: 'version_conflict', stored });
      expect(typeOf(await put({ externalUpdatedAt: after }))).toBe(201);
      const [{ count }] = (await service.database.query<{ count: number }>(
        'select count(*)::int as count from cancellation_stamps where external_court_booking_id = $1',
        [id],
      )) as [{ count: number }];
      expect(count).toBe(0);
    });

    it('is idempotent, stores a newer cancellation and rejects an older one with stale_write', async () => {
      const { put, cancel } = await stage();
      const first = await cancel(at);
      expect((await cancel(at)).body).toEqual(first.body);
      expect(typeOf(await cancel(before))).toBe('stale_write');
      expect((await cancel(after)).body).toEqual({ ...first.body, externalUpdatedAt: after });
      expect(typeOf(await put({ externalUpdatedAt: after }))).toBe('version_conflict');
    });

    it('loses only its own cancellation with a later create, not those of other ids or partners', async () => {
      const { put, cancel, id } = await stage();
      const elsewhere = await stage();
      const another = uniqueId('booking');
      await cancel(at);
      await cancel(at, { id: another });
      await elsewhere.cancel(at, { id });
      expect(typeOf(await put({ externalUpdatedAt: after }))).toBe(201);
      expect(typeOf(await put({ externalUpdatedAt: before }, another))).toBe('stale_write');
      expect(typeOf(await elsewhere.put({ externalUpdatedAt: before }, id))).toBe('stale_write');
    });

    it('does not touch another service’s booking with the same id', async () => {
      const { put, id } = await stage();
      await put();
      const other = await stage();
      expect((await other.cancel(after, { id })).status).toBe(200);
      expect((await rowOf(id))!.active).toBe(true);
    });
  });

  describe('with a cancellation by an operator', () => {
    let operator: string;
    beforeAll(async () => {
      operator = (await service.factories.operator('ADMIN')).secret;
    });
    const cancelAsOperator = async (id: string) =>
      run(service, operator, playbook.CancelCourtBookingDocument, {
        courtBookingId: (await rowOf(id))!.id,
        reason: 'Flooded.',
      });
    const reinstate = async (id: string) =>
      run(service, operator, playbook.ReinstateCourtBookingDocument, {
        courtBookingId: (await rowOf(id))!.id,
      });

    it('stores both cancellations, so that reinstating alone does not activate the booking', async () => {
      const { put, cancel, id } = await stage();
      await put();
      await cancelAsOperator(id);
      expect((await cancel(at)).status).toBe(200);
      expect(await rowOf(id)).toMatchObject({
        active: false,
        reason: 'Flooded.',
        partner: expect.anything(),
      });
      await reinstate(id);
      expect(await rowOf(id)).toMatchObject({ active: false, reason: null, partner: expect.anything() });
      expect((await put({ externalUpdatedAt: after })).status).toBe(200);
      expect(await rowOf(id)).toMatchObject({ active: true, reason: null, partner: null });
    });

    it('rejects every upsert until the booking is reinstated', async () => {
      const { put, cancel, id } = await stage();
      await put();
      await cancel(at);
      await cancelAsOperator(id);
      expect((await put({ externalUpdatedAt: after })).body.error).toMatchObject({
        type: 'version_conflict',
        stored: { cancelledBy: ['PARTNER', 'OPERATOR'] },
      });
      await reinstate(id);
      expect((await put({ externalUpdatedAt: after })).status).toBe(200);
    });

    it('rejects reinstating with nothing_to_change if only the partner cancelled', async () => {
      const { put, cancel, id } = await stage();
      await put();
      expect((await reinstate(id)).reinstateCourtBooking).toMatchObject({ status: 'ACTIVE' });
      await cancel(at);
      const stored = await rowOf(id);
      expect((await reinstate(id)).reinstateCourtBooking).toMatchObject({
        type: 'nothing_to_change',
        message: expect.stringContaining('its partner has'),
      });
      expect(await rowOf(id)).toEqual(stored);
    });

    it('compares versions in the same way if only an operator cancelled', async () => {
      const { put, cancel, id } = await stage();
      await put();
      await cancelAsOperator(id);
      const { body } = await cancel(before);
      expect(body.error).toMatchObject({ type: 'stale_write', stored: { cancelledBy: ['OPERATOR'] } });
      expect((await cancel(after)).status).toBe(200);
    });
  });

  it('requires neither access nor an active court', async () => {
    const { put, cancel, tenant, id } = await stage();
    await put();
    const em = service.database.em();
    await em.execute('delete from organization_grants where external_service_id = ?', [
      tenant.externalServiceId,
    ]);
    await em.execute('update courts set active = false where id = ?', [tenant.courtIds[0]]);
    expect(typeOf(await put({ externalUpdatedAt: after }))).toBe('court_not_found');
    expect((await cancel(after)).status).toBe(200);
    expect((await rowOf(id))!.active).toBe(false);
  });

  it('records the actor and the state before and after in an audit event', async () => {
    const { put, cancel, tenant, id } = await stage();
    await put({ participants: [{ email: 'guest@example.com' }] });
    await cancel(after);
    const { id: bookingId } = (await rowOf(id))!;
    const events = await service.database.query<Record<string, unknown>>(
      `select action, actor_type as "actorType", actor_id as "actorId", before, after
       from audit_events where subject_id = $1 order by id`,
      [bookingId],
    );
    expect(events.map(({ action }) => action)).toEqual(['upsertCourtBooking', 'cancelCourtBooking']);
    expect(events[1]).toMatchObject({ actorType: 'api_token', actorId: tenant.tokenId });
    expect(events[1]!.before).toEqual(events[0]!.after);
    expect(events[1]!.after).toMatchObject({
      cancelledBy: ['PARTNER'],
      participants: [{ email: 'guest@example.com' }],
    });
  });

  it('accepts a + before the offset, both literal and encoded', async () => {
    const { cancel } = await stage();
    const stamps = ['2026-11-20T13:00:00+01:00', '2026-11-20T13:00:00%2B01:00'];
    for (const stamp of stamps)
      expect((await cancel(stamp)).body.externalUpdatedAt).toBe('2026-11-20T12:00:00.000Z');
  });

  it.each([
    ['no externalUpdatedAt', '', ['externalUpdatedAt', 'invalid_format']],
    ['an unknown parameter', `${at}&reason=rain`, ['reason', 'unrecognized_keys']],
    ['a repeated parameter', `${at}&externalUpdatedAt=${at}`, ['externalUpdatedAt', 'duplicate_parameter']],
    ['bad percent-encoding', '%E0', ['externalUpdatedAt', 'invalid_percent_encoding']],
  ])('%s: is rejected with 400 and the name of the parameter', async (_fault, query, [path, code]) => {
    const { cancel } = await stage();
    const { status, body } = await cancel(query);
    expect([status, body.error.issues]).toEqual([
      400,
      [{ path: [path], code, message: expect.stringMatching(/\.$/) }],
    ]);
  });

  it('records the operation and the booking id for operators', async () => {
    const { cancel, id } = await stage();
    await cancel(at);
    await expect
      .poll(() =>
        service.database.query(`select operation, status from partner_requests where external_id = $1`, [id]),
      )
      .toEqual([{ operation: 'cancelCourtBooking', status: 200 }]);
  });
});
