import type { Cases } from './play.ts';

const version = (minute: number) => `2026-11-20T12:${String(minute).padStart(2, '0')}:00Z`;

export const casesOfOwnRequests: Cases = {
  'own requests: what was sent, what came back, and why': async (play) => {
    const { courts, foreignCourt, otherServiceId } = play.scene;
    await play.put('a', {}, '201');
    await play.put('a', { externalUpdatedAt: version(0), courtId: courts[1] }, '409 version_conflict');
    await play.put('a', { externalUpdatedAt: '2026-11-19T12:00:00Z' }, '409 stale_write');
    await play.put('b', {}, '409 court_booking_overlap');
    await play.put('b', {}, '409 court_booking_overlap', 'other');
    await play.put('c', { courtId: foreignCourt }, '403 organization_access_denied');
    await play.put('c', { courtId: otherServiceId }, '404 court_not_found');
    await play.put('c', { courtId: 'x', 'ada@example.com': 1 }, '400 invalid_schema');
    await play.call(
      { method: 'PUT', path: '/court-bookings/by-external-id/c', rawBody: '{' },
      '400 invalid_schema',
    );
    await play.cancel('a', version(5), '200');
    await play.cancel('a', version(4), '409 stale_write');
    await play.get('/court-bookings/by-external-id/none', '404 court_booking_not_found');
    await play.get('/court-bookings?nonsense=1', '400 invalid_schema');
    await play.get(
      `/api/v1/external-services/${otherServiceId}/courts`,
      '403 external_service_access_denied',
    );
    await play.get('/court-bookings', '403 scope_permission_denied', 'user reader');
    await play.get('/api/v1/token');
    // Without a valid token or an operation, it is nobody's request.
    await play.get('/courts', '401 invalid_api_token', 'revoked');
    await play.get('/nowhere', '404 route_not_found');
    await play.operator('recordRequests', []);
    await play.get('/requests');
    await play.get('/requests?failed=true', '200', 'booking reader');
    await play.get('/requests', '200', 'other');
    for (const step of [1, 2, 3, 4, 8, 11, 14])
      await play.get(`/requests/step-${step}`, '200', 'user reader');
    await play.get('/requests/step-1', '404 request_not_found', 'other');
    for (const step of [5, 17, 18]) await play.get(`/requests/step-${step}`, '404 request_not_found');
    await play.get('/requests/step-1000', '404 request_not_found');
  },
  'own requests: the items of batches': async (play) => {
    const { courts } = play.scene;
    await play.put('a', {}, '201');
    const items = [
      play.upsert('b', { courtId: courts[1] }),
      play.upsert('c', {}),
      play.upsert('d', { courtId: 'x' }),
      play.cancellation('a', '2026-11-19T12:00:00Z'),
    ];
    await play.batch(items, ['created', 'court_booking_overlap', 'invalid_schema', 'stale_write']);
    await play.batch(items, ['1 court_booking_overlap', '2 invalid_schema', '3 stale_write'], {
      atomic: true,
    });
    const twice = [play.upsert('e', { courtId: courts[2] }), play.upsert('e', { courtId: courts[2] })];
    await play.batch(twice, ['1 duplicate_entries_provided'], { atomic: true });
    await play.batch([], '400 invalid_schema');
    const user = { ...play.user(), action: 'upsert' };
    await play.users(
      [
        { ...user, externalUserId: 'u' },
        { ...user, externalUserId: 'v' },
      ],
      ['created', 'email_already_in_use'],
    );
    await play.users([{ ...user, externalUserId: 'v' }], ['0 email_already_in_use'], { atomic: true });
    await play.operator('recordRequests', []);
    await play.get('/requests');
    for (const step of [2, 3, 4, 5, 6, 7]) await play.get(`/requests/step-${step}`);
    for (const id of ['c', 'v']) await play.get(`/requests?externalId=${id}`);
  },
  'own requests: they do not name a user who was erased': async (play) => {
    const ada = await play.createUser({ externalUserId: 'ada' }, '201');
    await play.createUser({ externalUserId: 'other' }, '409 email_already_in_use');
    await play.users(
      [{ ...play.user(), action: 'upsert', externalUserId: 'third' }],
      ['email_already_in_use'],
    );
    await play.createUser(
      { externalUserId: 'ada', email: play.address('b') },
      '409 external_user_id_already_in_use',
    );
    await play.put('ada', {}, '201');
    // Her former ids are hers, too, except one that belongs to another user by now.
    for (const externalUserId of ['taken', 'former', 'new'])
      await play.call({ method: 'PATCH', path: `/users/${ada}`, body: { externalUserId } }, '200');
    await play.createUser({ externalUserId: 'taken', email: play.address('b') }, '201');
    await play.operator('recordRequests', []);
    await play.call({ method: 'DELETE', path: `/users/${ada}` }, '200');
    await play.operator('recordRequests', []);
    await play.get('/requests');
  },
  'own requests: filters and pages': async (play) => {
    const userId = await play.createUser({ externalUserId: 'm' }, '201');
    await play.call({ method: 'PATCH', path: `/users/${userId}`, body: { externalUserId: 'n' } }, '200');
    await play.put('m', {}, '201');
    await play.put('m', { externalUpdatedAt: '2026-11-19T12:00:00Z' }, '409 stale_write');
    await play.get('/court-bookings/by-external-id/m');
    await play.operator('recordRequests', []);
    for (const query of [
      'failed=true',
      'failed=false&operation=upsertCourtBooking',
      'externalId=m',
      'externalId=n',
      'externalId=M',
      'externalId=m&failed=true',
      'operation=upsertCourtBooking',
      'operation=eraseUser',
      'operation=upsertCourtBooking&failed=true&externalId=m',
      'from=2020-01-01T00:00:00Z&operation=createUser',
      'to=2020-01-01T00:00:00Z',
      'from=2099-01-01T00:00:00Z',
    ])
      await play.get(`/requests?${query}`);
    await play.pages('/requests?limit=2&externalId=m');
    await play.pages('/requests?limit=1&operation=upsertCourtBooking');
    const { body } = await play.get('/requests?limit=1&externalId=m');
    const foreign = `cursor=${body.nextCursor}`;
    await play.get(`/requests?externalId=n&${foreign}`, '400 invalid_schema');
    await play.get(`/court-bookings?${foreign}`, '400 invalid_schema');
    const range = 'from=2027-01-01T00:00:00Z&to=2027-01-01T00:00:00Z';
    await play.get(`/requests?${range}`, '400 invalid_filter_time_range');
    for (const query of [
      'failed=yes',
      'failed=',
      'failed=TRUE',
      'operation=nonsense',
      'operation=',
      'externalId=',
      'externalId=..',
      'from=x',
      'limit=0',
      'cursor=x',
      'status=400',
    ])
      await play.get(`/requests?${query}`, '400 invalid_schema');
    await play.get(`/requests/${'x'.repeat(256)}`, '400 invalid_schema');
    await play.get('/requests/%00', '400 invalid_schema');
  },
};
