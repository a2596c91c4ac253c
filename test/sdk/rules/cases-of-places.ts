import type { Cases } from './play.ts';

export const casesOfPlaces: Cases = {
  'participants: by id and by address, in their order; duplicates, and who is not open': async (play) => {
    const ada = await play.createUser({}, '201');
    const theirs = await play.createUser({ email: play.address('bob') }, '201', 'other');
    const guest = play.address('guest');
    const of = (...participants: object[]) => ({ participants });
    await play.put('a', of({ email: guest }, { userId: ada }), '201');
    await play.put('a', of({ userId: ada.toUpperCase() }, { email: guest.toUpperCase() }), '200');
    await play.put('b', of({ email: play.address('Ada') }), '409 court_booking_overlap');
    const elsewhere = { courtId: play.scene.courts[1] };
    await play.put(
      'b',
      { ...elsewhere, ...of({ email: play.address('Ada') }, { email: play.address('bob') }) },
      '201',
    );
    // The same user named by id instead of by address counts as different content.
    await play.put(
      'b',
      { ...elsewhere, ...of({ userId: ada }, { email: play.address('bob') }) },
      '409 version_conflict',
    );
    await play.put(
      'b',
      { ...elsewhere, ...of({ email: play.address('ada') }, { email: play.address('bob') }) },
      '200',
    );
    await play.put(
      'c',
      of({ userId: ada }, { email: play.address('ada') }),
      '400 duplicate_entries_provided',
    );
    await play.put(
      'c',
      of({ email: guest }, {}, { email: guest.toUpperCase() }),
      '400 mutually_exclusive_fields_violation',
    );
    await play.put(
      'c',
      of({ email: guest }, { email: guest.toUpperCase() }, { email: guest }),
      '400 duplicate_entries_provided',
    );
    await play.put('c', of({ userId: ada }, { userId: ada.toUpperCase() }), '400 duplicate_entries_provided');
    await play.put('c', of({ userId: ada, email: guest }), '400 mutually_exclusive_fields_violation');
    await play.put(
      'c',
      { ...of({ userId: theirs }, { userId: ada }), courtId: play.scene.courts[2] },
      '403 user_access_denied',
    );
    const nobody = '01990b2e-6f6c-4c1e-8a53-0f2a5a6f1c99';
    await play.put('c', of({ userId: nobody }, { userId: nobody }), '400 duplicate_entries_provided');
    // The address of a user without access is only an address.
    await play.put('c', of({ userId: theirs }, { email: play.address('bob') }), '403 user_access_denied');
    await play.put('c', of({ userId: nobody }), '403 user_access_denied');
    const guests = Array.from({ length: 51 }, (_, n) => ({ email: `guest-${n}@example.com` }));
    const third = { courtId: play.scene.courts[2], startDate: '2027-01-01T10:30:00Z' };
    await play.put('many', { ...third, participants: guests }, '400 invalid_schema');
    await play.put('many', { ...third, participants: guests.slice(1) }, '201');
    await play.cancel('many', '2026-11-20T13:00:00Z', '200');
    await play.operator('setUserAccess', [theirs, false], 'nothing_to_change');
    await play.operator('setUserAccess', [theirs, true]);
    await play.operator('setUserAccess', [theirs, true], 'nothing_to_change');
    await play.operator('setUserAccess', [ada, true], 'nothing_to_change');
    await play.operator('setUserAccess', [ada, false], 'nothing_to_change');
    await play.operator('setUserAccess', [nobody, true], 'user_not_found');
    await play.put('c', { ...of({ userId: theirs }), courtId: play.scene.courts[2] }, '201');
    await play.get('/court-bookings/by-external-id/b');
    await play.operator('setUserAccess', [theirs, false]);
    await play.get('/court-bookings/by-external-id/b');
    await play.put(
      'c',
      { ...of({ userId: theirs }), courtId: play.scene.courts[2] },
      '403 user_access_denied',
    );
    await play.get('/changes');
  },
  'courts: unknown, of others, closed; organizations granted and revoked': async (play) => {
    const { courts, foreignCourt, foreignOrganizationId, organizationId } = play.scene;
    await play.put('a', { courtId: play.scene.externalServiceId }, '404 court_not_found');
    await play.put('a', { courtId: foreignCourt }, '403 organization_access_denied');
    await play.operator('setOrganizationAccess', [foreignOrganizationId, false], 'nothing_to_change');
    await play.operator('setOrganizationAccess', [foreignOrganizationId, true]);
    await play.operator('setOrganizationAccess', [foreignOrganizationId, true], 'nothing_to_change');
    await play.put('a', { courtId: foreignCourt.toUpperCase() }, '201');
    await play.get('/courts');
    await play.operator('setOrganizationAccess', [foreignOrganizationId, false]);
    await play.put('a', { courtId: foreignCourt }, '403 organization_access_denied');
    await play.put('b', { courtId: courts[0] }, '201');
    const later = { startDate: '2027-01-01T14:00:00Z', endDate: '2027-01-01T15:00:00Z' };
    await play.put('away', { courtId: courts[0], ...later }, '201');
    await play.operator('setCourtActive', [courts[0], false]);
    await play.operator('setCourtActive', [courts[0], false]);
    await play.put('b', { courtId: courts[0] }, '404 court_not_found');
    const closed = [play.upsert('new', { courtId: courts[0] })];
    await play.batch(closed, ['court_not_found']);
    await play.batch(closed, ['0 court_not_found'], { atomic: true });
    const newer = { externalUpdatedAt: '2026-11-20T13:00:00Z' };
    await play.put('away', { courtId: courts[1], ...later, ...newer }, '200');
    await play.put('away', { courtId: courts[0], ...later, ...newer }, '404 court_not_found');
    await play.get('/courts');
    await play.get(`/courts/${courts[0]}/occupancy?from=2027-01-01T00:00:00Z&to=2027-01-02T00:00:00Z`);
    await play.operator('cancel', ['b', 'Closed.']);
    await play.operator('reinstate', ['b'], 'court_not_found');
    await play.operator('setCourtActive', [courts[0], true]);
    await play.operator('reinstate', ['b']);
    const id = await play.operator('createCourt', [organizationId, 'Court 0']);
    await play.put('c', { courtId: id }, '201');
    await play.get('/courts');
    await play.get('/changes');
  },
};
