import { beforeAll, describe, expect, it } from 'vitest';
import { operatorsService } from '../../../src/db/entities/external-service.ts';
import { authorizeAnyOperator } from '../../../src/services/access/authorize-operator.ts';
import { mostCourts, readCalendar } from '../../../src/services/overview/read-calendar.ts';
import { newId } from '../../../src/services/values/new-id.ts';
import { refusalOf } from '../../harness/assertions/refusal-of.ts';
import { useFactories, useTestDatabase } from '../../harness/servers/use-test-service.ts';

const mostBookings = 2_000;
/** Still 31 December in New York. */
const now = Date.UTC(2027, 0, 1, 3, 30);
const operator = authorizeAnyOperator({ id: newId(), name: 'Jo', role: 'VIEWER' });

describe('calendar', () => {
  const test = useTestDatabase('postgresql');
  const factories = useFactories(test);
  let partner: string;
  beforeAll(async () => {
    partner = await factories.externalService();
    const { id, name } = operatorsService;
    await test.database.query('insert into external_services (id, name) values ($1, $2)', [id, name]);
  });

  const read = (query: Partial<Parameters<typeof readCalendar>[2]>) =>
    readCalendar({ database: test.database, now: () => now }, operator, {
      date: '2027-01-01',
      days: 1,
      ...query,
    });
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

    const nobody = { person: null, participants: 0 };
    const by = { partner: 'Partner', blockReason: null, ...nobody };
    const blocked = { ...block, partner: operatorsService.name, blockReason: 'the net', ...nobody };
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

  it.each([
    ['America/New_York', '2026-12-31', '2026-12-31T05:00Z', 24],
    ['Asia/Tokyo', '2027-01-01', '2026-12-31T15:00Z', 24],
    ['UTC', '2027-01-01', '2027-01-01T00:00Z', 24],
  ])("uses the club's time zone %s, in which today is %s", async (timeZone, today, start, hours) => {
    const { organizationId, courtIds } = await factories.organization(1, timeZone);
    for (const which of [{ organizationId }, { courtId: courtIds[0] }]) {
      const calendar = await read({ ...which, date: undefined });
      expect(calendar).toMatchObject({ date: today, timeZone, now, organization: { timeZone } });
      const from = Date.parse(start);
      expect(calendar.zonedDays).toEqual([{ date: today, from, to: from + hours * 3_600_000 }]);
      const elsewhere = await read({ ...which, date: undefined, timeZone: 'Europe/Berlin' });
      expect(elsewhere).toMatchObject({ timeZone: 'Europe/Berlin', organization: { timeZone } });
    }
  });

  it('shows an evening in New York on its own day, also when clocks change', async () => {
    const { organizationId, courtIds } = await factories.organization(1, 'America/New_York');
    // 20:00 to 23:00 on the day before clocks go forward, on that day, and on the day on which they go back.
    const evenings = {
      '2027-03-13': '2027-03-14T01:00Z',
      '2027-03-14': '2027-03-15T00:00Z',
      '2027-11-07': '2027-11-08T01:00Z',
    };
    const book_ = (start: number) =>
      factories.booking(partner, courtIds[0]!, [start, start + 3 * 3_600_000] as const);
    for (const [date, start] of Object.entries(evenings)) {
      const { id } = await book_(Date.parse(start));
      const calendar = await read({ organizationId, date });
      expect(calendar.courts[0]!.bookings.map((booking) => booking.id)).toEqual([id]);
    }
    const lengths = await Promise.all(
      Object.keys(evenings).map(async (date) => {
        const [day] = (await read({ organizationId, date })).zonedDays;
        return (day!.to - day!.from) / 3_600_000;
      }),
    );
    expect(lengths).toEqual([24, 23, 25]);
  });

  it('names the first participant with an account, and counts all', async () => {
    const { organizationId, courtIds } = await factories.organization(1);
    const user = async (firstName: string | null, lastName: string | null) => {
      const id = newId();
      await test.database.query(
        `insert into users (id, email, first_name, last_name, managed_by_id, erased_at) values ($1, $2, $3, $4, $5, $6)`,
        [
          id,
          firstName === null ? null : `${id}@example.com`,
          firstName,
          lastName,
          partner,
          firstName === null ? new Date(now).toISOString() : null,
        ],
      );
      return id;
    };
    const [ada, grace, erased] = [
      await user('Ada', 'Lovelace'),
      await user('Grace', 'Hopper'),
      await user(null, null),
    ];
    const named = async (from: number, participants: { user?: string; email?: string }[]) => {
      const { id } = await book(courtIds[0]!, from, from + 1);
      for (const [position, { user = null, email = null }] of participants.entries())
        await test.database.query(
          'insert into court_booking_participants (court_booking_id, position, user_id, email) values ($1, $2, $3, $4)',
          [id, position, user, email],
        );
    };
    const guest = { email: 'guest@example.com' };
    await named(8, [guest, { user: erased }, { user: grace }, { user: ada }]);
    await named(9, [{ user: ada }]);
    await named(10, [guest, { user: erased }]);
    await named(11, []);
    const { courts } = await read({ organizationId });
    expect(courts[0]!.bookings.map(({ person, participants }) => [person, participants])).toEqual([
      ['Grace Hopper', 4],
      ['Ada Lovelace', 1],
      [null, 2],
      [null, 0],
    ]);
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
