import type { Cases, Play } from './play.ts';

const patch = (
  play: Play,
  id: string,
  body: unknown,
  expected: string,
  by: 'partner' | 'other' = 'partner',
) => play.call({ method: 'PATCH', path: `/users/${id}`, body, by }, expected);
const erase = (play: Play, id: string, expected: string, by: 'partner' | 'other' = 'partner') =>
  play.call({ method: 'DELETE', path: `/users/${id}`, by }, expected);
const put = (play: Play, externalUserId: string, body: object, expected: string) => {
  const user = { email: play.address('ada'), firstName: 'Ada', lastName: 'Lovelace', ...body };
  return play.call(
    { method: 'PUT', path: `/users/by-external-id/${externalUserId}`, body: user, by: 'partner' },
    expected,
  );
};
const nobody = '01990b2e-6f6c-4c1e-8a53-0f2a5a6f1c99';

export const casesOfUsers: Cases = {
  'create: the very pair again is the same; address and identifier are unique': async (play) => {
    await play.createUser({ birthday: '1985-12-10' }, '201');
    await play.createUser({ firstName: 'Augusta', email: play.address('ADA') }, '200');
    await play.createUser({ externalUserId: 'member-2' }, '409 email_already_in_use');
    await play.createUser({ email: play.address('bob') }, '409 external_user_id_already_in_use');
    await play.createUser({ externalUserId: 'Member-1', email: play.address('bob') }, '201');
    await play.createUser({ email: play.address('bob') }, '409 email_already_in_use');
    await play.createUser({}, '409 email_already_in_use', 'other');
    await play.createUser({ email: play.address('cleo') }, '201', 'other');
    const both = { email: play.address('CLEO'), externalUserId: 'member-1' };
    await play.createUser(both, '409 email_already_in_use');
    const tagged = { email: play.address('ada').replace('@', '+tag@'), externalUserId: 'member-3' };
    await play.createUser(tagged, '201');
  },
  'read: by id, by external id, in lists, newest first': async (play) => {
    const ada = await play.createUser({ birthday: '1985-12-10' }, '201');
    await play.createUser({ email: play.address('bob'), externalUserId: 'b/ü b' }, '201');
    const theirs = await play.createUser({ email: play.address('cleo') }, '201', 'other');
    await play.get(`/users/${ada.toUpperCase()}`);
    await play.get(`/users/${theirs}`, '403 user_access_denied');
    await play.get(`/users/${nobody}`, '403 user_access_denied');
    await play.get('/users/by-external-id/b%2F%C3%BC%20b');
    await play.get('/users/by-external-id/Member-1', '404 user_not_found');
    for (const query of [`email=${play.address('cleo')}`, 'externalUserId=member-1'])
      await play.get(`/users?${query}`);
    await play.operator('setUserAccess', [theirs, true]);
    await play.get(`/users/${theirs}`);
    await play.get('/users?limit=3');
    const { body } = await play.get('/users?limit=2');
    await play.get(`/users?limit=2&cursor=${body.nextCursor}`);
    await play.get(`/users?email=${play.address('ADA')}`);
    await play.get(`/users?email=${play.address('ada')}&externalUserId=other`);
    await play.get('/users?externalUserId=member-1');
    await play.get(`/users?email=${play.address('nobody')}`);
    // A parameter without a value is an empty one.
    for (const query of ['externalUserId', 'externalUserId=', 'limit=2&externalUserId', 'email'])
      await play.get(`/users?${query}`, '400 invalid_schema');
    for (const query of ['limit=0', 'limit=1.5', 'email=nobody', 'cursor=nonsense', 'name=Ada'])
      await play.get(`/users?${query}`, '400 invalid_schema');
    await play.operator('setUserAccess', [theirs, false]);
    await play.get('/users');
  },
  'update: what is left out stays, null clears, what was is free': async (play) => {
    const ada = await play.createUser({ birthday: '1985-12-10' }, '201');
    const bob = await play.createUser({ email: play.address('bob'), externalUserId: 'member-2' }, '201');
    await patch(play, ada, {}, '200');
    await patch(play, ada, { firstName: 'Ada', birthday: '1985-12-10', externalUserId: 'member-1' }, '200');
    await patch(play, ada, { firstName: 'Augusta', birthday: null }, '200');
    await patch(play, ada, { birthday: null }, '200');
    await patch(play, ada, { email: play.address('bob') }, '409 email_already_in_use');
    await patch(play, ada, { externalUserId: 'member-2' }, '409 external_user_id_already_in_use');
    const both = { email: play.address('bob'), externalUserId: 'member-2' };
    await patch(play, ada, both, '409 email_already_in_use');
    await patch(play, ada, { email: play.address('ADA.moved'), externalUserId: 'member-9' }, '200');
    await patch(play, bob, { email: play.address('ada'), externalUserId: 'member-1' }, '200');
    await play.createUser({ email: play.address('bob'), externalUserId: 'member-2' }, '201');
    await patch(play, nobody, { firstName: 'X' }, '403 user_access_denied');
    await patch(play, ada, { firstName: 'X' }, '403 user_access_denied', 'other');
    await erase(play, ada, '403 user_access_denied', 'other');
    const theirs = await play.createUser({ email: play.address('cleo') }, '201', 'other');
    await patch(play, theirs, { externalUserId: 'member-9' }, '200', 'other');
    await play.get('/users');
    await play.get('/changes');
  },
  'upsert: creates, updates, keeps a birthday that is left out, and creates again after erasing': async (
    play,
  ) => {
    await put(play, 'member-1', { birthday: '1985-12-10' }, '201');
    await put(play, 'member-1', {}, '200');
    await put(play, 'member-1', { email: play.address('ADA'), birthday: '1985-12-10' }, '200');
    await put(play, 'member-1', { firstName: 'Augusta', birthday: null }, '200');
    await put(play, 'member-2', {}, '409 email_already_in_use');
    await put(play, 'member-2', { email: play.address('bob'), birthday: null }, '201');
    await put(play, 'member-2', { email: play.address('ada') }, '409 email_already_in_use');
    await put(play, 'member-2', { email: play.address('bob.moved') }, '200');
    await put(play, 'Member-2', { email: play.address('bob') }, '201');
    await put(play, 'member-3', { externalUserId: 'x' }, '400 invalid_schema');
    const { body } = await play.get('/users/by-external-id/member-1');
    await erase(play, body.id, '200');
    await put(play, 'member-1', {}, '201');
    await play.get('/users');
    await play.get('/changes');
  },
  'a granted user is read, and neither changed nor erased': async (play) => {
    const theirs = await play.createUser({ email: play.address('cleo') }, '201', 'other');
    await play.operator('setUserAccess', [theirs, true]);
    await patch(play, theirs, { firstName: 'X' }, '403 user_not_managed');
    await erase(play, theirs, '403 user_not_managed');
    await patch(play, theirs, { firstName: 'Cleopatra' }, '200', 'other');
    await play.operator('updateUser', [
      theirs,
      { gender: 'FEMALE', playingHand: 'LEFT', mainSportType: 'PADEL' },
    ]);
    await play.operator('updateUser', [theirs, { gender: null, birthday: '1990-01-01' }]);
    await play.get(`/users/${theirs}`);
    await play.createUser({ email: play.address('cleo') }, '200', 'other');
    await play.get('/changes');
    await play.get('/changes', '200', 'other');
    await erase(play, theirs, '200', 'other');
    await play.get(`/users/${theirs}`, '403 user_access_denied');
    await patch(play, theirs, { firstName: 'X' }, '403 user_access_denied', 'other');
    await erase(play, theirs, '403 user_access_denied');
    await play.operator('updateUser', [theirs, { firstName: 'X' }], 'user_not_found');
    await play.operator('eraseUser', [theirs]);
    await play.get('/changes');
  },
  'erase: the person is removed everywhere, and the bookings remain': async (play) => {
    const ada = await play.createUser({ birthday: '1985-12-10' }, '201');
    await patch(play, ada, { email: play.address('ada.moved') }, '200');
    const place = (n: number) => ({
      startDate: `2027-01-0${n}T10:00:00Z`,
      endDate: `2027-01-0${n}T11:00:00Z`,
    });
    const participants = [{ userId: ada }, { email: play.address('guest') }];
    await play.put('by-id', { ...place(1), participants }, '201');
    await play.put(
      'by-address',
      { ...place(2), participants: [{ email: play.address('ada.moved') }] },
      '201',
    );
    await play.put('by-former', { ...place(3), participants: [{ email: play.address('ada') }] }, '201');
    await play.put(
      'of-other',
      { ...place(4), participants: [{ email: play.address('ada.moved') }] },
      '201',
      'other',
    );
    await play.put(
      'by-both',
      { ...place(6), participants: [{ email: play.address('ada.moved') }, { email: play.address('ada') }] },
      '201',
    );
    await play.put('no-longer', { ...place(5), participants: [{ email: play.address('ada.moved') }] }, '201');
    await play.put('no-longer', { ...place(5), externalUpdatedAt: '2026-11-21T12:00:00Z' }, '200');
    await erase(play, ada, '200');
    await erase(play, ada, '200');
    await erase(play, nobody, '403 user_access_denied');
    await erase(play, ada, '403 user_access_denied', 'other');
    await patch(play, ada, { firstName: 'X' }, '403 user_access_denied');
    await play.get(`/users/${ada}`);
    await play.get('/users/by-external-id/member-1', '404 user_not_found');
    await play.get('/users');
    for (const id of ['by-id', 'by-address', 'by-former', 'by-both', 'no-longer'])
      await play.get(`/court-bookings/by-external-id/${id}`);
    await play.get('/court-bookings/by-external-id/of-other', '200', 'other');
    await play.get(`/court-bookings?participantUserId=${ada}`);
    await play.get(`/court-bookings?participantEmail=${play.address('ada.moved')}`);
    await play.put('by-id', { ...place(1), participants }, '403 user_access_denied');
    await play.put('by-id', { ...place(1), participants: participants.slice(1) }, '200');
    await play.get('/changes');
    await play.get('/changes', '200', 'other');
    await play.createUser({ email: play.address('ada.moved') }, '201');
  },
  'erased participants do not count as content, and can be sent back as they were read': async (play) => {
    const [ada, bob] = [
      await play.createUser({}, '201'),
      await play.createUser({ email: play.address('bob'), externalUserId: 'member-2' }, '201'),
    ];
    const guest = { email: play.address('guest') };
    const erased = { erased: true };
    const booking = (...participants: object[]) => ({
      startDate: '2027-01-01T10:00:00Z',
      endDate: '2027-01-01T11:00:00Z',
      participants,
    });
    await play.put('a', booking({ userId: ada }, guest, { userId: bob }), '201');
    await erase(play, ada, '200');
    await erase(play, bob, '200');
    for (const sent of [[erased, guest, erased], [guest], [guest, erased], [erased, guest, erased, erased]])
      await play.put('a', booking(...sent), '200');
    await play.put('a', booking(erased, erased), '409 version_conflict');
    await play.put('a', booking(guest, { email: play.address('other') }), '409 version_conflict');
    await play.put('a', booking({ userId: ada }, guest), '403 user_access_denied');
    await play.put('a', booking({ ...guest, erased: true }), '400 mutually_exclusive_fields_violation');
    await play.put('a', booking({ erased: false }), '400 invalid_schema');
    const newer = (minute: number) => ({ externalUpdatedAt: `2026-11-21T12:0${minute}:00Z` });
    await play.put('a', { ...booking(erased, guest), ...newer(1) }, '200');
    await play.get('/court-bookings/by-external-id/a');
    await play.put('a', { ...booking(guest), ...newer(2) }, '200');
    await play.get('/court-bookings/by-external-id/a');
    await play.put(
      'new',
      { ...booking(erased), startDate: '2027-01-02T10:00:00Z', endDate: '2027-01-02T11:00:00Z' },
      '201',
    );
  },
  'erase: other users keep their data, and can be changed': async (play) => {
    const ada = await play.createUser({}, '201');
    const bob = await play.createUser({ email: play.address('bob'), externalUserId: 'member-2' }, '201');
    await erase(play, ada, '200');
    await play.get('/users/by-external-id/member-2');
    await patch(play, bob, { firstName: 'Robert' }, '200');
    await patch(play, bob, { externalUserId: 'member-1' }, '200');
    await play.get('/users');
  },
  'an operator erases a user, and a guest': async (play) => {
    const ada = await play.createUser({}, '201');
    const participants = [{ email: play.address('guest') }, { email: play.address('ada') }];
    await play.put('a', { participants }, '201');
    await play.operator('eraseGuest', [play.address('guest')]);
    await play.operator('eraseGuest', [play.address('ada')], 'email_of_user');
    await play.get('/court-bookings/by-external-id/a');
    await play.operator('eraseUser', [ada]);
    await play.operator('eraseUser', [nobody], 'user_not_found');
    await play.operator('updateUser', [nobody, { firstName: 'X' }], 'user_not_found');
    await play.get('/court-bookings/by-external-id/a');
    await play.get('/changes');
  },
  'erase: a former address stays with the user to whom it now belongs': async (play) => {
    const email = play.address('handed.on');
    const ada = await play.createUser({ email }, '201');
    await patch(play, ada, { email: play.address('next') }, '200');
    await play.createUser({ email, externalUserId: 'member-2' }, '201');
    await play.put('a', { participants: [{ email }] }, '201');
    await erase(play, ada, '200');
    await play.get('/court-bookings/by-external-id/a');
    await play.get('/changes');
  },
};
