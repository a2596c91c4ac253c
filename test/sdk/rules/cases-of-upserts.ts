import { optionalExamples } from '../../harness/data/optional-fields.ts';
import type { Cases } from './play.ts';

const at = (minute: number) => `2026-11-20T12:${String(minute).padStart(2, '0')}:00Z`;

export const casesOfUpserts: Cases = {
  'the version table of upserts': async (play) => {
    await play.put('a', { externalUpdatedAt: at(10) }, '201');
    const sameTimes = { startDate: '2027-01-01T12:30:00+02:30', endDate: '2027-01-01T05:00:00.000-06:00' };
    const sameVersion = { externalUpdatedAt: '2026-11-20T13:10:00.000000+01:00' };
    const sameCourt = { courtId: play.scene.courts[0].toUpperCase() };
    await play.put('a', { ...sameTimes, ...sameVersion, ...sameCourt }, '200');
    await play.put(
      'a',
      { externalUpdatedAt: at(10), endDate: '2027-01-01T12:00:00Z' },
      '409 version_conflict',
    );
    await play.put('a', { externalUpdatedAt: at(10), courtId: play.scene.courts[1] }, '409 version_conflict');
    for (const field of ['startDate', 'endDate'])
      await play.put(
        'a',
        { externalUpdatedAt: at(10), [field]: '2027-01-01T10:30:00.000001Z' },
        '409 version_conflict',
      );
    const other = [{ email: play.address('guest') }];
    await play.put('a', { externalUpdatedAt: at(10), participants: other }, '409 version_conflict');
    await play.put('a', { externalUpdatedAt: at(9) }, '409 stale_write');
    await play.put('a', { externalUpdatedAt: '2026-11-20T12:10:00.000001Z' }, '200');
    await play.put('a', { externalUpdatedAt: at(11), participants: other }, '200');
    await play.put('a', { externalUpdatedAt: at(11) }, '409 version_conflict');
    const another = [{ email: play.address('another') }];
    await play.put('a', { externalUpdatedAt: at(11), participants: another }, '409 version_conflict');
    await play.get('/court-bookings/by-external-id/a');
    const newest = { externalUpdatedAt: '2026-11-20T12:11:00.000001Z' };
    await play.put('a', newest, '200');
    // What is left out is no longer stored.
    await play.put('a', { ...newest, participants: other }, '409 version_conflict');
    await play.put('a', { externalUpdatedAt: at(11) }, '409 stale_write');
    await play.get('/court-bookings/by-external-id/a');
  },
  'optional fields: stored as sent, part of the content, and removed by leaving them out': async (play) => {
    let minute = 0;
    await play.put('a', { externalUpdatedAt: at(minute) }, '201');
    for (const [field, examples] of Object.entries(optionalExamples))
      for (const [number, example] of examples.entries()) {
        minute += 1;
        await play.put('a', { externalUpdatedAt: at(minute), [field]: example }, '200');
        await play.put('a', { externalUpdatedAt: at(minute), [field]: example }, '200');
        const other = examples[(number + 1) % examples.length];
        await play.put('a', { externalUpdatedAt: at(minute), [field]: other }, '409 version_conflict');
        await play.put('a', { externalUpdatedAt: at(minute) }, '409 version_conflict');
        await play.get('/court-bookings/by-external-id/a');
      }
    await play.put('a', { externalUpdatedAt: at(minute + 1) }, '200');
    await play.get('/court-bookings/by-external-id/a');
  },
  'a version in the future blocks until an operator resets it': async (play) => {
    await play.put('a', { externalUpdatedAt: '2099-01-01T00:00:00Z' }, '201');
    await play.put('a', {}, '409 stale_write');
    await play.operator('resetVersion', ['a', at(0)]);
    await play.operator('resetVersion', ['a', at(0)]);
    await play.put('a', { externalUpdatedAt: at(1) }, '200');
    await play.operator('resetVersion', ['b', at(0)], 'court_booking_not_found');
    await play.get('/changes');
  },
  'a rejected request changes nothing': async (play) => {
    await play.put('a', { courtId: play.scene.foreignCourt }, '403 organization_access_denied');
    await play.get('/court-bookings/by-external-id/a', '404 court_booking_not_found');
    await play.put('a', { externalUpdatedAt: at(0) }, '201');
    await play.put('b', { externalUpdatedAt: at(20) }, '409 court_booking_overlap');
    await play.put('b', { externalUpdatedAt: at(1), courtId: play.scene.courts[1] }, '201');
  },
  'overlaps: half-open, of each court by itself, own ones by id and those of others by their time': async (
    play,
  ) => {
    const time = (from: string, to: string) => ({
      startDate: `2027-01-01T${from}:00Z`,
      endDate: `2027-01-01T${to}:00Z`,
    });
    await play.put('ten', time('10:00', '11:00'), '201');
    await play.put('eleven', time('11:00', '12:00'), '201');
    await play.put('nine', time('09:00', '10:00'), '201');
    await play.put('theirs', time('12:00', '13:00'), '201', 'other');
    await play.put('ten', time('10:00', '11:00'), '409 court_booking_overlap', 'other');
    await play.put('all', time('09:30', '12:30'), '409 court_booking_overlap');
    await play.put('all', time('10:30', '10:31'), '409 court_booking_overlap');
    await play.put('all', { ...time('09:30', '12:30'), courtId: play.scene.courts[1] }, '201');
    await play.put(
      'ten',
      { ...time('10:00', '11:30'), externalUpdatedAt: at(1) },
      '409 court_booking_overlap',
    );
    await play.put('ten', { ...time('10:15', '10:45'), externalUpdatedAt: at(1) }, '200');
    const past = { startDate: '2020-01-01T10:00:00Z', endDate: '2020-01-01T11:00:00Z' };
    await play.put('past', past, '201');
    await play.put('past again', past, '409 court_booking_overlap');
    await play.get(
      `/courts/${play.scene.courts[0]}/occupancy?from=2027-01-01T09:30:00Z&to=2027-01-01T12:30:00Z`,
    );
  },
  'more than ten conflicts: the first ten are named': async (play) => {
    for (const n of [7, 2, 11, 0, 5, 9, 1, 10, 4, 8, 3, 6]) {
      const day = `2027-02-${String(n + 1).padStart(2, '0')}`;
      await play.put(`b-${n}`, { startDate: `${day}T10:00:00Z`, endDate: `${day}T11:00:00Z` }, '201');
    }
    const month = { startDate: '2027-02-01T10:30:00Z', endDate: '2027-03-01T00:00:00Z' };
    await play.put('all', month, '409 court_booking_overlap');
    await play.put('all', month, '409 court_booking_overlap', 'other');
  },
  'an operator cancels and reinstates': async (play) => {
    await play.put('a', {}, '201');
    await play.operator('cancel', ['a', 'The court is flooded.']);
    await play.operator('cancel', ['a', 'The court is flooded.']);
    await play.operator('cancel', ['a', 'Again.'], 'nothing_to_change');
    await play.get('/court-bookings/by-external-id/a');
    await play.put('a', {}, '409 version_conflict');
    await play.put('a', { externalUpdatedAt: at(9) }, '409 version_conflict');
    await play.put('a', { externalUpdatedAt: '2026-01-01T00:00:00Z' }, '409 version_conflict');
    await play.put('b', {}, '201');
    await play.operator('reinstate', ['a'], 'court_booking_overlap');
    await play.cancel('b', at(1), '200');
    await play.operator('reinstate', ['a']);
    await play.operator('reinstate', ['a']);
    await play.put('a', { externalUpdatedAt: at(9) }, '200');
    await play.operator('cancel', ['c', 'None.'], 'court_booking_not_found');
    await play.operator('reinstate', ['c'], 'court_booking_not_found');
  },
};
