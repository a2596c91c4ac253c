import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Read, Reader } from '../../harness/clients/read.ts';
import { bookingBody, type Tenant, userBody } from '../../harness/data/factories.ts';
import { databaseKinds } from '../../harness/servers/test-database.ts';
import { type CallAnswer, startTestService, type TestService } from '../../harness/servers/test-service.ts';
import { forTest, useTenant, useTestService } from '../../harness/servers/use-test-service.ts';

const read: Read = (service, { externalServiceId, token }, query = '') =>
  service.call(
    `/api/v1/external-services/${externalServiceId}/court-bookings?${query}`,
    { token },
    'listCourtBookings',
  );
interface Listed {
  externalCourtBookingId: string;
  updatedAt: string;
  status: string;
}
const idsOf = ({ body }: CallAnswer) =>
  body.items.map(({ externalCourtBookingId }: Listed) => externalCourtBookingId);

async function walk(service: TestService, reader: Reader, query: string): Promise<Listed[]> {
  const found: Listed[] = [];
  let cursor = '';
  do {
    const { status, body } = await read(service, reader, `${query}${cursor}`);
    expect(status).toBe(200);
    found.push(...body.items);
    cursor = body.nextCursor === undefined ? '' : `&cursor=${body.nextCursor}`;
  } while (cursor !== '');
  return found;
}

