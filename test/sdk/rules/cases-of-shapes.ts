import { faultsOfNames, namesOnLines, unusualNames } from '../../harness/data/names.ts';
import type { Cases } from './play.ts';

const id = '01990b2e-6f6c-4c1e-8a53-0f2a5a6f1c99';
const instant = '2026-11-20T12:00:00Z';

/** Malformed bodies and queries. Both sides must report every fault in the same order. */
export const casesOfShapes: Cases = {
  'users out of shape': async (play) => {
    const texts = ['', '\0', '\ud800', 'x'.repeat(256), '😀'.repeat(256), 7, null, [], {}, true];
    for (const text of texts) {
      const names = { firstName: text, lastName: text, externalUserId: text };
      await play.createUser(names, '400 invalid_schema');
      await play.call({ method: 'PATCH', path: `/users/${id}`, body: names }, '400 invalid_schema');
    }
    for (const name of [...Object.keys(faultsOfNames), ...namesOnLines]) {
      const names = { firstName: name, lastName: name };
      const user = { ...names, email: play.address('unnamed') };
      const path = '/users/by-external-id/unnamed';
      await play.createUser({ ...user, externalUserId: 'unnamed' }, '400 invalid_schema');
      await play.call({ method: 'PUT', path, body: user }, '400 invalid_schema');
      await play.call({ method: 'PATCH', path: `/users/${id}`, body: names }, '400 invalid_schema');
      await play.users([{ action: 'upsert', externalUserId: 'unnamed', ...user }], '200');
    }
    for (const [n, name] of [' Ada ', ...unusualNames].entries()) {
      const user = { firstName: name, lastName: name, email: play.address(`named-${n}`) };
      await play.createUser({ ...user, externalUserId: `named-${n}` }, '201');
    }
    for (const email of [
      'x',
      'a@b',
      'ä@example.com',
      `${'x'.repeat(250)}@example.com`,
      'K@k',
      'a b@c.de',
      '.a@b.de',
      'Ada <a@example.com>',
      '\u212a@example.com',
      `${'a'.repeat(64)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.ee-ffff`,
      7,
      null,
    ])
      await play.createUser({ email }, '400 invalid_schema');
    for (const birthday of [
      '1985-2-1',
      '1985-02-30',
      '0000-01-01',
      '1899-12-31',
      '2999-01-01',
      '1985-12-10T00:00:01Z',
      '1985-12-10T00:00:00+01:00',
      '1985-12-09T23:00:00-01:00',
      '1985-12-10T00:00:00',
      '1985-12-10T00:00:00+0000',
      '1985-12-10T00:00',
      '1899-12-31T00:00:00Z',
      7,
    ])
      await play.createUser({ birthday }, '400 invalid_schema');
    for (const externalUserId of ['.', '..'])
      await play.createUser({ externalUserId, firstname: 'Ada' }, '400 invalid_schema');
    const all = { email: 'x', birthday: '', nickname: 1, Email: 2, id };
    await play.createUser(all, '400 invalid_schema');
    await play.call(
      { method: 'PATCH', path: `/users/${id}`, body: { ...all, birthday: 7, gender: 'MALE' } },
      '400 invalid_schema',
    );
    await play.call({ method: 'POST', path: '/users', body: {} }, '400 invalid_schema');
    const today = new Date().toISOString().slice(0, 10);
    await play.createUser(
      { birthday: today, email: play.address('born-today'), externalUserId: 'today' },
      '201',
    );
    await play.createUser(
      {
        birthday: '1985-12-10T00:00:00Z',
        email: play.address('born-at-midnight'),
        externalUserId: 'midnight',
      },
      '201',
    );
    const oldest = { birthday: '1900-01-01' };
    await play.createUser(
      { ...oldest, firstName: '😀'.repeat(255), lastName: ' . ', externalUserId: ' ' },
      '201',
    );
  },
  'a birthday may be null, or midnight in UTC': async (play) => {
    const { externalUserId: _, ...member } = play.user();
    const place = '/users/by-external-id/member-1';
    for (const birthday of [
      null,
      '1985-12-10T00:00:00Z',
      '1985-12-10T00:00:00.000Z',
      '1985-12-10T00:00:00+00:00',
      '1985-12-10T00:00:00.000000-00:00',
      '1985-12-10t00:00:00z',
    ]) {
      const id = await play.createUser({ birthday }, '201');
      await play.get(`/users/${id}`);
      await play.call({ method: 'PATCH', path: `/users/${id}`, body: { birthday: '1990-01-01' } }, '200');
      await play.call({ method: 'PATCH', path: `/users/${id}`, body: { birthday } }, '200');
      await play.call({ method: 'PUT', path: place, body: { ...member, birthday: '1990-01-01' } }, '200');
      await play.call({ method: 'PUT', path: place, body: { ...member, birthday } }, '200');
      for (const atomic of [true, false]) {
        await play.call({ method: 'DELETE', path: `/users/${(await play.get(place)).body.id}` }, '200');
        await play.users([{ action: 'upsert', ...play.user({ birthday }) }], '200', { atomic });
      }
      await play.call({ method: 'DELETE', path: `/users/${(await play.get(place)).body.id}` }, '200');
      await play.call({ method: 'PUT', path: place, body: { ...member, birthday } }, '201');
      await play.call({ method: 'DELETE', path: `/users/${(await play.get(place)).body.id}` }, '200');
    }
  },
  'bookings out of shape': async (play) => {
    const instants = [
      '2027-02-29T10:00:00Z',
      '2027-01-01T24:00:00Z',
      '2027-01-01T10:00:00',
      '2027-01-01 10:00:00Z',
      '2027-01-01T10:00:60Z',
      '2027-01-01T10:00:00+24:00',
      '2027-01-01T10:00:00.0000001Z',
      '2027-01-01T10:00:00.0000000000Z',
      '1999-12-31T23:59:59.999999Z',
      '2101-01-01T00:00:00Z',
      '2100-12-31T23:30:00-01:00',
      '0000-01-01T10:00:00Z',
      '2016-12-31T23:59:60Z',
      `2027-01-01T10:00:00.${'0'.repeat(30_000)}1Z`,
      '2027-01-01',
      'infinity',
      1798797600,
      '',
      7,
      null,
      {},
    ];
    for (const externalUpdatedAt of instants)
      await play.put('a', { externalUpdatedAt, startDate: externalUpdatedAt }, '400 invalid_schema');
    for (const participants of [
      null,
      {},
      'x',
      Array(51).fill({}),
      [null, 7, 'x', []],
      [{ userId: 'x', email: 'y', name: 'z' }],
    ])
      await play.put('a', { participants }, '400 invalid_schema');
    for (const courtId of ['', 'x', `{${id}}`, 7, null, `${id} `])
      await play.put('a', { courtId, fee: 1 }, '400 invalid_schema');
    await play.call(
      { method: 'PUT', path: '/court-bookings/by-external-id/a', body: {} },
      '400 invalid_schema',
    );
    const many = Object.fromEntries(Array.from({ length: 120 }, (_, n) => [`field${n}`, n]));
    await play.put('a', many, '400 invalid_schema');
    await play.put(
      'a',
      { startDate: '2027-01-01t10:00:00.123456000z', endDate: '2027-01-01T10:00:00.123457Z' },
      '201',
    );
    await play.put(
      'b',
      { startDate: '2027-01-02T10:00:00Z', endDate: '2027-01-02T10:00:00Z' },
      '400 invalid_time_range',
    );
    await play.put('b', { startDate: '2027-01-02T11:00:00Z' }, '400 invalid_time_range');
    for (const endDate of ['2027-01-01T11:00:00+01:00', '2027-01-01T09:59:59.999999Z'])
      await play.put('b', { endDate }, '400 invalid_time_range');
  },
  'cancellations out of shape': async (play) => {
    const path = '/court-bookings/by-external-id/a';
    for (const query of [
      '',
      'externalUpdatedAt=',
      'externalUpdatedAt=x',
      `externalUpdatedAt=${instant}&reason=rain`,
      `externalUpdatedAt=${instant}&externalUpdatedAt=${instant}`,
      'externalUpdatedAt=%E0',
    ])
      await play.call({ method: 'DELETE', path: `${path}?${query}` }, '400 invalid_schema');
    await play.cancel('a', '2026-11-20T12:00:00 01:00', '200');
    await play.cancel('a', '2026-11-20T12:00:00+01:00', '200');
    await play.cancel('a', '2026-11-20T12:00:00%2B01:00', '200');
  },
};
