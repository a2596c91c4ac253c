import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operatorsService } from '../../../src/db/entities/external-service.ts';
import { authorizeAnyOperator } from '../../../src/services/access/authorize-operator.ts';
import { mostCourts, readCalendar } from '../../../src/services/overview/read-calendar.ts';
import { newId } from '../../../src/services/values/new-id.ts';
import { refusalOf } from '../../harness/assertions/refusal-of.ts';
import { createFactories, type Factories } from '../../harness/data/factories.ts';
import { createTestDatabase, type TestDatabase } from '../../harness/servers/test-database.ts';

const mostBookings = 2_000;
const operator = authorizeAnyOperator({ id: newId(), name: 'Jo', role: 'VIEWER' });

describe('calendar', () => {
  let test: TestDatabase;
  let factories: Factories;
  let partner: string;
  beforeAll(async () => {
    test = await createTestDatabase('postgresql');
    factories = createFactories(test.database);
    partner = await factories.externalService();
    const { id, name } = operatorsService;
    await test.database.query('insert into external_services (id, name) values ($1, $2)', [id, name]);
  });
  afterAll(() => test.drop());

  const read = (query: Partial<Parameters<typeof readCalendar>[2]>) =>
    readCalendar(test.database, operator, { date: '2027-01-01', days: 1, timeZone: 'UTC', ...query });
  const book = async (courtId: string, from: number, to: number, blockReason?: string) => {
    const times = [Date.UTC(2027, 0, 1, from), Date.UTC(2027, 0, 1, to)] as const;
    const owner = blockReason === undefined ? partner : operatorsService.id;
    const row = await factories.booking(
      owner,
      courtId,
      times,
      blockReason === undefined ? {} : { blockReason },
    );
    return { ...row, from: times[0], to: times[1] };
  };

  it.each([
    [mostCourts, false],
    [mostCourts + 1, true],
  ])('of %i courts returns the maximum, with hasMoreCourts: %s', async (courts, hasMoreCourts) => {
    const { organizationId } = await factories.organization(courts);
    const calendar = await read({ organizationId });
    expect(calendar.courts).toHaveLength(mostCourts);
    expect([calendar.hasMoreCourts, calendar.hasMoreBookings]).toEqual([hasMoreCourts, false]);
  });

  it('returns active bookings and blocks within the days, by court name and start', async () => {
    const { organizationId, courtIds } = await factories.organization(3);
    const [first, second, third] = courtIds as [string, string, string];
    await test.database.query('update courts set active = false where id = $1', [second]);
    const late = await book(first, 23, 25);
    const early = await book(first, -1, 1);
    await book(first, -2, -1);
    await book(first, 25, 26);
    const gone = await book(first, 5, 6);
    await factories.cancelBooking(partner, gone.externalCourtBookingId);
    const until = await book(third, -24, 0);
    const from = await book(third, 24, 25);
    const block = await book(third, 3, 4, 'the net');
    await book((await factories.organization(1)).courtIds[0]!, 3, 4);

    const by = { partner: 'Partner', blockReason: null };
    const blocked = { ...block, partner: operatorsService.name, blockReason: 'the net' };
    const day = await read({ organizationId });
    expect(day).toMatchObject({
      organization: { id: organizationId, name: 'Club' },
      courts: [
        {
          id: first,
          name: 'Court 1',
          active: true,
          bookings: [
            { ...early, ...by },
            { ...late, ...by },
          ],
        },
        { id: second, name: 'Court 2', active: false, bookings: [] },
        { id: third, name: 'Court 3', active: true, bookings: [blocked] },
      ],
      zonedDays: [{ date: '2027-01-01', from: Date.UTC(2027, 0, 1), to: Date.UTC(2027, 0, 2) }],
    });

    const inBerlin = await read({ courtId: third, days: 7, date: '2026-12-26', timeZone: 'Europe/Berlin' });
    expect(inBerlin.zonedDays).toHaveLength(7);
    expect(inBerlin.courts.map(({ id, bookings }) => [id, bookings.map((one) => one.id)])).toEqual([
      [third, [until.id, block.id]],
    ]);
    const next = await read({ courtId: third, date: '2027-01-02' });
    expect(next.courts[0]!.bookings.map(({ id }) => id)).toEqual([from.id]);
  });

  it('is empty for a club without courts, and rejects an unknown organization or court', async () => {
    const { organizationId } = await factories.organization(0);
    expect(await read({ organizationId })).toMatchObject({ courts: [], hasMoreCourts: false });
    expect((await refusalOf(read({ organizationId: newId() }))).type).toBe('organization_not_found');
    expect((await refusalOf(read({ courtId: newId() }))).type).toBe('court_not_found');
  });

  it.each([
    [mostBookings, false],
    [mostBookings + 1, true],
  ])('of %i bookings returns the maximum, with hasMoreBookings: %s', async (count, hasMoreBookings) => {
    const { organizationId, courtIds } = await factories.organization(1);
    await test.database.query(
      `insert into court_bookings (id, external_service_id, external_court_booking_id, court_id, start_date, end_date, external_updated_at)
       select gen_random_uuid(), $1, $2::text || n, $2::uuid, $3::timestamptz + n * interval '40 seconds',
         $3::timestamptz + (n + 1) * interval '40 seconds', now()
       from generate_series(1, $4::int) n`,
      [partner, courtIds[0], new Date(Date.UTC(2027, 0, 1)).toISOString(), count],
    );
    const calendar = await read({ organizationId });
    expect(calendar.courts[0]!.bookings).toHaveLength(mostBookings);
    expect(calendar.hasMoreBookings).toBe(hasMoreBookings);
  });
});
