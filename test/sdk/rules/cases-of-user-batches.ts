import type { Cases, Play } from './play.ts';

const person = (play: Play, externalUserId: string, name = externalUserId, fields: object = {}) => ({
  action: 'upsert',
  ...play.user({ externalUserId, email: play.address(name), ...fields }),
});
const erasure = (externalUserId: string) => ({ action: 'erase', externalUserId });
const atomic = { atomic: true };

/** Reads everything. The order of the changes of different users is not guaranteed. */
async function look(play: Play): Promise<void> {
  await play.get('/users');
  await play.call({ method: 'GET', path: '/changes' }, '200', ({ items }) => {
    const told = items.map(({ type, actor, requestId, data }: Record<string, unknown>) => ({
      type,
      actor,
      requestId,
      data,
    }));
    const textOf = (change: unknown) => JSON.stringify(change, ['type', 'email', 'data', 'firstName']);
    return told.sort((a: unknown, b: unknown) => (textOf(a) < textOf(b) ? -1 : 1));
  });
}

export const casesOfUserBatches: Cases = {
  'users: each item as if it came alone': async (play) => {
    await play.createUser({ email: play.address('theirs') }, '201', 'other');
    await play.users(
      [
        person(play, 'a', 'a', { birthday: '1985-12-10' }),
        person(play, 'a'),
        person(play, 'a', 'A', { birthday: null }),
        person(play, 'b', 'a'),
        person(play, 'b', 'theirs'),
        person(play, 'b', 'b'),
        person(play, 'a', 'b'),
        person(play, 'a', 'a.moved', { firstName: 'Augusta' }),
        person(play, 'b', 'a'),
        erasure('a'),
        erasure('a'),
        erasure('never'),
        person(play, 'a', 'a.moved'),
        person(play, 'A', 'c'),
        person(play, 'b', 'a', { birthday: '1899-12-31', nickname: 'B' }),
        person(play, 'd', 'd', { email: 'nobody', firstName: '' }),
        { ...erasure('b'), email: play.address('b') },
        person(play, '', 'e'),
        erasure(''),
        erasure('.'),
      ],
      [
        ...['created', 'unchanged', 'updated', 'email_already_in_use', 'email_already_in_use', 'created'],
        ...['email_already_in_use', 'updated', 'updated', 'erased', 'unchanged', 'unchanged'],
        ...['created', 'created', ...Array(6).fill('invalid_schema')],
      ],
    );
    await look(play);
  },
  'users: return=minimal leaves out the users': async (play) => {
    const items = [person(play, 'a'), erasure('b'), person(play, 'c', 'a')];
    await play.users(items, '200', {}, { Prefer: 'return=minimal' });
    await play.users([...items, erasure('a')], '200', { atomic: false }, { Prefer: 'return=minimal' });
  },
  'users: an address that an earlier item frees can be taken, and a later one cannot': async (play) => {
    for (const id of ['a', 'b', 'c']) await play.users([person(play, id)], '200');
    await play.users(
      [person(play, 'a', 'b'), person(play, 'b', 'new'), person(play, 'a', 'b'), person(play, 'c', 'a')],
      ['email_already_in_use', 'updated', 'updated', 'updated'],
    );
    const freeing = [erasure('b'), person(play, 'd', 'new'), person(play, 'b', 'b.new')];
    await play.users(freeing, ['erased', 'created', 'created']);
    await look(play);
  },
  'users, atomic: addresses are exchanged in pairs, in cycles and in chains': async (play) => {
    const ids = ['a', 'b', 'c', 'd', 'e'];
    await play.users(
      ids.map((id) => person(play, id)),
      '200',
      atomic,
    );
    const pair = [person(play, 'a', 'b'), person(play, 'b', 'a')];
    await play.users(pair, ['email_already_in_use', 'email_already_in_use']);
    await play.users(pair, ['updated', 'updated'], atomic);
    await play.users(pair, ['unchanged', 'unchanged'], atomic);
    await play.users(
      [person(play, 'c', 'd'), person(play, 'd', 'e'), person(play, 'e', 'c'), person(play, 'f')],
      ['updated', 'updated', 'updated', 'created'],
      atomic,
    );
    // A chain ends with a new address, or begins with a new user.
    await play.users(
      [person(play, 'new', 'a'), person(play, 'b', 'b'), person(play, 'a', 'free')],
      ['created', 'updated', 'updated'],
      atomic,
    );
    await look(play);
    const { body } = await play.get(`/users?email=${play.address('b')}`);
    await play.call({ method: 'DELETE', path: `/users/${body.items[0].id}` }, '200');
    await look(play);
  },
  'users, atomic: what is erased frees its address, and its id cannot be used again': async (play) => {
    await play.users([person(play, 'a'), person(play, 'b'), person(play, 'c')], '200', atomic);
    await play.users(
      [person(play, 'd', 'a'), person(play, 'b', 'c'), erasure('a'), erasure('c'), erasure('never')],
      ['created', 'updated', 'erased', 'erased', 'unchanged'],
      atomic,
    );
    const twice = ['1 duplicate_entries_provided'];
    await play.users([erasure('d'), person(play, 'd')], twice, atomic);
    await play.users([person(play, 'd', 'd2'), erasure('d')], twice, atomic);
    await play.users([erasure('a'), erasure('c')], ['unchanged', 'unchanged'], atomic);
    await look(play);
  },
  'users: an address that an erasure frees in a batch belongs to a later item, and its bookings do not':
    async (play) => {
      await play.users([person(play, 'a', 'left'), person(play, 'b', 'kept')], '200');
      await play.put('x', { participants: ['left', 'kept'].map((n) => ({ email: play.address(n) })) }, '201');
      await play.users([erasure('a'), person(play, 'b', 'left')], ['erased', 'updated']);
      await play.get('/court-bookings/by-external-id/x');
      await look(play);
    },
  'users, atomic: every kind of fault at once, in order, and nothing is written': async (play) => {
    await play.createUser({ email: play.address('theirs') }, '201', 'other');
    for (const id of ['a', 'b', 'c', 'd']) await play.users([person(play, id)], '200');
    await play.users(
      [
        person(play, 'a', 'b'),
        person(play, 'b'),
        person(play, 'one', 'same'),
        person(play, 'two', 'same'),
        person(play, 'c', 'theirs'),
        person(play, 'three', 'c'),
        { ...person(play, 'four', 'x'), email: 'x', rain: true },
        erasure('four'),
        erasure('d'),
        erasure('d'),
        person(play, 'five', 'd'),
        person(play, 'six', 'x', { firstName: '' }),
        person(play, 'seven', 'SAME'),
        { ...erasure('eight'), atomic: true },
        person(play, 'fine'),
      ],
      // Which addresses have an account is not said if an item is invalid or repeated.
      [
        ...['6 invalid_schema', '7 duplicate_entries_provided', '9 duplicate_entries_provided'],
        ...['11 invalid_schema', '13 invalid_schema'],
      ],
      atomic,
    );
    const wanted = [person(play, 'p', 'theirs'), person(play, 'a', 'same'), person(play, 'b', 'c')];
    const inUse = (...indexes: number[]) => indexes.map((index) => `${index} email_already_in_use`);
    await play.users([...wanted, person(play, 'q', 'same'), person(play, 's')], inUse(0, 1, 2, 3), atomic);
    // An unchanged user keeps its address. One at fault counts as moving.
    await play.users([person(play, 'a'), person(play, 'new', 'a')], inUse(1), atomic);
    await play.users([person(play, 'a', 'b'), person(play, 'new', 'a')], inUse(0), atomic);
    await play.users(
      [{ ...erasure('a'), why: 'x' }, erasure('.')],
      ['0 invalid_schema', '1 invalid_schema'],
      atomic,
    );
    await play.get('/users');
  },
  'users: an id that is not a string, and a field __proto__, reject their item': async (play) => {
    const own = (item: object) => JSON.parse(JSON.stringify(item).replace('{', '{"__proto__":{"x":1},'));
    const faulty = [
      ...[7, null, true, {}, ['b']].map((externalUserId) => ({ action: 'erase', externalUserId })),
      own(person(play, 'b')),
      own(erasure('b')),
    ];
    for (const item of faulty)
      await play.users([person(play, '7'), item, erasure('fine')], ['1 invalid_schema'], { atomic: true });
    await play.users([person(play, '7'), ...faulty, erasure('fine')], '200');
    await play.get('/users/by-external-id/7');
    await play.get('/users/by-external-id/b', '404 user_not_found');
    await play.get('/users');
  },
  'users: what rejects a whole batch': async (play) => {
    const refused = '400 invalid_schema';
    await play.users([], refused);
    await play.users(Array(201).fill(erasure('a')), refused);
    await play.users([person(play, 'a'), { action: 'cancel', externalUserId: 'b' }, {}, 7, null], refused);
    await play.users([{ action: 'erase', externalUserId: 7 }], refused, { atomic: 'yes', mode: 1 });
    const path = '/users/batch';
    for (const body of [undefined, null, [], 'x', {}, { items: {} }])
      await play.call({ method: 'POST', path, rawBody: JSON.stringify(body) ?? '' }, refused);
    const body = { items: [erasure('a')] };
    await play.call({ method: 'POST', path, body, by: 'user reader' }, '403 scope_permission_denied');
    const many = Array.from({ length: 200 }, (_, n) => erasure(`${n}`));
    await play.users(many, '200', atomic);
  },
  'users: listed by time of change, the last change first, in pages': async (play) => {
    for (const id of ['a', 'b', 'c', 'd']) await play.users([person(play, id)], '200');
    const theirs = await play.createUser({ email: play.address('theirs') }, '201', 'other');
    await play.users([person(play, 'b', 'b', { firstName: 'Augusta' })], '200');
    await play.users([person(play, 'a')], '200');
    const since = '/users?updatedFrom=2020-01-01T00:00:00Z';
    const { body: all } = await play.get(since);
    await play.operator('setUserAccess', [theirs, true]);
    const first = await play.get(`${since}&limit=2`);
    const cursor = first.body.nextCursor;
    await play.get(`${since}&limit=2&cursor=${cursor}`);
    await play.get(`/users?updatedTo=2100-01-01T00:00:00Z&limit=2&cursor=${cursor}`, '400 invalid_schema');
    await play.get(`/users?limit=2&cursor=${cursor}`, '400 invalid_schema');
    const newest = await play.get('/users?limit=2');
    await play.get(`${since}&cursor=${newest.body.nextCursor}`, '400 invalid_schema');
    const changed = all.items[1].updatedAt;
    await play.get(`/users?updatedFrom=${changed}`);
    await play.get(`/users?updatedTo=${changed}`);
    await play.get(
      `/users?updatedTo=${changed}&updatedFrom=${changed}`,
      '400 invalid_updated_filter_time_range',
    );
    await play.get(`/users?updatedFrom=${changed}&externalUserId=a`);
    await play.get(`${since}&email=${play.address('b')}`);
    await play.get(`/users?updatedTo=2020-01-01T00:00:00Z&externalUserId=a`);
    await play.get('/users?updatedFrom=yesterday&updatedTo=', '400 invalid_schema');
    await play.users([erasure('c')], '200');
    await play.get(since);
  },
};
