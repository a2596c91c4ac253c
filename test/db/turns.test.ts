import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { databaseFunctions } from '../../src/db/functions/functions.ts';
import { inLineBehind } from '../harness/assertions/in-line.ts';
import { bookingBody, type Tenant } from '../harness/data/factories.ts';
import { useTestService } from '../harness/servers/use-test-service.ts';

const earlier = '2026-11-20T11:00:00Z';
const newer = '2026-11-20T13:00:00Z';
const newest = '2026-11-20T14:00:00Z';

interface Write {
  action: 'upsert' | 'cancel';
  as: 'single' | 'not atomic' | 'atomic';
}

const upserts: Write[] = [
  { action: 'upsert', as: 'single' },
  { action: 'upsert', as: 'not atomic' },
  { action: 'upsert', as: 'atomic' },
];
const cancellations: Write[] = upserts.map(({ as }) => ({ action: 'cancel', as }));

describe('a write that waits for its turn and then checks the stored state', () => {
  const service = useTestService('postgresql');
  const write = async (tenant: Tenant, { action, as }: Write, stamp: string): Promise<string> => {
    const { externalServiceId, token, courtIds } = tenant;
    const body = bookingBody(courtIds[0], { externalUpdatedAt: stamp });
    if (as === 'single') {
      const answer =
        action === 'upsert'
          ? await service.upsertCourtBooking(externalServiceId, 'x', { token, body })
          : await service.cancelCourtBooking(externalServiceId, 'x', stamp, { token });
      return answer.body.error?.type ?? 'done';
    }
    const item = { action, externalCourtBookingId: 'x' };
    const items = [action === 'upsert' ? { ...item, ...body } : { ...item, externalUpdatedAt: stamp }];
    const answer = await service.batchCourtBookings(externalServiceId, {
      token,
      body: { atomic: as === 'atomic', items },
    });
    const { error, results } = answer.body;
    return error?.issues?.[0].code ?? error?.type ?? results[0].error?.type ?? 'done';
  };

  type Statement = readonly [text: string, ...values: unknown[]];
  /** Writes while another transaction holds a lock, which changes something before it ends. */
  const meanwhile = (lock: Statement, writing: () => Promise<string>, ...[text, ...values]: Statement | []) =>
    inLineBehind(service.url, lock, writing, 1, async (other) => text && other.query(text, values));
  const keyOf = (id: string): Statement => [
    `select pg_advisory_xact_lock(${databaseFunctions().schema}.court_booking_key($1, 'x'))`,
    id,
  ];

  it.each([...upserts, ...cancellations])(
    '$action, $as: stale_write after a concurrent newer version',
    async (way) => {
      const tenant = await service.factories.tenant();
      expect(await write(tenant, upserts[0]!, earlier)).toBe('done');
      const { externalServiceId: id } = tenant;
      const outcome = await meanwhile(
        keyOf(id),
        () => write(tenant, way, newer),
        ...['update court_bookings set external_updated_at = $2 where external_service_id = $1', id, newest],
      );
      expect(outcome).toBe('stale_write');
    },
  );

  it.each([...upserts, ...cancellations])(
    '$action, $as: stale_write after a concurrent newer cancellation of an unknown booking',
    async (way) => {
      const tenant = await service.factories.tenant();
      const { externalServiceId: id } = tenant;
      const outcome = await meanwhile(
        keyOf(id),
        () => write(tenant, way, newer),
        `insert into cancellation_stamps
           (external_service_id, external_court_booking_id, external_updated_at, cancelled_at)
         values ($1, 'x', $2, now())`,
        id,
        newest,
      );
      expect(outcome).toBe('stale_write');
    },
  );

  it.each(upserts)(
    '$action, $as: court_booking_overlap after a concurrent booking of the same time',
    async (way) => {
      const tenant = await service.factories.tenant();
      const { startDate, endDate } = bookingBody('');
      const outcome = await meanwhile(
        ['select from courts where id = $1 for no key update', tenant.courtIds[0]],
        () => write(tenant, way, newer),
        `insert into court_bookings
           (id, external_service_id, external_court_booking_id, court_id, start_date, end_date,
            external_updated_at, created_at, updated_at)
         values ($1, $2, 'in the way', $3, $4, $5, now(), now(), now())`,
        ...[randomUUID(), tenant.externalServiceId, tenant.courtIds[0], startDate, endDate],
      );
      expect(outcome).toBe('court_booking_overlap');
    },
  );

  it.each(upserts.flatMap((way) => [0, 1].map((held) => ({ ...way, held }))))(
    '$action, $as: a move from court 0 to court 1 waits for the lock holder of court $held',
    async ({ held, ...way }) => {
      const { courtIds, ...tenant } = await service.factories.tenant();
      expect(await write({ ...tenant, courtIds }, upserts[0]!, earlier)).toBe('done');
      const outcome = await meanwhile(
        ['select from courts where id = $1 for no key update', courtIds[held]],
        () => write({ ...tenant, courtIds: [courtIds[1], courtIds[0]] }, way, newer),
      );
      expect(outcome).toBe('done');
    },
  );

  it.each([
    [
      'to a court that is being closed meanwhile: refused, though the one that it leaves is open',
      0,
      1,
      'court_not_found',
    ],
    ['away from a court that is being closed meanwhile: done, since the other one is open', 1, 0, 'done'],
  ] as const)('moves a booking %s', async (_what, from, to, outcome) => {
    const { courtIds, ...tenant } = await service.factories.tenant();
    const on = (court: 0 | 1): Tenant => ({ ...tenant, courtIds: [courtIds[court]!, courtIds[1 - court]!] });
    expect(await write(on(from), upserts[0]!, earlier)).toBe('done');
    const moved = await meanwhile(['update courts set active = false where id = $1', courtIds[1]], () =>
      write(on(to), upserts[0]!, newer),
    );
    expect(moved).toBe(outcome);
  });
});
