import type { Cases } from './play.ts';

export const casesOfDryRuns: Cases = {
  'dry runs: recorded as such, and nothing is written': async (play) => {
    const { courts } = play.scene;
    const batch = (items: unknown[], more: object = {}) =>
      play.call(
        { method: 'POST', path: '/court-bookings/batch?dryRun=true', body: { ...more, items } },
        undefined,
      );
    await play.put('a?dryRun=true', {}, '201');
    await play.put('a?dryRun=true', {}, '201');
    await play.get('/court-bookings/by-external-id/a', '404 court_booking_not_found');
    await play.cancel('a', '2026-11-20T13:00:00Z&dryRun=true', '200');
    await play.put('a', {}, '201');
    await play.put('a?dryRun=true', { courtId: courts[1], externalUpdatedAt: '2026-11-20T13:00:00Z' }, '200');
    await play.put('a?dryRun=false', {}, '200');
    await play.put('b?dryRun=true', {}, '409 court_booking_overlap', 'other');
    await play.put('b?dryRun=true', { courtId: 'x' }, '400 invalid_schema');
    await play.put('b?dryRun=yes', {}, '400 invalid_schema');
    await play.put('b?dryRun=true', {}, '403 scope_permission_denied', 'booking reader');
    // Later items are judged as if the earlier ones were written.
    const items = [
      play.upsert('c', { courtId: courts[1] }),
      play.upsert('d', { courtId: courts[1] }),
      play.cancellation('c', '2026-11-20T13:00:00Z'),
      play.upsert('d', { courtId: courts[1] }),
    ];
    await batch(items);
    await batch([...items.slice(0, 2), play.upsert('e', {})], { atomic: true });
    await batch([play.upsert('e', { courtId: courts[2] })], { atomic: true });
    for (const path of ['/court-bookings?status=ANY', '/changes']) await play.get(path);
    await play.operator('recordRequests', []);
    await play.get('/requests?operation=batchCourtBookings');
    await play.get('/requests?operation=upsertCourtBooking&failed=true');
    await play.get('/requests/step-1');
  },
};
