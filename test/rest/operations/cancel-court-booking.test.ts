import { describe, expect, it } from 'vitest';
import { bookingBody, type Tenant } from '../../harness/data/factories.ts';
import { databaseKinds } from '../../harness/servers/test-database.ts';
import { type CallAnswer, uniqueId } from '../../harness/servers/test-service.ts';
import { useTestService } from '../../harness/servers/use-test-service.ts';

/** The version of `bookingBody`, and one microsecond after it. */
const at = '2026-11-20T12:00:00Z';
const after = '2026-11-20T12:00:00.000001Z';

interface Stage {
  tenant: Tenant;
  id: string;
  put: (overrides?: Record<string, unknown>, id?: string) => Promise<CallAnswer>;
  cancel: (externalUpdatedAt: string) => Promise<CallAnswer>;
}

describe.each(databaseKinds)('cancel court booking on %s', (kind) => {
  const service = useTestService(kind);

  const stage = async (): Promise<Stage> => {
    const tenant = await service.factories.tenant();
    const ownId = uniqueId('booking');
    return {
      tenant,
      id: ownId,
      put: (overrides = {}, id = ownId) =>
        service.upsertCourtBooking(tenant.externalServiceId, id, {
          token: tenant.token,
          body: bookingBody(tenant.courtIds[0], overrides),
        }),
      cancel: (externalUpdatedAt) =>
        service.cancelCourtBooking(tenant.externalServiceId, ownId, externalUpdatedAt, {
          token: tenant.token,
        }),
    };
  };

  it('records the actor and the state before and after in an audit event', async () => {
    const { put, cancel, tenant, id } = await stage();
    await put({ participants: [{ email: 'guest@example.com' }] });
    // The second call changes nothing.
    for (let time = 0; time < 2; time += 1) await cancel(after);
    const events = await service.database.query<Record<string, unknown>>(
      `select action, actor_type as "actorType", actor_id as "actorId", before, after
       from audit_events e join court_bookings b on b.id = e.subject_id where external_court_booking_id = $1 order by e.id`,
      [id],
    );
    expect(events.map(({ action }) => action)).toEqual(['upsertCourtBooking', 'cancelCourtBooking']);
    expect(events[1]).toMatchObject({ actorType: 'api_token', actorId: tenant.tokenId });
    expect(events[1]!.before).toEqual(events[0]!.after);
    expect(events[1]!.after).toMatchObject({
      cancelledBy: ['PARTNER'],
      participants: [{ email: 'guest@example.com' }],
    });
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
