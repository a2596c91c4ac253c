import type { Cases } from './play.ts';

const at = (minute: number) => `2026-11-20T12:${String(minute).padStart(2, '0')}:00Z`;
const booking = '/court-bookings/by-external-id/a';

export const casesOfCancellations: Cases = {
  'the version table of cancellations': async (play) => {
    await play.put('a', { externalUpdatedAt: at(10) }, '201');
    await play.cancel('a', at(9), '409 stale_write');
    await play.cancel('a', at(10), '200');
    await play.get(booking);
    await play.cancel('a', at(10), '200');
    await play.cancel('a', '2026-11-20T13:10:00+01:00', '200');
    await play.cancel('a', at(11), '200');
    await play.get(booking);
    await play.put('a', { externalUpdatedAt: at(10) }, '409 stale_write');
    await play.put('a', { externalUpdatedAt: at(11) }, '409 version_conflict');
    await play.put('b', {}, '201');
    await play.put('a', { externalUpdatedAt: at(12) }, '409 court_booking_overlap');
    await play.cancel('b', at(0), '200');
    await play.put('a', { externalUpdatedAt: at(12) }, '200');
    // A cancellation by another partner concerns its own booking of the same id.
    await play.cancel('a', at(20), '200', 'other');
    await play.get(booking);
    await play.get('/changes');
  },
  'a cancellation that comes before its booking': async (play) => {
    await play.cancel('a', at(10), '200');
    await play.get(booking, '404 court_booking_not_found');
    await play.cancel('a', at(9), '409 stale_write');
    await play.cancel('a', at(10), '200');
    await play.put('a', { externalUpdatedAt: at(9) }, '409 stale_write');
    await play.put('a', { externalUpdatedAt: at(10) }, '409 version_conflict');
    await play.cancel('a', at(11), '200');
    await play.put('a', { externalUpdatedAt: at(11) }, '409 version_conflict');
    await play.put('a', { externalUpdatedAt: at(12) }, '201');
    await play.get('/changes');
  },
  'a version in the future without a booking: an operator deletes it': async (play) => {
    await play.cancel('a', '2099-01-01T00:00:00Z', '200');
    await play.put('a', {}, '409 stale_write');
    await play.cancel('a', at(0), '409 stale_write');
    await play.operator('resetCancellation', ['a']);
    await play.put('a', {}, '201');
  },
  'both have cancelled: reinstating alone does not make it active': async (play) => {
    await play.put('a', {}, '201');
    await play.operator('cancel', ['a', 'The court is flooded.']);
    await play.cancel('a', at(1), '200');
    await play.cancel('a', at(1), '200');
    await play.get(booking);
    await play.put('a', { externalUpdatedAt: at(2) }, '409 version_conflict');
    await play.put('a', { externalUpdatedAt: '2026-01-01T00:00:00Z' }, '409 version_conflict');
    // It stays cancelled, so it needs neither its place nor an open court.
    await play.put('b', {}, '201');
    await play.operator('setCourtActive', [play.scene.courts[0], false]);
    await play.operator('reinstate', ['a']);
    await play.get(booking);
    await play.operator('setCourtActive', [play.scene.courts[0], true]);
    await play.cancel('b', at(1), '200');
    await play.put('a', { externalUpdatedAt: at(1) }, '409 version_conflict');
    await play.put('a', { externalUpdatedAt: at(2) }, '200');
    await play.put('a', { externalUpdatedAt: at(2) }, '200');
    await play.get('/changes');
  },
  'the partner first, then an operator': async (play) => {
    await play.put('a', {}, '201');
    await play.cancel('a', at(1), '200');
    await play.operator('reinstate', ['a'], 'nothing_to_change');
    await play.operator('cancel', ['a', 'The court is flooded.']);
    await play.get(booking);
    await play.put('a', { externalUpdatedAt: at(0) }, '409 version_conflict');
    await play.operator('reinstate', ['a']);
    await play.get(booking);
    await play.put('a', { externalUpdatedAt: at(2) }, '200');
  },
  'only an operator: a cancellation wins the tie': async (play) => {
    await play.put('a', {}, '201');
    await play.operator('cancel', ['a', 'The court is flooded.']);
    await play.cancel('a', '2026-11-20T11:00:00Z', '409 stale_write');
    await play.cancel('a', at(0), '200');
    await play.get(booking);
  },
  'a cancellation needs neither a grant nor an open court': async (play) => {
    await play.put('a', {}, '201');
    await play.operator('setCourtActive', [play.scene.courts[0], false]);
    await play.operator('setOrganizationAccess', [play.scene.organizationId, false]);
    await play.cancel('a', at(1), '200');
  },
};
