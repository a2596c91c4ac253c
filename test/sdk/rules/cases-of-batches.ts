import type { Cases, Play } from './play.ts';

const at = (minute: number) => `2026-11-20T12:${String(minute).padStart(2, '0')}:00Z`;
const hour = (start: number) => ({
  startDate: `2027-01-01T${String(start).padStart(2, '0')}:00:00Z`,
  endDate: `2027-01-01T${String(start + 1).padStart(2, '0')}:00:00Z`,
});
const all = (play: Play) => play.get('/court-bookings?status=ANY');
/** Reads the changes, sorted by booking. The order of those of different bookings is not guaranteed. */
const changes = (play: Play) =>
  play.call({ method: 'GET', path: '/changes' }, '200', ({ items }) =>
    items
      .map(({ type, actor, requestId, data }: Record<string, { externalCourtBookingId: string }>) => ({
        ...{ type, actor, requestId, data },
      }))
      .sort((a: { data: { externalCourtBookingId: string } }, b: typeof a) =>
        a.data.externalCourtBookingId < b.data.externalCourtBookingId ? -1 : 1,
      ),
  );

export const casesOfBatches: Cases = {
  'each item as if it came alone': async (play) => {
    await play.put('there', hour(8), '201');
    await play.cancel('gone', at(5), '200');
    await play.batch(
      [
        ...[0, 1].map((minute) =>
          play.upsert('twice', { ...hour(5 + minute), externalUpdatedAt: at(minute) }),
        ),
        play.upsert('a', hour(10)),
        play.upsert('a', hour(10)),
        play.upsert('b', { startDate: '2027-01-01T10:30:00Z' }),
        play.upsert('there', { ...hour(9), externalUpdatedAt: at(1) }),
        play.upsert('there', { ...hour(9), externalUpdatedAt: at(0) }),
        play.upsert('there', { ...hour(7), externalUpdatedAt: at(1) }),
        play.cancellation('a', at(1)),
        play.cancellation('a', at(1)),
        play.upsert('b', { startDate: '2027-01-01T10:30:00Z' }),
        play.upsert('gone', { ...hour(14), externalUpdatedAt: at(4) }),
        play.cancellation('never', at(0)),
        play.cancellation('there', '2020-01-01T00:00:00Z'),
        play.upsert('c', { courtId: play.scene.foreignCourt }),
        play.upsert('c', { courtId: play.scene.otherServiceId }),
        play.upsert('c', { participants: [{}] }),
        play.upsert('c', { participants: [{ userId: play.scene.otherServiceId }], ...hour(20) }),
        play.upsert('c', { startDate: 'tomorrow', participants: [{ email: 'x' }, { name: 'y' }], fee: 1 }),
        { ...play.cancellation('c', at(0)), reason: 'rain' },
        play.upsert(''),
        play.upsert('c', { ...hour(20), endDate: '2027-01-01T20:00:00Z' }),
        play.upsert('c', {
          participants: [{ email: play.address('x') }, { email: play.address('X') }],
        }),
        play.cancellation('\0', at(0)),
        play.cancellation('c', 'now'),
      ],
      [
        ...['created', 'updated', 'created', 'replayed', 'court_booking_overlap'],
        ...['updated', 'stale_write', 'version_conflict'],
        ...['cancelled', 'replayed', 'created', 'stale_write', 'cancelled', 'stale_write'],
        ...['organization_access_denied', 'court_not_found', 'mutually_exclusive_fields_violation'],
        ...['user_access_denied', 'invalid_schema', 'invalid_schema', 'invalid_schema', 'invalid_time_range'],
        ...['duplicate_entries_provided', 'invalid_schema', 'invalid_schema'],
      ],
    );
    await all(play);
    await changes(play);
    await play.get('/court-bookings/by-external-id/a');
  },
  'return=minimal leaves out the bookings': async (play) => {
    const items = [play.upsert('a', hour(10)), play.cancellation('b', at(0)), play.upsert('c', hour(10))];
    const outcomes = ['created', 'cancelled', 'court_booking_overlap'];
    await play.batch(items, outcomes, {}, { Prefer: 'return=minimal' });
    await play.batch(items, '200', {}, { Prefer: 'respond-async, return="minimal"' });
    await play.batch(items, '200', { atomic: false });
  },
  'which values of Prefer mean return=minimal': async (play) => {
    const items = [play.upsert('a', hour(10))];
    const minimal = [
      'RETURN = "Minimal"',
      'respond-async,return=minimal',
      'return=minimal, wait=5',
      ...['return=minimal;strict', 'return=minimal ; strict', 'return=minimal, return=representation'],
      'respond-async,  return  =  minimal',
    ];
    const whole = [
      ...['return=representation', 'return', 'noreturn=minimal', 'wait=5; return=minimal'],
      'return=minimalist',
      'return=minimal strict',
      ...['return=-minimal', 'return-minimal', 'return=representation, return=minimal'],
      ...['reason="none, return=minimal"', 'return=representation; as=minimal'],
    ];
    for (const prefer of [...minimal, ...whole]) {
      const { body } = await play.batch(items, '200', {}, { Prefer: prefer });
      const isShown = 'courtBooking' in body.results[0];
      if (isShown !== whole.includes(prefer)) throw new Error(`${prefer}: ${isShown}`);
    }
  },
  'atomic: bookings swap, and move one slot on': async (play) => {
    for (const [index, id] of ['a', 'b', 'c'].entries()) await play.put(id, hour(10 + index), '201');
    await play.put('theirs', hour(13), '201', 'other');
    const guest = (id: string) => [{ email: play.address(`guest-of-${id}`) }];
    const swapped = [
      play.upsert('a', { ...hour(11), externalUpdatedAt: at(1) }),
      play.upsert('b', { ...hour(10), externalUpdatedAt: at(1) }),
    ];
    await play.batch(swapped, ['updated', 'updated'], { atomic: true });
    await play.batch(swapped, ['replayed', 'replayed'], { atomic: true });
    await play.batch(
      [
        play.upsert('b', { ...hour(11), externalUpdatedAt: at(2), participants: guest('b') }),
        play.upsert('a', { ...hour(12), externalUpdatedAt: at(2), participants: guest('a') }),
        play.cancellation('c', at(2)),
        play.cancellation('never', at(2)),
        play.upsert('new', { ...hour(10), externalUpdatedAt: at(2), participants: guest('new') }),
      ],
      ['updated', 'updated', 'cancelled', 'cancelled', 'created'],
      { atomic: true },
    );
    for (const id of ['a', 'b', 'c', 'new']) await play.get(`/court-bookings/by-external-id/${id}`);
    await play.get('/court-bookings?status=ANY', '200', 'other');
    await changes(play);
  },
  'atomic: with one faulty item nothing is written, and every faulty item is named': async (play) => {
    await play.put('a', { ...hour(10), externalUpdatedAt: at(5) }, '201');
    await play.put('b', hour(12), '201');
    await play.batch(
      [
        play.upsert('a', { ...hour(11), externalUpdatedAt: at(4) }),
        play.upsert('new', hour(10)),
        play.upsert('one', hour(14)),
        play.upsert('two', hour(14)),
        play.cancellation('b', '2020-01-01T00:00:00Z'),
        play.upsert('fine', hour(20)),
        play.upsert('foreign', { courtId: play.scene.foreignCourt }),
        play.upsert('three', hour(12)),
      ],
      [
        ...['0 stale_write', '1 court_booking_overlap', '2 court_booking_overlap', '3 court_booking_overlap'],
        ...['4 stale_write', '6 organization_access_denied', '7 court_booking_overlap'],
      ],
      { atomic: true },
    );
    await play.get('/court-bookings/by-external-id/fine', '404 court_booking_not_found');
  },
  'atomic: a replayed item keeps its place, and a rejected item does not move': async (play) => {
    await play.put('a', hour(10), '201');
    await play.put('b', hour(11), '201');
    const taken = play.upsert('c', hour(10));
    await play.batch([play.upsert('a', hour(10)), taken], ['1 court_booking_overlap'], { atomic: true });
    await play.batch(
      [play.upsert('a', { ...hour(13), externalUpdatedAt: at(0) }), taken],
      ['0 version_conflict', '1 court_booking_overlap'],
      { atomic: true },
    );
    await play.batch([play.cancellation('a', at(0)), taken], ['cancelled', 'created'], { atomic: true });
    await play.batch([play.cancellation('a', at(0)), taken], ['replayed', 'replayed'], { atomic: true });
    await play.get('/court-bookings/by-external-id/a');
  },
  'atomic: a cancelled booking becomes active again, and then conflicts': async (play) => {
    await play.put('a', hour(10), '201');
    await play.put('b', hour(11), '201');
    await play.cancel('a', at(1), '200');
    const [again, fresh] = [
      play.upsert('a', { ...hour(11), externalUpdatedAt: at(2) }),
      play.upsert('new', hour(10)),
    ];
    await play.batch([again, fresh], ['0 court_booking_overlap'], { atomic: true });
    const away = play.upsert('b', { ...hour(12), externalUpdatedAt: at(2) });
    await play.batch([again, away, fresh], ['updated', 'updated', 'created'], { atomic: true });
    await all(play);
    await changes(play);
  },
  'atomic: a fault of shape, an id twice, too many courts': async (play) => {
    const many = Array.from({ length: 52 }, (_, n) =>
      play.upsert(`m-${n}`, { courtId: `01990b2e-6f6c-4c1e-8a53-0f2a5a6f1c${String(n).padStart(2, '0')}` }),
    );
    const items = [
      play.upsert('a', hour(10)),
      play.cancellation('a', at(0)),
      play.upsert('b', { startDate: 'x', participants: [{ email: 'x' }] }),
      play.upsert('c', { participants: [{ email: 'x' }] }),
      play.upsert('d', { participants: [{}] }),
      play.upsert('e', { rain: true }),
      // Does not count as a court.
      play.cancellation('f', at(0)),
      ...many,
    ];
    const faulty = [
      ...['1 duplicate_entries_provided', '2 invalid_schema', '3 invalid_schema'],
      ...['4 mutually_exclusive_fields_violation', '5 invalid_schema'],
      // The item before the faulty ones books the first of 50 courts.
      ...Array.from({ length: 49 }, (_, n) => `${7 + n} court_not_found`),
      ...['56 too_many_courts', '57 too_many_courts', '58 too_many_courts'],
    ];
    await play.batch(items, faulty, { atomic: true });
  },
  'atomic: every kind of fault at once': async (play) => {
    await play.put('stale', { ...hour(10), externalUpdatedAt: at(5) }, '201');
    await play.put('taken', hour(12), '201');
    await play.put('cancelled', hour(13), '201');
    await play.cancel('cancelled', at(3), '200');
    await play.batch(
      [
        play.upsert('shapeless', { startDate: 'soon', participants: [{}], rain: true }),
        play.upsert('shapeless', hour(20)),
        play.upsert('stale', { ...hour(11), externalUpdatedAt: at(4) }),
        play.upsert('stale', { ...hour(11), externalUpdatedAt: at(6) }),
        play.upsert('over', { startDate: '2027-01-01T12:30:00Z', endDate: '2027-01-01T14:30:00Z' }),
        play.upsert('twin', hour(14)),
        play.upsert('cancelled', { ...hour(13), externalUpdatedAt: at(3) }),
        play.upsert('foreign', { courtId: play.scene.foreignCourt }),
        play.upsert('unknown', { courtId: play.scene.otherServiceId }),
        play.upsert('nobody', { ...hour(21), participants: [{ userId: play.scene.otherServiceId }] }),
        play.upsert('ambiguous', {
          ...hour(22),
          participants: [{ email: 'a@example.com' }, { email: 'a@example.com' }],
        }),
        play.cancellation('taken', '2020-01-01T00:00:00Z'),
        { ...play.cancellation('stale', at(0)), reason: 'rain' },
        play.upsert('fine', hour(9)),
      ],
      [
        ...['0 invalid_schema', '1 duplicate_entries_provided', '2 stale_write'],
        ...['3 duplicate_entries_provided', '4 court_booking_overlap', '5 court_booking_overlap'],
        ...[
          '6 version_conflict',
          '7 organization_access_denied',
          '8 court_not_found',
          '9 user_access_denied',
        ],
        ...['10 duplicate_entries_provided', '11 stale_write', '12 invalid_schema'],
      ],
      { atomic: true },
    );
    await play.get('/court-bookings?status=ANY');
  },
  'an id that is not a string, and a field __proto__, reject their item': async (play) => {
    const own = (item: object) => JSON.parse(JSON.stringify(item).replace('{', '{"__proto__":{"x":1},'));
    const faulty = [
      ...[7, null, true, {}, ['b']].map((id) => ({
        ...play.cancellation('', at(0)),
        externalCourtBookingId: id,
      })),
      own(play.upsert('b', hour(1))),
      own(play.cancellation('b', at(0))),
      play.upsert('b', { ...hour(2), participants: [own({ email: 'guest@example.com' })] }),
      { ...play.upsert('b', hour(3)), constructor: 1 },
    ];
    const [seven, fine] = [play.upsert('7'), play.upsert('fine', hour(21))];
    for (const item of faulty) await play.batch([seven, item, fine], ['1 invalid_schema'], { atomic: true });
    await play.batch([seven, ...faulty, fine], '200');
    for (const id of ['7', 'fine']) await play.get(`/court-bookings/by-external-id/${id}`);
    await play.get('/court-bookings/by-external-id/b', '404 court_booking_not_found');
    await play.get('/court-bookings?status=ANY');
    for (const item of [
      own(play.booking({})),
      play.booking({ participants: [own({ email: 'a@example.com' })] }),
    ])
      await play.put('b', item, '400 invalid_schema');
  },
  'the changes of an atomic batch have the order of its items': async (play) => {
    for (const [index, id] of ['a', 'b'].entries()) await play.put(id, hour(10 + index), '201');
    const items = [play.cancellation('a', at(5)), play.upsert('c', hour(14)), play.cancellation('b', at(5))];
    await play.batch(items, ['cancelled', 'created', 'cancelled'], { atomic: true });
    await play.get('/changes');
  },
  'what rejects a whole batch': async (play) => {
    const refused = '400 invalid_schema';
    await play.batch([], refused);
    // A list that is too long is not looked into.
    for (const length of [200, 201]) await play.batch(Array(length).fill({ action: 'none' }), refused);
    const participants = Array(51).fill({ userId: 'none' });
    await play.put('long', { participants }, refused);
    await play.batch(Array(201).fill(play.cancellation('a', at(0))), refused);
    await play.batch(
      [play.upsert('a'), { action: 'move', externalCourtBookingId: 'b' }, {}, 7, null],
      refused,
    );
    await play.batch([{ action: 'cancel', externalCourtBookingId: 7 }], refused, { atomic: 'yes', mode: 1 });
    for (const body of [undefined, null, [], 'x', {}, { items: {} }, { items: '' }, { items: null }])
      await play.call(
        { method: 'POST', path: '/court-bookings/batch', rawBody: JSON.stringify(body) ?? '' },
        refused,
      );
    await play.batch(Array(200).fill(play.cancellation('a', at(0))), '200', {}, { Prefer: 'return=minimal' });
  },
};
