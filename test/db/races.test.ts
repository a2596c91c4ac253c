import { describe, expect, it } from 'vitest';
import { bookingBody, userBody } from '../harness/data/factories.ts';
import { execute } from '../harness/global-setup.ts';
import type { CallAnswer } from '../harness/servers/test-service.ts';
import { useTenant, useTestService } from '../harness/servers/use-test-service.ts';

function shuffle<T>(items: T[]): T[] {
  const copy = [...items];
  for (let i = copy.length - 1; i > 0; i -= 1) {
    const j = Math.floor(Math.random() * (i + 1));
    [copy[i], copy[j]] = [copy[j]!, copy[i]!];
  }
  return copy;
}

describe('races on real connections', () => {
  const service = useTestService('postgresql', { poolSize: 16 });
  const tenant = useTenant(service, 4);
  const statuses: Record<number, number> = {};

  const counted = async (call: () => Promise<CallAnswer>) => {
    const answer = await call();
    statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
    return answer;
  };
  const put = (id: string, body: unknown, as = tenant) =>
    counted(() => service.upsertCourtBooking(as.externalServiceId, id, { token: as.token, body }));

  it('16 clients race for one slot, and in each of 50 rounds exactly one succeeds', async () => {
    for (let round = 0; round < 50; round += 1) {
      const answers = await Promise.all(
        Array.from({ length: 16 }, (_, client) =>
          put(`slot-${round}-${client}`, bookingBody(tenant.courtIds[0], {}, round)),
        ),
      );
      const types = answers.map(({ status, body }) => (status === 201 ? 'created' : body.error.type)).sort();
      expect(types).toEqual([...Array(15).fill('court_booking_overlap'), 'created']);
    }
  });

  it('the newest of 16 concurrent versions of one booking wins, whatever their order', async () => {
    for (let round = 0; round < 10; round += 1) {
      const id = `key-${round}`;
      const versions = Array.from({ length: 16 }, (_, n) =>
        bookingBody(
          tenant.courtIds[1],
          {
            externalUpdatedAt: `2026-11-20T12:00:00.0000${String(n + 10)}Z`,
            participants: [{ email: `version-${n}@example.com` }],
          },
          round * 20 + n,
        ),
      );
      await put(id, { ...versions[0], externalUpdatedAt: '2026-11-20T11:00:00Z' });
      const answers = await Promise.all(shuffle(versions).map((body) => put(id, body)));
      for (const { status, body } of answers) {
        expect(status === 200 || body.error.type === 'stale_write').toBe(true);
      }
      const newest = await put(id, versions.at(-1));
      expect(newest.status).toBe(200);
      expect(newest.body.participants).toEqual([{ email: 'version-15@example.com' }]);
      expect(newest.body.externalUpdatedAt).toBe('2026-11-20T12:00:00.000025Z');
    }
  });

  it('of 16 identical concurrent requests one gets 201, and all others 200 with the same booking', async () => {
    for (let round = 0; round < 10; round += 1) {
      const body = bookingBody(tenant.courtIds[2]!, { participants: [{ email: 'a@example.com' }] }, round);
      const answers = await Promise.all(Array.from({ length: 16 }, () => put(`twin-${round}`, body)));
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(15);
      for (const answer of answers) expect(answer.body).toEqual(answers[0]!.body);
    }
  });

  it('a booking never keeps old participants together with a new time', async () => {
    for (let round = 0; round < 20; round += 1) {
      const people = [1, 2, 3].map((n) => ({ email: `p${n}@example.com` }));
      const at = (externalUpdatedAt: string, participants: unknown[]) =>
        put(`people-${round}`, bookingBody(tenant.courtIds[3]!, { externalUpdatedAt, participants }, round));
      await at('2026-11-20T11:00:00Z', []);
      await Promise.all([
        at('2026-11-20T12:00:00Z', people),
        at('2026-11-20T12:00:01Z', []),
        at('2026-11-20T12:00:00Z', people),
      ]);
      const { body } = await at('2026-11-20T12:00:01Z', []);
      expect(body.participants).toEqual([]);
    }
  });

  it('208 concurrent swaps between the same two courts all succeed', async () => {
    const swapping = await service.factories.tenant(2);
    const [a, b] = swapping.courtIds as [string, string];
    for (let slot = 0; slot < 16; slot += 1)
      await put(`both-${slot}`, bookingBody(slot % 2 ? a : b, {}, slot), swapping);
    for (let round = 1; round <= 13; round += 1) {
      const externalUpdatedAt = new Date(Date.UTC(2026, 10, 21) + round * 1_000).toISOString();
      const answers = await Promise.all(
        Array.from({ length: 16 }, (_, slot) =>
          put(`both-${slot}`, bookingBody((slot + round) % 2 ? a : b, { externalUpdatedAt }, slot), swapping),
        ),
      );
      expect(answers.every(({ status }) => status === 200)).toBe(true);
    }
  });

  it('16 clients create the same user, and all get it', async () => {
    for (let round = 0; round < 10; round += 1) {
      const create = (body: unknown) =>
        counted(() => service.createUser(tenant.externalServiceId, { token: tenant.token, body }));
      const pair = userBody();
      const twins = await Promise.all(Array.from({ length: 16 }, () => create(pair)));
      expect(twins.map(({ status }) => status).sort()).toEqual([...Array(15).fill(200), 201]);
      for (const twin of twins) expect(twin.body).toEqual(twins[0]!.body);
    }
  });

  it('all these races cause no deadlock, no rollback, no overlap and no 5xx', async () => {
    // PostgreSQL writes the statistics of a connection when it closes.
    await service.app.close();
    await service.database.close();
    const statistics = await execute(
      service.url,
      'select deadlocks::int, xact_rollback::int as rollbacks from pg_stat_database where datname = current_database()',
    );
    // The constraint was never violated, because the locks are taken first.
    expect(statistics).toEqual([{ deadlocks: 0, rollbacks: 0 }]);
    const overlaps = await execute(
      service.url,
      `select 1 from court_bookings x join court_bookings y
         on x.court_id = y.court_id and x.id < y.id and x.active and y.active
        and tstzrange(x.start_date, x.end_date) && tstzrange(y.start_date, y.end_date)`,
    );
    expect(overlaps).toEqual([]);
    expect(
      Object.keys(statuses)
        .map(Number)
        .filter((status) => status >= 500),
    ).toEqual([]);
  });
});
