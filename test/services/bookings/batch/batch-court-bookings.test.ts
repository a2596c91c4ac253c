import { describe, expect, it } from 'vitest';
import { openPostgresql } from '../../../../src/db/connection/open-postgresql.ts';
import { inLineBehind } from '../../../harness/assertions/in-line.ts';
import { bookingBody, type Tenant } from '../../../harness/data/factories.ts';
import { execute } from '../../../harness/global-setup.ts';
import { startServiceOn } from '../../../harness/servers/test-service.ts';
import { useTestService } from '../../../harness/servers/use-test-service.ts';

const later = '2026-11-20T13:00:00Z';

const service = useTestService('postgresql');

it.each([true, false])(
  'an item without participants removes those of its own booking only (atomic: %s)',
  async (atomic) => {
    const { externalServiceId, courtIds, token } = await service.factories.tenant();
    const send = async (slots: [string, number][], overrides: Record<string, unknown>) => {
      const items = slots.map(([id, slot]) => ({
        action: 'upsert',
        externalCourtBookingId: id,
        ...bookingBody(courtIds[0], overrides, slot),
      }));
      return (await service.batchCourtBookings(externalServiceId, { token, body: { atomic, items } })).body;
    };
    const [guest, other] = [{ email: 'guest@example.com' }, { email: 'other@example.com' }];
    await send(
      [
        ['left', 1],
        ['beside', 2],
      ],
      { participants: [guest, other] },
    );
    const { results } = await send([['left', 1]], { externalUpdatedAt: later, participants: undefined });
    expect(results).toMatchObject([{ status: 200, courtBooking: { participants: [] } }]);
    const stored = await service.database.query<{ id: string; email: string }>(
      `select external_court_booking_id as id, email
       from court_bookings b join court_booking_participants p on p.court_booking_id = b.id
       where external_service_id = $1 order by position`,
      [externalServiceId],
    );
    expect(stored).toEqual([guest, other].map(({ email }) => ({ id: 'beside', email })));
  },
);

describe('atomic batch', () => {
  const at = ({ courtIds }: Tenant, id: string, court: 0 | 1, slot: number, overrides = {}) => ({
    action: 'upsert',
    externalCourtBookingId: id,
    ...bookingBody(courtIds[court], overrides, slot),
  });
  const cancelled = (id: string) => ({
    action: 'cancel',
    externalCourtBookingId: id,
    externalUpdatedAt: later,
  });
  const send = async ({ externalServiceId, token }: Tenant, items: unknown[], by = service) => {
    const { body } = await by.batchCourtBookings(externalServiceId, {
      token,
      body: { atomic: true, items },
    });
    return body;
  };
  const places = async ({ externalServiceId, courtIds }: Tenant) =>
    (
      await service.database.query<{ id: string; court: string; hour: number }>(
        `select external_court_booking_id as id, court_id as court,
           extract(hour from start_date at time zone 'UTC')::int - 10 as hour
         from court_bookings where external_service_id = $1 and active order by 1`,
        [externalServiceId],
      )
    ).map(({ id, court, hour }) => `${id}: court ${courtIds.indexOf(court)}, slot ${hour}`);

  it('locks its courts in the order of their ids, whatever their physical order or order of the items', async () => {
    const tenant = await service.factories.tenant();
    const [first, second] = [...tenant.courtIds].sort() as [string, string];
    // The update moves the row behind the other one, so that a scan returns it later.
    await service.database.query('update courts set name = name where id = $1', [first]);
    const alter = `alter database ${new URL(service.url).pathname.slice(1)}`;
    for (const way of ['indexscan', 'bitmapscan'])
      await execute(service.url, `${alter} set enable_${way} = off`);
    const database = await openPostgresql({ url: service.url, poolSize: 2 });
    const other = await startServiceOn({ database, url: service.url, drop: () => database.close() });
    const items = [
      { ...at(tenant, 'a', 0, 1), courtId: second },
      { ...at(tenant, 'b', 1, 1), courtId: first },
    ];
    const sent = await inLineBehind(
      service.url,
      ['select from courts where id = $1 for update', first],
      () => send(tenant, items, other),
      1,
      // A batch that waits for the first court has not locked the second.
      (holder) => holder.query('select from courts where id = $1 for update nowait', [second]),
    );
    await other.stop();
    await execute(service.url, `${alter} reset all`);
    expect(sent.summary).toMatchObject({ created: 2 });
  });

  it('reinstates a cancelled booking if its slot is free or becomes free', async () => {
    const tenant = await service.factories.tenant();
    await send(tenant, [at(tenant, 'a', 0, 1), at(tenant, 'b', 0, 2)]);
    const cancellation = await send(tenant, [cancelled('a')]);
    expect(cancellation.results[0].cancelled).toMatchObject({ status: 'CANCELLED' });
    const newest = { externalUpdatedAt: '2026-11-21T00:00:00Z' };
    // A cancelled booking conflicts with nothing, but a reinstated one does.
    const refused = await send(tenant, [at(tenant, 'a', 0, 2, newest), at(tenant, 'new', 0, 1)]);
    expect(refused.error.issues).toMatchObject([{ path: ['items', 0], code: 'court_booking_overlap' }]);
    const answer = await send(tenant, [
      at(tenant, 'a', 0, 2, newest),
      at(tenant, 'b', 0, 3, newest),
      at(tenant, 'new', 0, 1),
    ]);
    expect(answer.summary).toEqual({ created: 1, updated: 2, replayed: 0, cancelled: 0, refused: 0 });
    expect(answer.results[0].courtBooking).toMatchObject({ status: 'ACTIVE' });
    expect(answer.results[0].courtBooking).not.toHaveProperty('cancelledAt');
    expect(await places(tenant)).toEqual([
      'a: court 0, slot 2',
      'b: court 0, slot 3',
      'new: court 0, slot 1',
    ]);
  });

  it('returns each result at the position of its item and stores only the participants of that item', async () => {
    const tenant = await service.factories.tenant();
    const of = (name: string) => ({ participants: [{ email: `${name}@example.com` }] });
    await send(tenant, [at(tenant, 'same', 0, 1, of('same')), at(tenant, 'moved', 0, 2, of('moved'))]);
    const { results } = await send(tenant, [
      cancelled('never'),
      at(tenant, 'same', 0, 1, of('same')),
      at(tenant, 'moved', 0, 3, { ...of('later'), externalUpdatedAt: later }),
      at(tenant, 'new', 0, 2, of('new')),
    ]);
    const seen = results.map((result: { status: number; courtBooking?: Record<string, unknown> }) => [
      result.status,
      result.courtBooking?.externalCourtBookingId,
      result.courtBooking?.participants,
    ]);
    expect(seen).toEqual([
      [200, undefined, undefined],
      [200, 'same', [{ email: 'same@example.com' }]],
      [200, 'moved', [{ email: 'later@example.com' }]],
      [201, 'new', [{ email: 'new@example.com' }]],
    ]);
    const stored = await service.database.query<{ id: string; email: string }>(
      `select external_court_booking_id as id, p.email
       from court_bookings b join court_booking_participants p on p.court_booking_id = b.id
       where external_service_id = $1 order by 1`,
      [tenant.externalServiceId],
    );
    expect(stored).toEqual([
      { id: 'moved', email: 'later@example.com' },
      { id: 'new', email: 'new@example.com' },
      { id: 'same', email: 'same@example.com' },
    ]);
  });
});
