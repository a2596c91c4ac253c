import { afterEach, describe, expect, it } from 'vitest';
import { authorizeAnyOperator } from '../../../src/services/access/authorize-operator.ts';
import { demoIds } from '../../../src/services/demo/demo-ids.ts';
import { demoHours } from '../../../src/services/demo/demo-rows.ts';
import { loadDemoData } from '../../../src/services/demo/load-demo-data.ts';
import { readOverview } from '../../../src/services/overview/read-overview.ts';
import { newId } from '../../../src/services/values/new-id.ts';
import { bookingBody } from '../../harness/data/factories.ts';
import { valueIn } from '../../harness/data/rows.ts';
import { databaseKinds } from '../../harness/servers/test-database.ts';
import { startTestService, type TestService } from '../../harness/servers/test-service.ts';
import { forTest } from '../../harness/servers/use-test-service.ts';

interface Row {
  service: string;
  courtId: string;
  externalId: string;
  startDate: string;
  endDate: string;
  active: boolean;
}

describe.each(databaseKinds)('demo data on %s', (kind) => {
  let service: TestService;
  afterEach(() => service.stop());

  const now = Date.parse('2026-12-30T21:30:00Z');
  const load = () => loadDemoData(service.database, newId, () => now);
  const bookings = () =>
    service.database.query<Row>(
      `select s.name as service, court_id as "courtId", external_court_booking_id as "externalId", b.active,
         to_char(start_date at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI') as "startDate",
         to_char(end_date at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI') as "endDate"
       from court_bookings b join external_services s on s.id = b.external_service_id order by start_date, 2`,
      [],
    );
  const count = (table: string) => valueIn<number>(service, `select count(*)::int as n from ${table}`);

  it('has two organizations, two partners that book the same courts, and bookings from a week ago to six days ahead', async () => {
    service = await startTestService(kind);
    expect(await load()).toMatchObject({
      externalServiceId: demoIds.externalService,
      courtId: demoIds.court,
      externalCourtBookingId: 'demo-1',
    });
    expect([await count('organizations'), await count('courts'), await count('external_services')]).toEqual([
      2, 5, 2,
    ]);
    const rows = await bookings();
    const days = new Set(rows.map(({ startDate }) => startDate.slice(0, 10)));
    expect([...days]).toEqual(
      Array.from({ length: 14 }, (_, day) =>
        new Date(now + (day - 7) * 86_400_000).toISOString().slice(0, 10),
      ),
    );
    for (const day of days) {
      const ofDay = rows.filter(
        ({ startDate, courtId }) => startDate.startsWith(day) && courtId === demoIds.court,
      );
      expect(ofDay.length, day).toBeGreaterThan(1);
    }
    const onCourt = rows.filter(({ courtId }) => courtId === demoIds.court);
    expect(new Set(onCourt.map(({ service: name }) => name)).size).toBe(2);
    expect(rows.filter(({ active }) => !active).length).toBeGreaterThan(3);
    const hours = rows.flatMap(({ startDate, endDate }) =>
      [startDate, endDate].map((at) => Number(at.slice(11, 13))),
    );
    expect([Math.min(...hours), Math.max(...hours)]).toEqual([demoHours[0], 21]);
    // The printed command cancels a booking of tomorrow, which has not passed yet.
    const cancellable = rows.find(
      ({ service: name, externalId }) => name === 'Demo Partner' && externalId === 'demo-1',
    );
    expect(cancellable).toMatchObject({
      active: true,
      courtId: demoIds.court,
      startDate: expect.stringContaining('2026-12-31'),
    });
  });

  it('has something of everything that operators look for on the overview', async () => {
    service = await startTestService(kind);
    const secrets = {
      seal: (secret: Uint8Array) => Buffer.from(secret),
      open: (sealed: Uint8Array) => Buffer.from(sealed),
    };
    await loadDemoData(service.database, newId, () => now, secrets as never);
    const signedIn = authorizeAnyOperator({
      ...(await service.factories.operator('VIEWER')),
      role: 'VIEWER',
    } as never);
    const {
      traffic,
      bookings: clubs,
      attention,
    } = await readOverview({ database: service.database, now: () => now }, signedIn, '7d');
    const [failing, ...others] = traffic.partners;
    expect(failing).toMatchObject({ name: 'Demo Neighbour' });
    expect(failing!.rejected / failing!.requests).toBeGreaterThan(0.15);
    expect(others.map(({ name }) => name)).toEqual(['Demo Partner', null]);
    expect(traffic.inTime.every(({ requests }) => requests > 0)).toBe(true);
    expect(traffic.errorTypes.map(({ errorType }) => errorType).sort()).toEqual([
      'court_booking_overlap',
      'invalid_api_token',
      'invalid_schema',
      'stale_write',
    ]);
    expect(clubs.clubs.map(({ days }) => days.every((n) => n > 0))).toEqual([true, true]);
    expect(attention.failingWebhooks.items).toMatchObject([
      { partner: 'Demo Neighbour', pausedBecause: 'FAILING' },
    ]);
    expect(attention.expiringTokens.items.map(({ label }) => label)).toContain('production');
  });

  it('rejects a booking over one of another partner and hides its id', async () => {
    service = await startTestService(kind);
    const { externalServiceId, courtId, token } = (await load())!;
    const theirs = (await bookings()).find(
      (row) => row.service !== 'Demo Partner' && row.courtId === courtId && row.active,
    )!;
    const { status, body } = await service.upsertCourtBooking(externalServiceId, 'mine', {
      token,
      body: bookingBody(courtId, { startDate: `${theirs.startDate}:00Z`, endDate: `${theirs.endDate}:00Z` }),
    });
    expect([status, body.error.type]).toEqual([409, 'court_booking_overlap']);
    expect(body.error.conflicts).toEqual([{ startDate: expect.any(String), endDate: expect.any(String) }]);
  });

  it('is loaded once and only into an empty database, but each start issues a token', async () => {
    service = await startTestService(kind);
    const [first, second] = [await load(), await load()];
    expect(second!.token).not.toBe(first!.token);
    expect(await count('external_services')).toBe(2);
    const before = await count('court_bookings');
    await load();
    expect(await count('court_bookings')).toBe(before);
  });

  it('is not loaded into a database with other data', async () => {
    service = await startTestService(kind);
    await service.factories.tenant();
    expect(await load()).toBeUndefined();
    expect([await count('external_services'), await count('court_bookings')]).toEqual([1, 0]);
  });
});

describe('loading the demo data', () => {
  it('uses one statement per table, whatever the number of rows', async () => {
    const service = await forTest(startTestService('postgresql'));
    await service.database.query(`create table statements (insert_into text);`, []);
    await service.database.query(
      `create function note() returns trigger language plpgsql as
         'begin insert into statements values (tg_table_name); return null; end'`,
      [],
    );
    for (const table of ['users', 'courts', 'court_bookings', 'court_booking_participants'])
      await service.database.query(
        `create trigger note after insert on ${table} for each statement execute function note()`,
        [],
      );
    await loadDemoData(service.database, newId, Date.now);
    const noted = await service.database.query<{ name: string }>(
      'select insert_into as name from statements order by 1',
      [],
    );
    expect(noted.map(({ name }) => name)).toEqual([
      'court_booking_participants',
      'court_bookings',
      'courts',
      'users',
    ]);
  });
});
