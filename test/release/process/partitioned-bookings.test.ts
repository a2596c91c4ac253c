import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPostgresql } from '../../../src/db/connection/open-postgresql.ts';
import { migrate } from '../../../src/db/migrate.ts';
import { bookingBody, createFactories, type Tenant } from '../../harness/data/factories.ts';
import { execute } from '../../harness/global-setup.ts';
import { startOwnPostgresql } from '../../harness/servers/own-postgresql.ts';
import type { PostgresqlServer } from '../../harness/servers/postgresql.ts';
import { startServiceOn, type TestService } from '../../harness/servers/test-service.ts';

const sql = readFileSync(new URL('../../../deploy/partitioned-bookings.sql', import.meta.url), 'utf8');
/** The statements in the comment at the end. */
const dropping = [...sql.split('in this order:')[1]!.matchAll(/^-- {3}(.*;)$/gm)].map(([, line]) => line!);

const oldest = '/usr/lib/postgresql/15/bin';
const servers = [
  { on: 'the PostgreSQL of the tests', bin: process.env.TEST_POSTGRESQL_BIN },
  ...(existsSync(`${oldest}/initdb`) ? [{ on: 'PostgreSQL 15', bin: oldest }] : []),
];

describe.each(servers)('deploy/partitioned-bookings.sql on $on', ({ bin }) => {
  let server: PostgresqlServer;
  let service: TestService;
  let tenant: Tenant;
  const open = async () => {
    const database = await openPostgresql({ url: server.url, poolSize: 4 });
    await migrate(database);
    return startServiceOn({ database, url: server.url, drop: () => database.close() });
  };
  const put = async (id: string, slot: number, version = 0, court = 0) => {
    const answer = await service.upsertCourtBooking(tenant.externalServiceId, id, {
      token: tenant.token,
      body: bookingBody(
        tenant.courtIds[court]!,
        {
          externalUpdatedAt: new Date(Date.UTC(2026, 0, 1) + version * 1_000).toISOString(),
          participants: [{ email: 'guest@example.com' }],
        },
        slot,
      ),
    });
    return answer.status === 409 ? answer.body.error.type : answer.status;
  };
  const cancel = async (id: string) =>
    (
      await service.cancelCourtBooking(tenant.externalServiceId, id, '2026-06-01T00:00:00Z', {
        token: tenant.token,
      })
    ).status;
  const query = <Row>(text: string) => service.database.query<Row>(text, []);
  /** The partition of each booking. */
  const partitions = async () => {
    const rows = await query<{ id: string; partition: string }>(
      'select external_court_booking_id as id, tableoid::regclass::text as partition from court_bookings',
    );
    return Object.fromEntries(rows.map(({ id, partition }) => [id, partition]));
  };
  /** Inserts a copy of a booking without the locks and checks of the service. */
  const insertCopy = (of: string, externalId: string, start: string) =>
    execute(
      server.url,
      `insert into court_bookings (id, external_service_id, external_court_booking_id, court_id, start_date, end_date, external_updated_at)
       select overlay(gen_random_uuid()::text placing left(millis, 8) || '-' || right(millis, 4) from 1 for 13)::uuid,
         external_service_id, '${externalId}', court_id, ${start}, ${start} + interval '1 hour', external_updated_at
       from court_bookings, lpad(to_hex((extract(epoch from now()) * 1000)::bigint), 12, '0') millis
       where external_court_booking_id = '${of}'`,
    );

  beforeAll(async () => {
    server = await startOwnPostgresql({ ...(bin ? { bin } : {}), settings: ['fsync=off'] });
    service = await open();
    tenant = await createFactories(service.database).tenant(2);
    expect([await put('old', 0), await put('cancelled', 1), await cancel('cancelled')]).toEqual([
      201, 201, 200,
    ]);
    await service.stop();
    await execute(server.url, sql);
    service = await open();
  });
  afterAll(async () => {
    await service.stop();
    await server.stop();
  });

  it('keeps stored bookings in the first partition, and puts new ones into that of the year', async () => {
    expect([await put('old', 0), await put('new', 2)]).toEqual([200, 201]);
    const year = new Date().getUTCFullYear();
    expect(await partitions()).toEqual({
      old: 'court_bookings_before',
      cancelled: 'court_bookings_before',
      new: `court_bookings_${year}`,
    });
  });

  it('the service rejects an overlap with a booking of another partition', async () => {
    expect([await put('other', 0), await put('new', 0, 1)]).toEqual(Array(2).fill('court_booking_overlap'));
  });

  it('the service moves, cancels and batches bookings across partitions', async () => {
    expect([await put('old', 10, 1), await put('moved', 0), await put('moved', 0, 1, 1)]).toEqual([
      200, 201, 200,
    ]);
    expect([await cancel('moved'), await put('after', 0, 0, 1)]).toEqual([200, 201]);
    // An exchange, which is only possible for both at once.
    const items = [
      ['old', 2],
      ['new', 10],
    ].map(([externalCourtBookingId, slot]) => ({
      action: 'upsert',
      externalCourtBookingId,
      ...bookingBody(tenant.courtIds[0], { externalUpdatedAt: '2026-03-01T00:00:00Z' }, slot as number),
    }));
    const batch = await service.batchCourtBookings(tenant.externalServiceId, {
      token: tenant.token,
      body: { atomic: true, items },
    });
    expect(batch.body.results.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
      'updated',
      'updated',
    ]);
  });

  it('the database rejects overlaps and external ids of two bookings across partitions, without locks', async () => {
    await expect(insertCopy('old', 'raw', 'start_date')).rejects.toMatchObject({
      code: '23P01',
      constraint: 'court_occupancy_no_overlap',
    });
    await expect(insertCopy('old', 'old', `start_date + interval '90 days'`)).rejects.toMatchObject({
      code: '23505',
      constraint: 'court_booking_keys_pkey',
    });
    await insertCopy('old', 'raw', `start_date + interval '90 days'`);
    expect((await partitions()).raw).not.toBe('court_bookings_before');
  });

  it('each active booking occupies its court, and each booking has its key', async () => {
    const [difference] = await query<{ occupancy: number; keys: number }>(
      `select (select count(*)::int from (select id, court_id, tstzrange(start_date, end_date) from court_bookings where active
           except table court_occupancy) x) as occupancy,
         (select count(*)::int from (select external_service_id, external_court_booking_id, id from court_bookings
           except table court_booking_keys) x) as keys`,
    );
    expect(difference).toEqual({ occupancy: 0, keys: 0 });
  });

  it('the statements at the end drop a partition', async () => {
    expect(dropping.length).toBe(5);
    for (const statement of dropping) await execute(server.url, statement);
    expect(Object.keys(await partitions())).not.toContain('old');
    const counts = await query(
      `select (select count(*)::int from court_booking_keys) - (select count(*)::int from court_bookings) as keys,
         (select count(*)::int from court_occupancy) - (select count(*)::int from court_bookings where active) as occupancy`,
    );
    expect(counts).toEqual([{ keys: 0, occupancy: 0 }]);
    // Its id and its time are free again.
    expect(await put('old', 2)).toBe(201);
  });
});