describe.each(databaseKinds)('list court bookings on %s', (kind) => {
  const service = useTestService(kind);
  const tenant: Tenant = useTenant(service);
  const other: Tenant = useTenant(service);
  const users: Record<'own' | 'granted' | 'foreign', { id: string; email: string }> = {} as never;
  const stored: Record<string, Record<string, string>> = {};
  const start = (hour: number) => new Date(Date.UTC(2027, 0, 1, hour)).toISOString();

  const put = async (id: string, body: Record<string, unknown>, { externalServiceId, token } = tenant) => {
    const answer = await service.upsertCourtBooking(externalServiceId, id, { token, body });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return answer.body;
  };
  const list = (query = '', reader: Tenant = tenant) => read(service, reader, query);
  const em = () => service.database.em();

  beforeAll(async () => {
    const { factories } = service;
    await factories.grantOrganization(other.externalServiceId, tenant.organizationId);
    for (const [name, owner] of [
      ['own', tenant],
      ['granted', other],
      ['foreign', other],
    ] as const) {
      const body = userBody();
      const answer = await service.createUser(owner.externalServiceId, { token: owner.token, body });
      users[name] = { id: answer.body.id, email: String(body.email) };
    }
    await factories.grantUser(tenant.externalServiceId, users.granted.id);
    const [one, two] = tenant.courtIds;
    const guest = { email: 'guest@example.com' };
    const bodies: Record<string, Record<string, unknown>> = {
      'user-by-id': bookingBody(one, { participants: [{ userId: users.own.id }, guest] }, 0),
      'user-by-address': bookingBody(two, { participants: [{ email: users.own.email }] }, 0),
      'granted-by-address': bookingBody(one, { participants: [{ email: users.granted.email }] }, 1),
      'granted-by-id': bookingBody(two, { participants: [{ userId: users.granted.id }] }, 1),
      'foreign-by-address': bookingBody(one, { participants: [{ email: users.foreign.email }] }, 2),
      operator: bookingBody(two, { participants: [guest] }, 3),
      partner: bookingBody(one, { participants: [guest] }, 3),
      // Lasts three days and overlaps the time of all others.
      long: bookingBody(
        two,
        { startDate: '2026-12-30T10:00:00Z', endDate: '2027-01-01T09:00:00.000001Z' },
        0,
      ),
    };
    for (const [id, body] of Object.entries(bodies)) stored[id] = await put(id, body);
    await factories.cancelBooking(tenant.externalServiceId, 'operator');
    await em().execute(
      `update court_bookings set cancelled_at = updated_at, partner_cancelled_at = updated_at
       where external_service_id = ? and external_court_booking_id = 'partner'`,
      [tenant.externalServiceId],
    );
    // Bookings of another partner on the same courts, with the same participants and ids.
    await put('user-by-id', bookingBody(one, { participants: [guest] }, 20), other);
    await put('long', bookingBody(two, { participants: [{ userId: users.granted.id }] }, 20), other);
  });

  it('returns 200 with own active bookings, the newest update first, each as its GET shows it', async () => {
    const { status, body } = await list();
    expect(status).toBe(200);
    const expected = Object.keys(stored)
      .filter((id) => id !== 'operator' && id !== 'partner')
      .reverse();
    expect(idsOf({ body } as CallAnswer)).toEqual(expected);
    expect(body).not.toHaveProperty('nextCursor');
    for (const item of body.items) {
      const path = `/api/v1/external-services/${tenant.externalServiceId}/court-bookings/by-external-id/${item.externalCourtBookingId}`;
      const single = await service.call(path, { token: tenant.token }, 'getCourtBooking');
      expect(item).toEqual(single.body);
    }
  });

  it('returns only the bookings of the calling service', async () => {
    expect(idsOf(await list('status=ANY', other))).toEqual(['long', 'user-by-id']);
    const stranger = await service.factories.tenant();
    for (const filter of [
      '',
      `courtId=${tenant.courtIds[0]}`,
      `participantUserId=${users.own.id}`,
      'participantEmail=guest@example.com',
      `from=${start(0)}`,
    ])
      expect((await list(`status=ANY&${filter}`, stranger)).body, filter).toEqual({ items: [] });
  });

  const court = () => tenant.courtIds[0];
  const filters: [string, () => string, string[]][] = [
    [
      'courtId',
      () => `courtId=${court().toUpperCase()}`,
      ['partner', 'foreign-by-address', 'granted-by-address', 'user-by-id'],
    ],
    ['a court that there is not', () => `courtId=${randomUUID()}`, []],
    ['from, of what ends after it', () => `from=${start(12)}`, ['partner', 'operator', 'foreign-by-address']],
    ['to, of what starts before it', () => `to=${start(10)}`, ['long']],
    [
      'from and to, of what touches it',
      () => `from=${start(11)}&to=${start(12)}`,
      ['granted-by-id', 'granted-by-address'],
    ],
    ['a range within a booking of days', () => `from=2026-12-31T00:00:00Z&to=2026-12-31T01:00:00Z`, ['long']],
    [
      'from, to the microsecond',
      () => 'from=2027-01-01T09:00:00.000000Z&to=2027-01-01T09:00:00.000001Z',
      ['long'],
    ],
    ['from, a microsecond later', () => 'from=2027-01-01T09:00:00.000001Z&to=2027-01-01T09:30:00Z', []],
    [
      'a court and a range',
      () => `courtId=${court()}&from=${start(11)}&to=${start(13)}`,
      ['foreign-by-address', 'granted-by-address'],
    ],
    ['updatedFrom, inclusive', () => `updatedFrom=${stored.partner!.updatedAt}`, ['long', 'partner']],
    [
      'updatedTo, exclusive',
      () => `updatedTo=${stored['granted-by-address']!.updatedAt}`,
      ['user-by-address', 'user-by-id'],
    ],
    [
      'updatedFrom and updatedTo',
      () =>
        `updatedFrom=${stored['user-by-address']!.updatedAt}&updatedTo=${stored['granted-by-id']!.updatedAt}`,
      ['granted-by-address', 'user-by-address'],
    ],
    [
      'participantUserId of an own user: by id, and by address',
      () => `participantUserId=${users.own.id}`,
      ['user-by-address', 'user-by-id'],
    ],
    [
      'participantUserId of a granted user: by id, and by address',
      () => `participantUserId=${users.granted.id}`,
      ['granted-by-id', 'granted-by-address'],
    ],
    [
      'participantUserId of a user that is not open: nothing, though its address is named',
      () => `participantUserId=${users.foreign.id}`,
      [],
    ],
    ['participantUserId of nobody', () => `participantUserId=${randomUUID()}`, []],
    [
      'participantEmail of a guest, in any case',
      () => 'participantEmail=GUEST@Example.com',
      ['partner', 'operator', 'user-by-id'],
    ],
    [
      'participantEmail of an own user: by address, and by id',
      () => `participantEmail=${users.own.email}`,
      ['user-by-address', 'user-by-id'],
    ],
    [
      'participantEmail of somebody else’s user: what names the address',
      () => `participantEmail=${users.foreign.email}`,
      ['foreign-by-address'],
    ],
    ['participantEmail of nobody', () => 'participantEmail=nobody@example.com', []],
    [
      'all of them together',
      () =>
        `courtId=${court()}&from=${start(10)}&to=${start(11)}&participantUserId=${users.own.id}&participantEmail=guest@example.com&updatedFrom=${stored['user-by-id']!.updatedAt}&updatedTo=${stored.long!.updatedAt}`,
      ['user-by-id'],
    ],
    [
      'all of them together, but for one',
      () =>
        `courtId=${tenant.courtIds[1]}&participantUserId=${users.own.id}&participantEmail=guest@example.com`,
      [],
    ],
  ];
  it.each(filters)('filters by %s', async (_what, query, expected) => {
    expect(idsOf(await list(`status=ANY&${query()}`))).toEqual(expected);
    // Each status alone, because other indexes are used.
    const cancelled: string[] = expected.filter((id) => id === 'operator' || id === 'partner');
    expect(idsOf(await list(`status=CANCELLED&${query()}`))).toEqual(cancelled);
    expect(idsOf(await list(query()))).toEqual(expected.filter((id) => !cancelled.includes(id)));
    const paged = await walk(service, tenant, `status=ANY&limit=1&${query()}`);
    expect(paged.map(({ externalCourtBookingId }) => externalCourtBookingId)).toEqual(expected);
  });

  it('finds a user with revoked access by the id that is still shown, but not by the address', async () => {
    const { id, email } = users.granted;
    await em().execute('delete from user_grants where user_id = ?', [id]);
    expect(idsOf(await list(`participantUserId=${id}`))).toEqual(['granted-by-id']);
    expect(idsOf(await list(`participantEmail=${email}`))).toEqual(['granted-by-address']);
    await service.factories.grantUser(tenant.externalServiceId, id);
    expect(idsOf(await list(`participantUserId=${id}`))).toHaveLength(2);
  });

  it('orders bookings of one instant by id, and returns each once in pages of any size', async () => {
    const fresh = await service.factories.tenant();
    for (let slot = 0; slot < 7; slot += 1)
      await put(`b-${slot}`, bookingBody(fresh.courtIds[0], {}, slot), fresh);
    await em().execute(
      `update court_bookings set updated_at = '2026-11-20T12:00:00.000001Z',
         cancelled_at = case when external_court_booking_id in ('b-2', 'b-5') then now() end
       where external_service_id = ? and external_court_booking_id <> 'b-6'`,
      [fresh.externalServiceId],
    );
    const expected = ['b-6', 'b-5', 'b-4', 'b-3', 'b-2', 'b-1', 'b-0'];
    for (const limit of [1, 2, 3, 6, 7, 100]) {
      for (const filter of ['', `&courtId=${fresh.courtIds[0]}`, '&from=2020-01-01T00:00:00Z']) {
        const found = await walk(service, fresh, `status=ANY&limit=${limit}${filter}`);
        expect(found.map(({ externalCourtBookingId }) => externalCourtBookingId)).toEqual(expected);
      }
    }
  });

  it('returns 50 bookings a page by default and at most 100', async () => {
    const fresh = await service.factories.tenant();
    await em().execute(
      `insert into court_bookings (id, external_service_id, external_court_booking_id, court_id, start_date, end_date, external_updated_at)
       select gen_random_uuid(), ?, 'b-' || i, ?, timestamptz '2027-01-01' + i * interval '1 hour', timestamptz '2027-01-01' + (i + 1) * interval '1 hour', now()
       from generate_series(1, 101) i`,
      [fresh.externalServiceId, fresh.courtIds[0]],
    );
    for (const [query, count] of [
      ['', 50],
      ['limit=100', 100],
      ['limit=7', 7],
    ] as const) {
      const { body } = await list(query, fresh);
      expect(body.items).toHaveLength(count);
      expect(body.nextCursor).toEqual(expect.any(String));
    }
  });

  it('finds bookings of a court or a person behind any number of newer ones', async () => {
    const fresh = await service.factories.tenant();
    const { externalServiceId, token, courtIds } = fresh;
    const { body: member } = await service.createUser(externalServiceId, { token, body: userBody() });
    const old = bookingBody(courtIds[1], {
      participants: [{ userId: member.id }, { email: 'rare@example.com' }],
    });
    await put('old', old, fresh);
    await put('old-cancelled', bookingBody(courtIds[1], { participants: old.participants }, 1), fresh);
    await service.factories.cancelBooking(externalServiceId, 'old-cancelled');
    await em().execute(
      `insert into court_bookings (id, external_service_id, external_court_booking_id, court_id, start_date, end_date, external_updated_at, cancelled_at)
       select gen_random_uuid(), ?, 'b-' || i, ?, timestamptz '2027-01-01' + i * interval '1 hour', timestamptz '2027-01-01' + (i + 1) * interval '1 hour', now(),
         case when i % 2 = 0 then now() end
       from generate_series(1, 1100) i`,
      [externalServiceId, courtIds[0]],
    );
    for (const filter of [
      `courtId=${courtIds[1]}`,
      `participantUserId=${member.id}`,
      'participantEmail=rare@example.com',
      `courtId=${courtIds[1]}&from=2027-01-01T00:00:00Z&to=2027-01-02T00:00:00Z`,
    ]) {
      expect(idsOf(await list(`status=ANY&${filter}`, fresh)), filter).toEqual(['old-cancelled', 'old']);
      expect(idsOf(await list(filter, fresh)), filter).toEqual(['old']);
      expect(idsOf(await list(`status=CANCELLED&${filter}`, fresh)), filter).toEqual(['old-cancelled']);
    }
  });

  it('includes a booking of any length that ends after the start of the range, and excludes one at it', async () => {
    const fresh = await service.factories.tenant();
    const lengths = [
      '1 minute',
      '11:59:59.999999',
      '12:00:00',
      '12:00:00.000001',
      '12:30:00',
      '1 day',
      '30 hours',
      '50 hours',
    ];
    const begins = [
      '00:00:00',
      '03:00:00',
      '11:30:00',
      '11:59:59.999999',
      '12:00:00',
      '12:15:00',
      '23:59:59.999999',
    ];
    await service.database.query(
      `with courts as (
         insert into courts (id, organization_id, name)
         select gen_random_uuid(), $1, 'Court for ' || length || edge
         from unnest($2::text[]) length, unnest(array['+', '-']) edge returning id, name
       )
       insert into court_bookings (id, external_service_id, external_court_booking_id, court_id, start_date, end_date, external_updated_at)
       select gen_random_uuid(), $3, n || ' ' || length || edge, courts.id, ends - length::interval, ends, now()
       from unnest($4::text[]) with ordinality time (of_day, n), unnest($2::text[]) length, unnest(array['+', '-']) edge
       join courts on true,
       lateral (select timestamptz '2028-01-01 00:00Z' + n * interval '10 days' + of_day::interval
         + case edge when '+' then interval '1 microsecond' else interval '0' end as ends) e
       where courts.name = 'Court for ' || length || edge`,
      [fresh.organizationId, lengths, fresh.externalServiceId, begins],
    );
    for (const [index, ofDay] of begins.entries()) {
      const dayOf = (days: number) => new Date(Date.UTC(2028, 0, 1 + days)).toISOString().slice(0, 10);
      const day = 10 * (index + 1);
      const answer = await list(`from=${dayOf(day)}T${ofDay}Z&to=${dayOf(day + 1)}T01:00:00Z`, fresh);
      expect(idsOf(answer).sort(), ofDay).toEqual(lengths.map((length) => `${index + 1} ${length}+`).sort());
    }
  });
});

