import { expect, it } from 'vitest';
import { operatorsService } from '../../../src/db/entities/external-service.ts';
import { readBookingsByClub } from '../../../src/services/overview/read-bookings-by-club.ts';
import { zonedClock, zonedDays } from '../../../src/services/overview/zoned-days.ts';
import { createFactories } from '../../harness/data/factories.ts';
import { useTestDatabase } from '../../harness/servers/use-test-service.ts';

const now = Date.UTC(2027, 0, 10, 15, 20);

const test = useTestDatabase('postgresql');

it('returns the twelve clubs with the most bookings from a week ago to six days ahead, with hasMore', async () => {
  const factories = createFactories(test.database);
  const partner = await factories.externalService();
  const clubs = await Promise.all(Array.from({ length: 13 }, () => factories.organization(1)));
  const book = (court: string, hours: number) =>
    factories.booking(partner, court, [Date.UTC(2027, 0, 10, hours), Date.UTC(2027, 0, 10, hours + 1)]);
  const read = () => readBookingsByClub(test.database, now);
  for (const [place, { courtIds }] of clubs.slice(0, 12).entries())
    for (let n = 0; n <= place; n += 1) await book(courtIds[0]!, n);
  const [court] = clubs[12]!.courtIds as [string];
  await book(court, -7 * 24 - 1);
  await book(court, 7 * 24);
  const most = clubs.slice(0, 12).reverse();
  const before = await read();
  expect(before.clubs.map(({ organizationId }) => organizationId)).toEqual(
    most.map(({ organizationId }) => organizationId),
  );
  expect(before.hasMoreClubs).toBe(false);
  expect([before.days.length, before.days[0], before.days.at(-1)]).toEqual([14, '2027-01-03', '2027-01-16']);
  expect(before.clubs[0]).toMatchObject({ name: 'Club', days: [0, 0, 0, 0, 0, 0, 0, 12, 0, 0, 0, 0, 0, 0] });

  await book(court, -7 * 24);
  await book(court, 7 * 24 - 1);
  const after = await read();
  expect(after.clubs).toHaveLength(12);
  expect(after.hasMoreClubs).toBe(true);
  const last = after.clubs.find(({ organizationId }) => organizationId === clubs[12]!.organizationId);
  expect(last!.days).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
});

it("counts active bookings, but no blocks, in the days of each club's time zone, also on those with 23 and 25 hours", async () => {
  const factories = createFactories(test.database);
  const { id: operators, name } = operatorsService;
  await test.database.query('insert into external_services (id, name) values ($1, $2)', [operators, name]);
  const partner = await factories.externalService();
  const hour = 3_600_000;
  const club = async (timeZone: string) => {
    const { organizationId, courtIds } = await factories.organization(3, timeZone);
    return { organizationId, courtIds: courtIds as [string, string, string] };
  };
  const zones = [
    'America/New_York',
    'Pacific/Kiritimati',
    'Etc/GMT+12',
    'Europe/Berlin',
    'Asia/Kathmandu',
    'UTC',
  ];
  for (const zone of zones) {
    const { organizationId, courtIds } = await club(zone);
    const [court, ...others] = courtIds;
    for (const at of [Date.UTC(2027, 2, 14, 18), Date.UTC(2027, 9, 31, 2, 30)]) {
      const read = async () => {
        const { clubs, days } = await readBookingsByClub(test.database, at);
        return { days, club: clubs.find((one) => one.organizationId === organizationId) };
      };
      await factories.booking(partner, court, [at, at + hour]);
      const { days, club } = await read();
      expect(days).toHaveLength(14);
      expect(club).toMatchObject({ timeZone: zone, today: zonedClock(zone)(at).date });
      const ofZone = zonedDays(days[0]!, 14, zone);
      // A booking at the end of each day, one over midnight, and one of two days.
      const bounds = ofZone.map(({ to }) => to);
      await factories.booking(partner, court, [bounds[0]! - hour, bounds[0]!]);
      await factories.booking(partner, court, [bounds[2]! - hour, bounds[2]! + hour]);
      await factories.booking(partner, court, [bounds[11]! - 23 * hour, bounds[12]! + hour]);
      await factories.booking(partner, court, [ofZone[0]!.from - 40 * hour, ofZone[0]!.from + 1]);
      await factories.booking(partner, court, [bounds[13]! - 1, bounds[13]! + hour]);
      await factories.booking(partner, court, [bounds[13]! + hour, bounds[13]! + 2 * hour]);
      const long = [ofZone[0]!.from - 400 * hour, ofZone[0]!.from + 1] as const;
      await factories.booking(partner, others[0], long);
      await factories.booking(operators, others[1], long, { blockReason: 'the net' });
      await factories.booking(operators, court, [bounds[4]! - hour, bounds[4]!], { blockReason: 'the net' });
      const gone = await factories.booking(partner, court, [bounds[5]! - hour, bounds[5]!]);
      await factories.cancelBooking(partner, gone.externalCourtBookingId);
      const rows = await test.database.query<{ from: number; to: number }>(
        'select (extract(epoch from start_date) * 1000)::float8 as from, (extract(epoch from end_date) * 1000)::float8 as to from court_bookings where court_id = any ($1::uuid[]) and active and block_reason is null',
        [courtIds],
      );
      const expected = ofZone.map(
        ({ from, to }) => rows.filter((row) => row.from < to && row.to > from).length,
      );
      expect((await read()).club!.days, zone).toEqual(expected);
      expect(expected.filter((n) => n > 0).length).toBeGreaterThan(5);
      await test.database.query('delete from court_bookings where court_id = any ($1::uuid[])', [courtIds]);
    }
  }
});
