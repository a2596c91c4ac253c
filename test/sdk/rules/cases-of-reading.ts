import type { Cases, Play } from './play.ts';

const hour = (start: number) => ({
  startDate: `2027-01-01T${String(start).padStart(2, '0')}:00:00Z`,
  endDate: `2027-01-01T${String(start + 1).padStart(2, '0')}:00:00Z`,
});
const list = (play: Play, query: string, expected = '200') => play.get(`/court-bookings?${query}`, expected);

export const casesOfReading: Cases = {
  'bookings: each filter, and several together': async (play) => {
    const ada = await play.createUser({}, '201');
    const cleo = await play.createUser({ email: play.address('cleo') }, '201', 'other');
    const [first, second, third] = play.scene.courts;
    const named = (...names: string[]) => names.map((name) => ({ email: play.address(name) }));
    await play.put('a', { ...hour(8), participants: [{ userId: ada }, ...named('guest')] }, '201');
    await play.put('b', { ...hour(9), participants: named('ada') }, '201');
    await play.put('c', { ...hour(10), participants: named('cleo') }, '201');
    await play.put('d', { ...hour(10), courtId: second, participants: named('guest') }, '201');
    await play.put('e', { ...hour(12), participants: named('guest') }, '201');
    await play.put('f', { ...hour(14), participants: named('guest') }, '201', 'other');
    // Lasts three days and overlaps the time of all others.
    const days = { startDate: '2026-12-30T10:00:00Z', endDate: '2027-01-01T07:00:00.000001Z' };
    await play.put('long', { ...days, courtId: third }, '201');
    await play.cancel('d', '2026-11-20T12:01:00Z', '200');
    await play.operator('cancel', ['e', 'Rain.']);
    await play.get('/court-bookings?status=ACTIVE');
    const changeOf = async (id: string) =>
      (await play.get(`/court-bookings/by-external-id/${id}`)).body.updatedAt as string;
    const [early, late] = [await changeOf('b'), await changeOf('long')];
    for (const query of [
      '',
      `courtId=${first.toUpperCase()}`,
      `courtId=${second}`,
      `courtId=${play.scene.foreignCourt}`,
      'from=2027-01-01T09:00:00Z',
      'to=2027-01-01T09:00:00Z',
      'from=2027-01-01T09:00:00Z&to=2027-01-01T10:00:00Z',
      'from=2026-12-31T00:00:00Z&to=2026-12-31T01:00:00Z',
      'from=2027-01-01T07:00:00Z&to=2027-01-01T07:00:00.000001Z',
      'from=2027-01-01T07:00:00.000001Z&to=2027-01-01T07:30:00Z',
      `courtId=${first}&from=2027-01-01T09:00:00Z&to=2027-01-01T11:00:00Z`,
      'from=2027-01-01T10:30:00%2B01:00',
      'from=2027-01-01T10:30:00+01:00',
      `participantUserId=${ada}`,
      `participantUserId=${cleo}`,
      `participantUserId=${first}`,
      `participantEmail=${play.address('ADA')}`,
      `participantEmail=${play.address('cleo')}`,
      `participantEmail=${play.address('GUEST')}`,
      `participantEmail=${play.address('nobody')}`,
      `updatedFrom=${early}`,
      `updatedTo=${early}`,
      `updatedFrom=${early}&updatedTo=${late}`,
      'updatedFrom=2100-01-01T00:00:00Z',
      'updatedTo=2020-01-01T00:00:00Z',
      ...[first, second].map(
        (court) =>
          `courtId=${court}&from=2027-01-01T08:00:00Z&to=2027-01-01T09:00:00Z&participantUserId=${ada}` +
          `&participantEmail=${play.address('guest')}&updatedFrom=2020-01-01T00:00:00Z&updatedTo=${late}`,
      ),
    ]) {
      // Each status alone, because other indexes are used.
      for (const status of ['', '&status=CANCELLED']) await list(play, query + status);
      await play.pages(`/court-bookings?status=ANY&limit=1&${query}`);
      await play.get(`/court-bookings?status=ANY&${query}`, '200', 'other');
    }
    const ofCleo = async () => {
      for (const query of [`participantUserId=${cleo}`, `participantEmail=${play.address('cleo')}`])
        await list(play, query);
    };
    await play.operator('setUserAccess', [cleo, true]);
    await play.put('g', { ...hour(16), participants: [{ userId: cleo }] }, '201');
    await ofCleo();
    // Found by the id that is still shown, but not by the address.
    await play.operator('setUserAccess', [cleo, false]);
    await ofCleo();
  },
  'bookings: pages of any size have each once, the newest update first': async (play) => {
    for (let n = 0; n < 7; n += 1) await play.put(`b-${n}`, hour(n), '201');
    await play.put('b-3', { ...hour(3), externalUpdatedAt: '2026-11-21T12:00:00Z' }, '200');
    await play.cancel('b-5', '2026-11-21T12:00:00Z', '200');
    for (const limit of [1, 3, 7, 8]) await play.pages(`/court-bookings?status=ANY&limit=${limit}`);
  },
  'a cursor belongs to its filters': async (play) => {
    for (let n = 0; n < 3; n += 1) {
      await play.put(`b-${n}`, hour(n), '201');
      await play.put(`c-${n}`, { ...hour(n + 5), participants: [{ email: 'guest@example.com' }] }, '201');
      const member = play.user({ email: play.address(`m-${n}`), externalUserId: `m-${n}` });
      await play.call({ method: 'POST', path: '/users', body: member }, '201');
    }
    const { scene } = play;
    const [from, to] = ['2027-01-01T00:00:00Z', '2027-01-01T10:00:00Z'];
    const [past, future] = ['2020-01-01T00:00:00Z', '2100-01-01T00:00:00Z'];
    const lists = [
      '/court-bookings?',
      '/court-bookings?status=ANY',
      `/court-bookings?courtId=${scene.courts[0]}`,
      `/court-bookings?from=${from}`,
      `/court-bookings?to=${to}`,
      `/court-bookings?from=${from}&to=${to}`,
      `/court-bookings?updatedFrom=${past}`,
      `/court-bookings?updatedTo=${future}`,
      '/court-bookings?participantEmail=guest@example.com',
      '/users?',
      `/users?updatedFrom=${past}`,
      `/users?updatedTo=${future}`,
      `/users?updatedFrom=${past}&updatedTo=${future}`,
      '/courts?',
      `/courts?organizationId=${scene.organizationId}`,
    ];
    for (const one of lists) {
      const { body } = await play.get(`${one}&limit=1`);
      for (const other of lists) {
        const wanted = other === one ? '200' : '400 invalid_schema';
        await play.get(`${other}&limit=2&cursor=${body.nextCursor}`, wanted);
      }
    }
    const { body } = await list(play, `limit=1&from=${from}&participantEmail=Guest@example.com`);
    const notation = `participantEmail=guest@EXAMPLE.com&status=ACTIVE&from=2027-01-01T01:00:00%2B01:00`;
    await list(play, `${notation}&cursor=${body.nextCursor}`);
    for (const other of ['.', '.x', `.${'x'.repeat(12)}`])
      await list(play, `${notation}&cursor=${body.nextCursor.split('.')[0]}${other}`, '400 invalid_schema');
  },
  'bookings: invalid filters': async (play) => {
    for (const query of [
      'from=2027-01-01T09:00:00Z&to=2027-01-01T09:00:00Z',
      'from=2027-01-01T09:00:00Z&to=2027-01-01T09:30:00%2B01:00',
      'from=2027-01-01T09:00:00.000001Z&to=2027-01-01T09:00:00Z',
    ])
      await list(play, query, '400 invalid_filter_time_range');
    const instant = '2027-01-01T09:00:00Z';
    await list(play, `updatedFrom=${instant}&updatedTo=${instant}`, '400 invalid_updated_filter_time_range');
    await list(
      play,
      `from=${instant}&to=${instant}&updatedFrom=${instant}&updatedTo=${instant}`,
      '400 invalid_filter_time_range',
    );
    for (const query of [
      'limit=0&status=OPEN&courtId=1&participantEmail=x&participantUserId=',
      'limit=101',
      'limit=ten',
      'limit=1&limit=1',
      'limit=-1',
      'from=today&to=&updatedFrom=2027-01-01&updatedTo=2027-01-01T09:00',
      'court=x&status=active',
      'cursor=x',
      'cursor=WyJhIl0',
      `cursor=${'x'.repeat(2_001)}`,
      'from=%ff',
      '%ff=1',
      'a&b=2&=3',
    ])
      await list(play, query, '400 invalid_schema');
    await play.put('a', {}, '201');
    await play.put('b', hour(12), '201');
    const { body } = await list(play, 'limit=1');
    await list(play, `cursor=${body.nextCursor}x`, '400 invalid_schema');
    await play.get(`/courts?cursor=${body.nextCursor}`, '400 invalid_schema');
    await play.get(`/users?cursor=${body.nextCursor}`, '400 invalid_schema');
    await play.get(`/changes?cursor=${body.nextCursor}`, '400 invalid_schema');
  },
  'ids are opaque: case, spaces and slashes count': async (play) => {
    const plain = ["'; drop table users; --", '𝒳'.repeat(255), 'a?b#c', '%41'].map(encodeURIComponent);
    const ids = ['A', 'a', '%20a', 'a%2Fb', '%C3%A4', '%C3%84', '%F0%9F%8E%BE', '..%2F', ...plain];
    for (const [n, id] of ids.entries()) await play.put(id, hour(n), '201');
    await play.get('/court-bookings/by-external-id/a%2Fb');
    await play.get('/court-bookings/by-external-id/a%20', '404 court_booking_not_found');
    await play.get('/court-bookings/by-external-id/a', '404 court_booking_not_found', 'other');
    await play.put('a', { courtId: play.scene.courts[1] }, '201', 'other');
    await play.get('/court-bookings');
  },
};
