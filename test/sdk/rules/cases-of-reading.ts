import type { Cases } from './cases.ts';
import type { Play } from './play.ts';

const hour = (start: number) => ({
  startDate: `2027-01-01T${String(start).padStart(2, '0')}:00:00Z`,
  endDate: `2027-01-01T${String(start + 1).padStart(2, '0')}:00:00Z`,
});
const list = (play: Play, query: string, expected = '200') => play.get(`/court-bookings?${query}`, expected);

export const casesOfReading: Cases = {
  'bookings: each filter, and several together': async (play) => {
    const ada = await play.createUser({}, '201');
    const theirs = await play.createUser({ email: play.address('cleo') }, '201', 'other');
    const [first, second] = play.scene.courts;
    await play.put('a', { ...hour(8), participants: [{ userId: ada }] }, '201');
    await play.put('b', { ...hour(9), participants: [{ email: play.address('ada') }] }, '201');
    await play.put('c', { ...hour(10), participants: [{ email: play.address('cleo') }] }, '201');
    await play.put('d', { ...hour(10), courtId: second }, '201');
    await play.put('e', hour(12), '201');
    await play.put('f', hour(14), '201', 'other');
    await play.cancel('d', '2026-11-20T12:01:00Z', '200');
    await play.operator('cancel', ['e', 'Rain.']);
    await play.get('/court-bookings');
    for (const query of [
      'status=ACTIVE',
      'status=CANCELLED',
      'status=ANY',
      `courtId=${first}`,
      `courtId=${second}&status=ANY`,
      `courtId=${play.scene.foreignCourt}`,
      'from=2027-01-01T09:00:00Z',
      'to=2027-01-01T09:00:00Z',
      'from=2027-01-01T09:00:00Z&to=2027-01-01T10:00:00Z&status=ANY',
      'from=2027-01-01T10:30:00%2B01:00',
      'from=2027-01-01T10:30:00+01:00',
      `participantUserId=${ada}`,
      `participantUserId=${theirs}`,
      `participantEmail=${play.address('ADA')}`,
      `participantEmail=${play.address('cleo')}`,
      `participantEmail=${play.address('nobody')}`,
      `participantUserId=${ada}&participantEmail=${play.address('ada')}&courtId=${first}&limit=1`,
      'updatedFrom=2100-01-01T00:00:00Z',
      'updatedTo=2100-01-01T00:00:00Z&status=ANY',
      'updatedTo=2020-01-01T00:00:00Z',
    ])
      await list(play, query);
    const { body } = await play.get('/court-bookings/by-external-id/b');
    await list(play, `updatedFrom=${body.updatedAt}`);
    await list(play, `updatedTo=${body.updatedAt}`);
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
    const filtersOf = {
      '/court-bookings': [
        '',
        'status=ANY',
        `courtId=${scene.courts[0]}`,
        `from=${from}`,
        `to=${to}`,
        `from=${from}&to=${to}`,
        `updatedFrom=${past}`,
        `updatedTo=${future}`,
        'participantEmail=guest@example.com',
      ],
      '/users': ['', `updatedFrom=${past}`, `updatedTo=${future}`, `updatedFrom=${past}&updatedTo=${future}`],
      '/courts': ['', `organizationId=${scene.organizationId}`],
    };
    for (const [path, lists] of Object.entries(filtersOf))
      for (const filters of lists) {
        const { body } = await play.get(`${path}?limit=1&${filters}`);
        for (const others of lists) {
          const isSame = others === filters;
          await play.get(
            `${path}?limit=2&${others}&cursor=${body.nextCursor}`,
            isSame ? '200' : '400 invalid_schema',
          );
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
    for (const [n, id] of ['A', 'a', '%20a', 'a%2Fb', '%C3%A4', '%F0%9F%8E%BE', '..%2F'].entries())
      await play.put(id, hour(n), '201');
    await play.get('/court-bookings/by-external-id/a%2Fb');
    await play.get('/court-bookings/by-external-id/a%20', '404 court_booking_not_found');
    await play.get('/court-bookings/by-external-id/a', '404 court_booking_not_found', 'other');
    await play.put('a', { courtId: play.scene.courts[1] }, '201', 'other');
    await play.get('/court-bookings');
  },
};
