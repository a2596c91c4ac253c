import { beforeAll, describe, expect, it } from 'vitest';
import { createWorld, type ServiceName, serviceNames, type World } from '../../harness/data/world.ts';
import { useTestService } from '../../harness/servers/use-test-service.ts';

interface Participant {
  userId?: string;
  email?: string;
}

describe('participants of a booking', () => {
  const service = useTestService('postgresql');
  let world: World;
  beforeAll(async () => {
    world = await createWorld(service);
  });

  const put = (name: ServiceName, id: string, body: Record<string, unknown>) => {
    const { id: externalServiceId, token } = world.services[name];
    return service.upsertCourtBooking(externalServiceId, id, { token: token.secret, body });
  };
  const stored = (name: ServiceName, id: string) =>
    service.database.query<{ userId: string | null; email: string | null }>(
      `select user_id as "userId", p.email from court_booking_participants p
       join court_bookings b on b.id = court_booking_id
       where external_service_id = $1 and external_court_booking_id = $2 order by position`,
      [world.services[name].id, id],
    );
  const asStored = ({ userId, email }: Participant) => ({ userId: userId ?? null, email: email ?? null });

  it.each(serviceNames)(
    'a replay by %s returns the same booking, with a userId only for accessible users',
    async (name) => {
      const { booking, openUsers } = world.services[name];
      const [own, granted, guest, stranger] = booking.body.participants as Participant[];
      const user = Object.values(world.users).find(({ email }) => email === granted!.email)!;
      expect(openUsers.map((open) => world.users[open].id)).toContain(user.id);
      const expected = [own, { ...granted, userId: user.id }, guest, stranger];
      const first = await put(name, 'booking', booking.body);
      expect(first.status).toBe(200);
      expect(first.body.participants).toEqual(expected);
      // The same values in another notation and order are a replay.
      const again = await put(name, 'booking', {
        ...booking.body,
        participants: [stranger, guest, { email: granted!.email!.toUpperCase() }, own],
      });
      expect(again.status).toBe(200);
      expect(again.body).toEqual(first.body);
    },
  );

  it.each([
    ['without the field', (body: Record<string, unknown>) => delete body.participants],
    ['with an empty list', (body: Record<string, unknown>) => Object.assign(body, { participants: [] })],
  ])('a newer PUT %s removes all participants of its own booking only', async (_how, leaveOut) => {
    const { booking, cancelled } = world.services.beta;
    const before = await stored('beta', 'booking');
    expect(before).toEqual((booking.body.participants as Participant[]).map(asStored));
    const others = await Promise.all([
      stored('alpha', 'booking'),
      stored('gamma', 'booking'),
      stored('beta', 'cancelled'),
    ]);
    expect(others.map(({ length }) => length)).toEqual([4, 4, 4]);
    expect(cancelled.body.participants).toHaveLength(4);

    const at = (await storedTime('booking')) + 1_000;
    const body: Record<string, unknown> = {
      ...booking.body,
      externalUpdatedAt: new Date(at).toISOString(),
    };
    leaveOut(body);
    const answer = await put('beta', 'booking', body);
    expect([answer.status, answer.body.participants]).toEqual([200, []]);
    expect(await stored('beta', 'booking')).toEqual([]);
    // An empty list is compared like any other list.
    expect((await put('beta', 'booking', body)).status).toBe(200);
    expect(
      (await put('beta', 'booking', { ...body, participants: booking.body.participants })).body.error.type,
    ).toBe('version_conflict');
    expect(
      await Promise.all([
        stored('alpha', 'booking'),
        stored('gamma', 'booking'),
        stored('beta', 'cancelled'),
      ]),
    ).toEqual(others);
    const later = new Date(at + 1_000).toISOString();
    const { participants } = booking.body;
    expect((await put('beta', 'booking', { ...body, participants, externalUpdatedAt: later })).status).toBe(
      200,
    );
    expect(await stored('beta', 'booking')).toEqual(before);
  });

  const storedTime = async (id: string) => {
    const [row] = await service.database.query<{ millis: number }>(
      `select (extract(epoch from external_updated_at) * 1000)::float8 as millis from court_bookings
       where external_service_id = $1 and external_court_booking_id = $2`,
      [world.services.beta.id, id],
    );
    return row!.millis;
  };
});
