import type { Cases } from './play.ts';

const hour = (start: number) => ({
  startDate: `2027-01-01T${start}:00:00Z`,
  endDate: `2027-01-01T${start + 1}:00:00Z`,
});

export const casesOfCourts: Cases = {
  'courts: by name, in pages': async (play) => {
    await play.operator('createCourt', [play.scene.organizationId, 'Annex']);
    await play.operator('createCourt', [play.scene.organizationId, 'Annex'], 'name_already_in_use');
    // The foreign organization has a court of the same name, and gets one more.
    await play.operator('createCourt', [play.scene.foreignOrganizationId, 'Annex']);
    await play.operator('setOrganizationAccess', [play.scene.foreignOrganizationId, true]);
    for (const limit of [1, 3]) await play.pages(`/courts?limit=${limit}`);
    await play.operator('setOrganizationAccess', [play.scene.foreignOrganizationId, false]);
    await play.get(`/courts?organizationId=${play.scene.organizationId.toUpperCase()}`);
    await play.get(`/courts?organizationId=${play.scene.foreignOrganizationId}`);
    for (const query of ['limit=0', 'limit=101', 'limit=5.0', 'Limit=1', 'cursor=', 'cursor=%ff'])
      await play.get(`/courts?${query}`, '400 invalid_schema');
    await play.get('/courts?organizationId=x&limit=1000&cursor=x&name=Annex', '400 invalid_schema');
    const behind = (name: string) =>
      Buffer.from(JSON.stringify(['court', name, play.scene.courts[0]])).toString('base64url');
    await play.get(`/courts?cursor=${behind('Court 1')}`);
    await play.get(`/courts?cursor=${behind('x'.repeat(255))}`);
    for (const name of ['', 'x'.repeat(256), '\0', 'half \ud800'])
      await play.get(`/courts?cursor=${behind(name)}`, '400 invalid_schema');
  },
  'occupancy: cut to the range, own ids only': async (play) => {
    const [court] = play.scene.courts;
    const occupancy = (of: string, query: string, expected = '200') =>
      play.get(`/courts/${of}/occupancy?${query}`, expected);
    const day = 'from=2027-01-01T00:00:00Z&to=2027-01-02T00:00:00Z';
    await play.put('a', hour(10), '201');
    await play.put('b', hour(12), '201', 'other');
    await play.put('c', hour(14), '201');
    await play.cancel('c', '2026-11-21T12:00:00Z', '200');
    await occupancy(court, day);
    await occupancy(court, 'from=2027-01-01T10:30:00Z&to=2027-01-01T12:00:00.000001Z');
    await occupancy(court, 'from=2027-01-01T11:00:00Z&to=2027-01-01T12:00:00Z');
    await occupancy(court, 'from=2027-01-01T11:30:00+01:00&to=2027-01-01T13:30:00%2B01:00');
    await occupancy(court, 'from=2027-01-01+11:30:00Z&to=2027-01-02T00:00:00Z', '400 invalid_schema');
    await occupancy(court, 'from=2027-01-01T00:00:00Z&to=2027-02-01T00:00:00Z');
    await occupancy(
      court,
      'from=2027-01-01T00:00:00Z&to=2027-02-01T00:00:00.000001Z',
      '400 invalid_filter_time_range',
    );
    await occupancy(
      court,
      'from=2027-01-02T00:00:00Z&to=2027-01-01T00:00:00Z',
      '400 invalid_filter_time_range',
    );
    const empty = 'from=2027-01-01T00:00:00Z&to=2027-01-01T00:00:00Z';
    await occupancy(court, empty, '400 invalid_filter_time_range');
    await occupancy(play.scene.externalServiceId, day, '404 court_not_found');
    await occupancy(play.scene.foreignCourt, day, '403 organization_access_denied');
    await occupancy('x', day, '400 invalid_schema');
    for (const query of ['from=x', 'to=2027-01-01T00:00:00Z', '', `${day}&from=x`, `${day}&limit=5`])
      await occupancy(court, query, '400 invalid_schema');
  },
  'occupancy of an organization: all its active courts, and nothing to who has the version': async (play) => {
    const { organizationId, foreignOrganizationId } = play.scene;
    const occupancy = (query: string, expected = '200', of = organizationId) =>
      play.get(`/organizations/${of}/occupancy?${query}`, expected);
    const day = 'from=2027-01-01T00:00:00Z&to=2027-01-02T00:00:00Z';
    await play.put('a', hour(10), '201');
    await play.put('b', { ...hour(12), courtId: play.scene.courts[1] }, '201', 'other');
    await play.put('c', hour(14), '201');
    const { body } = await occupancy(day);
    const known = `version=${body.version}`;
    await occupancy(`${day}&${known}`);
    await occupancy(`${day}&version=${body.version.toUpperCase()}`);
    await occupancy(`from=2027-01-01T00:00:00Z&to=2027-01-02T00:00:01Z&${known}`);
    await occupancy(`from=2027-01-01T10:30:00Z&to=2027-01-02T00:00:00Z&${known}`);
    await play.cancel('c', '2026-11-21T12:00:00Z', '200');
    await occupancy(`${day}&${known}&wait=30`);
    await play.put('c', { ...hour(14), externalUpdatedAt: '2026-11-21T13:00:00Z' }, '200');
    const { version } = (await occupancy(`${day}&${known}`)).body;
    await play.put('outside', { startDate: '2028-01-01T10:00:00Z', endDate: '2028-01-01T11:00:00Z' }, '201');
    await occupancy(`${day}&version=${version}`);
    const path = `/organizations/${organizationId}/occupancy?${day}`;
    const etag = (await play.get(path)).body.version;
    for (const known of ['*', 'W/"x", *', `"${etag}"`, `"x" ,W/"${etag}"`]) {
      const headers = { 'If-None-Match': known };
      play.note((await play.call({ method: 'GET', path, headers }, '304')).headers.get('Content-Type'));
    }
    // Without quotation marks it is no ETag.
    for (const unknown of ['"x"', '"*"', etag, `"${etag}`, `"x,${etag},x"`, `""${etag}""`])
      await play.call(
        { method: 'GET', path, headers: { 'If-None-Match': unknown } },
        '200',
        ({ courts }) => courts.length,
      );
    await play.operator('createCourt', [organizationId, 'Annex']);
    const longest = 'from=2027-01-01T00:00:00Z&to=2027-02-01T00:00:00Z';
    await play.call(
      { method: 'GET', path: `/organizations/${organizationId}/occupancy?${longest}` },
      '200',
      // The new id is the last only in the service.
      ({ courts }) => courts.length,
    );
    await occupancy(
      'from=2027-01-01T00:00:00Z&to=2027-02-01T00:00:00.000001Z',
      '400 invalid_filter_time_range',
    );
    await occupancy('from=2027-01-02T00:00:00Z&to=2027-01-01T00:00:00Z', '400 invalid_filter_time_range');
    for (const of of [foreignOrganizationId, play.scene.externalServiceId])
      await occupancy(day, '403 organization_access_denied', of);
    await occupancy(day, '400 invalid_schema', 'x');
    for (const query of ['', 'from=x', `${day}&wait=31`, `${day}&version=x`, `${day}&limit=5`])
      await occupancy(query, '400 invalid_schema');
  },
  'the token says what it may do': async (play) => {
    await play.get('/api/v1/token');
    await play.get('/api/v1/token', '200', 'booking reader');
    await play.get('/api/v1/token', '200', 'scopeless');
    await play.get('/api/v1/token?x=1', '400 invalid_schema');
    await play.operator('setOrganizationAccess', [play.scene.organizationId, false]);
    await play.get('/api/v1/token');
    await play.get('/courts');
  },
};
