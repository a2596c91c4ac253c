import { describe, expect, it } from 'vitest';
import { bookingBody } from '../harness/data/factories.ts';
import { deadlocksIn } from '../harness/data/rows.ts';
import { runs } from '../harness/data/runs.ts';
import { useTenant, useTestService } from '../harness/servers/use-test-service.ts';

const clients = 16;
const rounds = runs(6);
const bookings = 12;

describe('overlapping batches from 16 concurrent clients', () => {
  const service = useTestService('postgresql', { poolSize: 16 });
  const tenant = useTenant(service, 4);

  const stampOf = (n: number) => new Date(Date.UTC(2026, 10, 20) + n).toISOString();
  const courtOf = (n: number) => tenant.courtIds[n % tenant.courtIds.length]!;
  /** All bookings of one set. Their order and courts depend on the version. */
  const itemsOf = (set: string, version: number) =>
    Array.from({ length: bookings }, (_, n) => (n * 5 + version * 7) % bookings).map((n) => ({
      action: 'upsert',
      externalCourtBookingId: `${set}-${n}`,
      ...bookingBody(
        courtOf(n + version),
        { externalUpdatedAt: stampOf(version), participants: [{ email: `v${version}@example.com` }] },
        n + version + (set === 'loose' ? 1_000 : 0),
      ),
    }));

  it('cause no deadlock or 5xx and store each atomic batch completely or not at all', async () => {
    const answers: { status: number; types: string[] }[] = [];
    await Promise.all(
      Array.from({ length: clients }, async (_, client) => {
        for (let round = 0; round < rounds; round += 1) {
          const atomic = (client + round) % 4 !== 0;
          const send = () =>
            service.batchCourtBookings(tenant.externalServiceId, {
              token: tenant.token,
              body: { atomic, items: itemsOf(atomic ? 'whole' : 'loose', round * clients + client) },
            });
          let answer = await send();
          // On a busy machine the queue may be full. The client then sends the batch again.
          while (answer.body.error?.type === 'service_unavailable') answer = await send();
          const { status, body } = answer;
          const types = (body.results ?? []).map(
            (result: { error?: { type: string } }) => result.error?.type ?? 'done',
          );
          answers.push({ status, types });
        }
      }),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
    const types = new Set(answers.flatMap((answer) => answer.types));
    for (const type of types) expect(['done', 'court_booking_overlap', 'stale_write']).toContain(type);
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(clients);
    expect(await deadlocksIn(service)).toBe(0);
    // A batch is stored completely or not at all, so the stored bookings all have one version.
    const versions = await service.database.query<{ version: string; count: number }>(
      `select external_updated_at::text as version, count(*)::int as count from court_bookings
       where external_court_booking_id like 'whole-%' group by 1`,
      [],
    );
    expect(versions).toEqual([{ version: expect.any(String), count: bookings }]);
  });
});
