import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { contentsOf } from '../../harness/data/contents.ts';
import { bookingBody, type Tenant } from '../../harness/data/factories.ts';
import { databaseKinds } from '../../harness/servers/test-database.ts';
import { type CallAnswer, uniqueId } from '../../harness/servers/test-service.ts';
import { useTestService } from '../../harness/servers/use-test-service.ts';

interface Stage {
  tenant: Tenant;
  courtId: string;
  upsert: (body: unknown, id?: string) => Promise<CallAnswer>;
}

describe.each(databaseKinds)('upsert court booking on %s', (kind) => {
  const service = useTestService(kind);

  const stage = async (): Promise<Stage> => {
    const tenant = await service.factories.tenant();
    const { externalServiceId, token, courtIds } = tenant;
    return {
      tenant,
      courtId: courtIds[0],
      upsert: (body, id = uniqueId('booking')) =>
        service.upsertCourtBooking(externalServiceId, id, { token, body }),
    };
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
        'Ä/1 %41',
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
  });

  describe('versions', () => {
    it('writes nothing and keeps the version after any error', async () => {
      const { upsert, courtId } = await stage();
      const elsewhere = await service.factories.organization();
      await upsert(bookingBody(courtId, {}, 0), 'in-the-way');
      await upsert(bookingBody(courtId, {}, 5), 'x');
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
        const { body } = await upsert({ ...bookingBody(courtId, newer, 5), ...overrides }, 'x');
        expect(body.error?.type).toBe(type);
        expect(await contentsOf(service.database), type).toEqual(before);
      }
      const older = bookingBody(courtId, { externalUpdatedAt: '2026-11-20T13:00:00Z' }, 6);
      expect((await upsert(older, 'x')).status).toBe(200);
    });
  });

  it('records each written change once, with the state before and after', async () => {
    const { upsert, courtId } = await stage();
    const id = uniqueId('history');
    await upsert(bookingBody(courtId), id);
    await upsert(bookingBody(courtId), id);
    await upsert(
      bookingBody(courtId, {
        externalUpdatedAt: '2026-11-20T12:00:01Z',
        participants: [{ email: 'a@example.com' }],
      }),
      id,
    );
    await upsert(bookingBody(courtId, { externalUpdatedAt: '2026-11-20T11:00:00Z' }), id);
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
