import { describe, expect, it } from 'vitest';
import { contentsOf } from '../../harness/data/contents.ts';
import { bookingBody, type Tenant } from '../../harness/data/factories.ts';
import { databaseKinds } from '../../harness/servers/test-database.ts';
import { type CallAnswer, startTestService } from '../../harness/servers/test-service.ts';
import { forTest, useTestService } from '../../harness/servers/use-test-service.ts';

const later = '2026-11-20T12:00:00.000001Z';

type Item = Record<string, unknown>;

interface Stage {
  tenant: Tenant;
  send: (items: unknown, options?: Record<string, unknown>) => Promise<CallAnswer>;
  upsert: (id: string, slot: number, overrides?: Item) => Item;
}

const cancellation = (externalCourtBookingId: string, externalUpdatedAt = later): Item => ({
  action: 'cancel',
  externalCourtBookingId,
  externalUpdatedAt,
});

describe.each(databaseKinds)('batch court bookings on %s', (kind) => {
  const service = useTestService(kind);

  const stage = async (): Promise<Stage> => {
    const tenant = await service.factories.tenant();
    const { externalServiceId, token } = tenant;
    return {
      tenant,
      send: (items, options = {}) =>
        service.batchCourtBookings(externalServiceId, { token, body: { ...options, items } }),
      upsert: (externalCourtBookingId, slot, overrides = {}) => ({
        action: 'upsert',
        externalCourtBookingId,
        ...bookingBody(tenant.courtIds[0], overrides, slot),
      }),
    };
  };

  it('returns a result for each of 200 items', async () => {
    const { send, upsert, tenant } = await stage();
    const items = Array.from({ length: 200 }, (_, n) => upsert(`item-${n}`, n));
    let created = 0;
    // A busy machine refuses the items that it does not reach in time.
    for (let refused = 200; refused > 0; ) {
      const { status, body } = await send(items);
      expect([status, body.results.length]).toEqual([200, 200]);
      created += body.summary.created;
      refused = body.summary.refused;
    }
    expect(created).toBe(200);
    expect((await send(items)).body.summary).toMatchObject({ created: 0, replayed: 200 });
    const text = 'select from court_bookings where external_service_id = $1';
    expect(await service.database.query(text, [tenant.externalServiceId])).toHaveLength(200);
  });

  describe('atomic batch', () => {
    it('writes nothing if an item is invalid, and reports all invalid items at once', async () => {
      const { send, upsert } = await stage();
      await send([upsert('stored', 1), upsert('other', 9)]);
      const contents = await contentsOf(service.database);
      const { status, body } = await send(
        [
          upsert('fine', 5),
          upsert('in-the-way', 1),
          upsert('stored', 2, { externalUpdatedAt: '2020-01-01T00:00:00Z' }),
          upsert('twin-1', 7),
          upsert('twin-2', 7),
          { ...upsert('bad', 8), startDate: '2027-01-05T10:00:00Z', endDate: '2027-01-05T09:00:00Z' },
          upsert('other', 9),
        ],
        { atomic: true },
      );
      expect([status, body.error.type]).toEqual([409, 'batch_refused']);
      expect(
        body.error.issues.map(({ path, code }: { path: unknown; code: string }) => [path, code]),
      ).toEqual([
        [['items', 1], 'court_booking_overlap'],
        [['items', 2], 'stale_write'],
        [['items', 3], 'court_booking_overlap'],
        [['items', 4], 'court_booking_overlap'],
        [['items', 5], 'invalid_time_range'],
      ]);
      expect(await contentsOf(service.database)).toEqual(contents);
    });

    it('returns 200 issues for 200 items with several faults each', async () => {
      const { send, upsert } = await stage();
      const items = Array.from({ length: 200 }, (_, n) =>
        upsert(`item-${n}`, n, { startDate: 'soon', endDate: 'later', colour: 'red' }),
      );
      const { body } = await send(items, { atomic: true });
      expect(body.error.issues.map(({ path }: { path: unknown }) => path)).toEqual(
        items.map((_, n) => ['items', n]),
      );
    });

    it('records the old time of a swapped booking in the audit event', async () => {
      const { send, upsert, tenant } = await stage();
      await send([upsert('a', 1), upsert('b', 2)]);
      await send(
        [upsert('a', 2, { externalUpdatedAt: later }), upsert('b', 1, { externalUpdatedAt: later })],
        {
          atomic: true,
        },
      );
      const events = await service.database.query<{ before: object | null; after: object }>(
        `select e.before, e.after from audit_events e join court_bookings b on b.id = e.subject_id
         where b.external_service_id = $1 and b.external_court_booking_id = 'a' order by e.id`,
        [tenant.externalServiceId],
      );
      expect(events).toHaveLength(2);
      expect(events[1]!.before).toEqual(events[0]!.after);
      expect(events[1]!.after).not.toHaveProperty('cancelledAt');
    });
  });
});

describe('batch that runs out of time', () => {
  it('responds in time with the finished items and those to retry, and the retry completes them', async () => {
    let looks = 0;
    const now = () => {
      looks += 1;
      return Date.now() + looks * 800;
    };
    const service = await forTest(startTestService('postgresql', { now }));
    const { externalServiceId, token, courtIds } = await service.factories.tenant();
    const items = Array.from({ length: 60 }, (_, n) => ({
      action: 'upsert',
      externalCourtBookingId: `item-${n}`,
      ...bookingBody(courtIds[0], {}, n),
    }));
    const send = (some: typeof items) =>
      service.batchCourtBookings(externalServiceId, { token, body: { items: some } });
    const first = await send(items);
    expect(first.status).toBe(200);
    expect(first.body.summary).toMatchObject({ created: 25, refused: 35 });
    const left = items.filter((_, n) => first.body.results[n].error);
    expect(left).toEqual(items.slice(25));
    const { error, ...result } = first.body.results[25];
    expect([error.type, result]).toEqual([
      'service_unavailable',
      { status: 503, outcome: 'refused', retryable: true },
    ]);
    expect((await send(items)).body.summary).toMatchObject({ created: 0, replayed: 25 });
    expect((await send(left)).body.summary).toMatchObject({ created: 25, refused: 10 });
  });
});

describe('rate limit of a batch', () => {
  it('counts a tenth of a request per item, rounded up, all or none', async () => {
    const service = await forTest(
      startTestService('postgresql', { rateLimit: { perSecond: 0.001, burst: 30 } }),
    );
    const tenant = await service.factories.tenant();
    const send = (count: number) =>
      service.batchCourtBookings(tenant.externalServiceId, {
        token: tenant.token,
        body: { items: Array.from({ length: count }, (_, n) => cancellation(`item-${n}`)) },
      });
    // These cost 20, 1 and 2 of 30.
    for (const count of [200, 10, 11]) expect((await send(count)).status).toBe(200);
    // 7 are left, and stay.
    for (let n = 0; n < 3; n += 1) {
      const { status, headers } = await send(80);
      expect([status, headers.get('ratelimit')]).toEqual([429, '"token";r=7;t=1000']);
    }
    expect((await send(70)).status).toBe(200);
  });
});