describe('paging through a list during writes', () => {
  it('misses no unchanged booking and returns none twice', async () => {
    const service = await forTest(startTestService('postgresql'));
    const tenant = await service.factories.tenant(1);
    const { externalServiceId, token, courtIds } = tenant;
    const count = 3_000;
    await service.database.em().execute(
      `insert into court_bookings (id, external_service_id, external_court_booking_id, court_id, start_date, end_date,
         external_updated_at, cancelled_at, updated_at)
       select gen_random_uuid(), ?, 'b-' || i, ?, timestamptz '2027-01-01' + i * interval '1 hour',
         timestamptz '2027-01-01' + (i + 1) * interval '1 hour', '2026-11-20T12:00:00Z',
         case when i % 10 = 9 then now() end, timestamptz '2026-11-20T12:00:00Z' + (i / 7) * interval '1 second'
       from generate_series(0, ${count - 1}) i`,
      [externalServiceId, courtIds[0]],
    );
    // Changes the bookings whose number is divisible by three. Cancelled ones change by being booked again.
    const changed = new Set<number>();
    let stamp = 0;
    let written = 0;
    let isOver = false;
    const writer = async (step: number) => {
      for (let at = step; !isOver; at = (at + 51 * step) % count) {
        const slot = at - (at % 3);
        changed.add(slot);
        stamp += 1;
        const minutes = stamp % 59;
        const body = bookingBody(courtIds[0]!, {
          startDate: new Date(Date.UTC(2027, 0, 1, slot, 0)).toISOString(),
          endDate: new Date(Date.UTC(2027, 0, 1, slot, 1 + minutes)).toISOString(),
          externalUpdatedAt: new Date(Date.UTC(2026, 10, 21) + stamp).toISOString(),
        });
        const { status } = await service.upsertCourtBooking(externalServiceId, `b-${slot}`, { token, body });
        if (status === 200) written += 1;
        await service.upsertCourtBooking(externalServiceId, `new-${stamp}`, {
          token,
          body: bookingBody(courtIds[0]!, {
            startDate: new Date(Date.UTC(2030, 0, 1, stamp)).toISOString(),
            endDate: new Date(Date.UTC(2030, 0, 1, stamp + 1)).toISOString(),
          }),
        });
      }
    };
    const writers = [1, 2, 5].map(writer);
    try {
      for (const filter of ['', `&courtId=${courtIds[0]}`, '&from=2027-01-01T00:00:00Z']) {
        const found = await walk(service, tenant, `status=ANY&limit=100${filter}`);
        const ids = found.map(({ externalCourtBookingId }) => externalCourtBookingId);
        expect(new Set(ids).size, filter).toBe(ids.length);
        const seen = new Set(ids);
        const missed = Array.from({ length: count }, (_, i) => i).filter(
          (i) => !changed.has(i) && !seen.has(`b-${i}`),
        );
        expect(missed, filter).toEqual([]);
        const times = found.map(({ updatedAt }) => updatedAt);
        expect(times.map((time) => Date.parse(time))).toEqual(
          times.map((time) => Date.parse(time)).sort((a, b) => b - a),
        );
      }
    } finally {
      isOver = true;
      await Promise.all(writers);
    }
    expect(written).toBeGreaterThan(20);
  });
});
