import { afterAll, beforeAll, expect, it } from 'vitest';
import { readBookingsByClub } from '../../../src/services/overview/read-bookings-by-club.ts';
import { createFactories } from '../../harness/data/factories.ts';
import { createTestDatabase, type TestDatabase } from '../../harness/servers/test-database.ts';

const now = Date.UTC(2027, 0, 10, 15, 20);

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase('postgresql');
});
afterAll(() => test.drop());

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
