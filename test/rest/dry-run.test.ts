import { describe, expect, it } from 'vitest';
import { bookingBody } from '../harness/data/factories.ts';
import { databaseKinds } from '../harness/servers/test-database.ts';
import { useTenant, useTestService } from '../harness/servers/use-test-service.ts';

// `sdk/rules/moves` compares dry runs with the calls, for generated states.
describe.each(databaseKinds)('a dry run, on %s', (kind) => {
  const service = useTestService(kind, { rateLimit: { perSecond: 0.001, burst: 1_000 } });
  const tenant = useTenant(service);

  const call = (method: string, path: string, operationId: string, body?: object) =>
    service.call(
      `/api/v1/external-services/${tenant.externalServiceId}/court-bookings${path}`,
      { method, token: tenant.token, ...(body ? { body } : {}) },
      operationId,
    );
  const booking = (slot: number) => bookingBody(tenant.courtIds[0], {}, slot);
  const batchOf = (count: number, prefix: string, slot: number) => ({
    items: Array.from({ length: count }, (_, n) => ({
      action: 'upsert',
      externalCourtBookingId: `${prefix}-${n}`,
      ...booking(slot + n),
    })),
  });
  const calls: [string, (query: string) => ReturnType<typeof call>][] = [
    ['an upsert', (query) => call('PUT', `/by-external-id/new?${query}`, 'upsertCourtBooking', booking(1))],
    [
      'a cancellation without a booking',
      (query) =>
        call(
          'DELETE',
          `/by-external-id/none?externalUpdatedAt=2026-11-20T12:00:00Z&${query}`,
          'cancelCourtBooking',
        ),
    ],
    ['a batch', (query) => call('POST', `/batch?${query}`, 'batchCourtBookings', batchOf(60, 'batch', 100))],
    [
      'an atomic batch',
      (query) =>
        call('POST', `/batch?${query}`, 'batchCourtBookings', {
          ...batchOf(60, 'atomic', 200),
          atomic: true,
        }),
    ],
  ];
  /** How many rows a write adds to. Changes move from the outbox to the feed meanwhile. */
  const stored = async () => {
    const tables = ['court_bookings', 'court_booking_participants', 'cancellation_stamps', 'audit_events'];
    const counts = [...tables, 'changes', 'change_outbox'].map(
      (table) => `(select count(*)::int from ${table})`,
    );
    const sums = [...counts.slice(0, 4), `${counts[4]} + ${counts[5]}`];
    return (await service.database.query<object>(`select array[${sums.join(', ')}] as rows`, []))[0];
  };

  it.each(calls)(
    'of %s has the response and the cost of the call, and writes nothing',
    async (_what, send) => {
      const before = await stored();
      const dry = await send('dryRun=true');
      expect(await stored()).toEqual(before);
      const real = await send('dryRun=false');
      expect(await stored()).not.toEqual(before);
      const shown = ({ status, text }: typeof dry) => [
        status,
        text.replaceAll(/"(created|updated|cancelled)At":"[^"]*"/g, '"$1At":"now"'),
      ];
      expect(shown(dry)).toEqual(shown(real));
      expect(dry.headers.get('Dry-Run')).toBe('true');
      expect(real.headers.get('Dry-Run')).toBeNull();
      const left = ({ headers }: typeof dry) => Number(/r=(\d+)/.exec(headers.get('RateLimit')!)![1]);
      const cost = /batch/.test(_what) ? 6 : 1;
      expect(left(dry) - left(real)).toBe(cost);
    },
  );

  it.skipIf(kind !== 'postgresql')('waits for nobody who has locked the booking and its court', async () => {
    await call('PUT', '/by-external-id/locked?', 'upsertCourtBooking', booking(2));
    const answer = await service.database.transaction(async (em) => {
      await em.execute('select 1 from courts where id = ? for update', [tenant.courtIds[0]]);
      await em.execute("select 1 from court_bookings where external_court_booking_id = 'locked' for update");
      const body = { ...booking(3), externalUpdatedAt: '2026-11-20T13:00:00Z' };
      return call('PUT', '/by-external-id/locked?dryRun=true', 'upsertCourtBooking', body);
    });
    expect(answer.status).toBe(200);
  });
});
