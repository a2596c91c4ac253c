import { describe, expect, it } from 'vitest';
import type { Read, Reader } from '../../harness/clients/read.ts';
import { bookingBody, type Tenant, userBody } from '../../harness/data/factories.ts';
import { databaseKinds } from '../../harness/servers/test-database.ts';
import { type CallAnswer, startTestService, type TestService } from '../../harness/servers/test-service.ts';
import { forTest, useTestService } from '../../harness/servers/use-test-service.ts';

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

  const put = async (id: string, body: Record<string, unknown>, { externalServiceId, token }: Tenant) => {
    const answer = await service.upsertCourtBooking(externalServiceId, id, { token, body });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return answer.body;
  };
  const list = (query: string, reader: Tenant) => read(service, reader, query);
  const em = () => service.database.em();

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
