import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contentsOf } from '../../harness/data/contents.ts';
import { bookingBody, type Tenant } from '../../harness/data/factories.ts';
import { databaseKinds } from '../../harness/servers/test-database.ts';
import {
  type CallAnswer,
  startTestService,
  type TestService,
  uniqueId,
} from '../../harness/servers/test-service.ts';

const later = '2026-11-20T12:00:00.000001Z';

type Item = Record<string, unknown>;

interface Stage {
  service: TestService;
  tenant: Tenant;
  send: (items: unknown, options?: Record<string, unknown>, as?: Partial<Tenant>) => Promise<CallAnswer>;
  upsert: (id: string, slot: number, overrides?: Item) => Item;
}

const cancellation = (externalCourtBookingId: string, externalUpdatedAt = later): Item => ({
  action: 'cancel',
  externalCourtBookingId,
  externalUpdatedAt,
});

describe.each(databaseKinds)('batch court bookings on %s', (kind) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(kind);
  });
  afterAll(() => service.stop());

  const stage = async (): Promise<Stage> => {
    const tenant = await service.factories.tenant();
    return {
      service,
      tenant,
      send: (items, options = {}, as = {}) => {
        const { externalServiceId, token } = { ...tenant, ...as };
        return service.batchCourtBookings(externalServiceId, { token, body: { ...options, items } });
      },
      upsert: (externalCourtBookingId, slot, overrides = {}) => ({
        action: 'upsert',
        externalCourtBookingId,
        ...bookingBody(tenant.courtIds[0], overrides, slot),
      }),
    };
  };
  const outcomes = ({ body }: CallAnswer): string[] =>
    body.results.map((result: { status: number; error?: { type: string }; cancelled?: unknown }) =>
      result.error ? result.error.type : `${result.status}${result.cancelled ? ' cancelled' : ''}`,
    );
  const starts = async (tenant: Tenant) =>
    Object.fromEntries(
      (
        await service.database.query<{ id: string; start: string }>(
          `select external_court_booking_id as id, to_char(start_date at time zone 'UTC', 'DD"T"HH24') as start
           from court_bookings where external_service_id = $1 and active order by 1`,
          [tenant.externalServiceId],
        )
      ).map(({ id, start }) => [id, start]),
    );
  const startOf = (slot: number) => String(bookingBody('', {}, slot).startDate).slice(8, 13);

  const timesOf = (slot: number) => {
    const { startDate, endDate } = bookingBody('', {}, slot);
    return {
      startDate: new Date(String(startDate)).toISOString(),
      endDate: new Date(String(endDate)).toISOString(),
    };
  };

  describe('non-atomic batch', () => {
    it('processes each item independently and in order', async () => {
      const { send, upsert, tenant } = await stage();
      const answer = await send([
        upsert('a', 1),
        upsert('b', 1),
        upsert('a', 1),
        upsert('a', 2, { externalUpdatedAt: later }),
        upsert('b', 1),
        cancellation('a', later),
        cancellation('a', later),
        upsert('c', 2),
        upsert('d', 3, { startDate: 'soon' }),
        upsert('e', 4, { participants: [{}] }),
        cancellation('c', '2020-01-01T00:00:00Z'),
      ]);
      expect(outcomes(answer)).toEqual([
        '201',
        'court_booking_overlap',
        '200',
        '200',
        '201',
        '200 cancelled',
        '200 cancelled',
        '201',
        'invalid_schema',
        'mutually_exclusive_fields_violation',
        'stale_write',
      ]);
      expect(answer.body.summary).toEqual({ created: 3, updated: 1, replayed: 2, cancelled: 1, refused: 4 });
      expect(Object.keys(answer.body)[0]).toBe('summary');
      expect(await starts(tenant)).toEqual({ b: startOf(1), c: startOf(2) });
    });

    it('gives every result an outcome, which the summary counts', async () => {
      const { send, upsert } = await stage();
      await send([upsert('stored', 1)]);
      const { body } = await send([
        upsert('new', 2),
        upsert('stored', 1),
        upsert('stored', 3, { externalUpdatedAt: later }),
        cancellation('new'),
        upsert('overlapping', 3),
      ]);
      const outcomes = body.results.map(({ outcome }: { outcome: string }) => outcome);
      expect(outcomes).toEqual(['created', 'replayed', 'updated', 'cancelled', 'refused']);
      expect(body.summary).toEqual({ created: 1, replayed: 1, updated: 1, cancelled: 1, refused: 1 });
    });

    it('reports the error of a single operation for each item, with relative paths and retryable', async () => {
      const { send, upsert, tenant } = await stage();
      await send([upsert('a', 1)]);
      const { body } = await send([
        upsert('b', 1),
        { ...upsert('c', 2), colour: 'red' },
        upsert('', 3),
        cancellation('x'.repeat(256)),
      ]);
      expect(body.results[0]).toEqual({
        status: 409,
        outcome: 'refused',
        retryable: false,
        error: {
          type: 'court_booking_overlap',
          message: expect.any(String),
          conflicts: [
            {
              startDate: expect.stringContaining(startOf(1)),
              endDate: expect.any(String),
              externalCourtBookingId: 'a',
            },
          ],
        },
      });
      const places = body.results
        .slice(1)
        .map((result: { error: { issues: { path: unknown; code: string }[] } }) =>
          result.error.issues.map(({ path, code }) => [path, code]),
        );
      expect(places).toEqual([
        [[['colour'], 'unrecognized_keys']],
        [[['externalCourtBookingId'], 'too_small']],
        [[['externalCourtBookingId'], 'too_big']],
      ]);
      expect(await starts(tenant)).toEqual({ a: startOf(1) });
    });

    it('returns the whole booking, unless the client prefers a minimal response', async () => {
      const { send, upsert, tenant } = await stage();
      const full = await send([upsert('a', 1)]);
      expect(full.body.results[0].courtBooking).toMatchObject({
        externalCourtBookingId: 'a',
        externalServiceId: tenant.externalServiceId,
        status: 'ACTIVE',
      });
      const minimal = await service.batchCourtBookings(tenant.externalServiceId, {
        token: tenant.token,
        body: { items: [upsert('b', 2), cancellation('b')] },
        headers: { Prefer: 'respond-async, return=minimal' },
      });
      expect(minimal.body.results[0]).toEqual({ status: 201, outcome: 'created' });
      expect(minimal.body.results[1].cancelled.status).toBe('CANCELLED');
    });

    it('returns a result for each of 200 items', async () => {
      const { send, upsert, tenant } = await stage();
      const items = Array.from({ length: 200 }, (_, n) => upsert(`item-${n}`, n));
      const { status, body } = await send(items);
      expect([status, body.summary.created]).toEqual([200, 200]);
      expect((await send(items)).body.summary).toMatchObject({ created: 0, replayed: 200 });
      expect(Object.keys(await starts(tenant))).toHaveLength(200);
    });
  });

  describe('atomic batch', () => {
    it('swaps two bookings, moves ten by one slot, and replaces a cancelled one', async () => {
      const { send, upsert, tenant } = await stage();
      const ids = Array.from({ length: 10 }, (_, n) => `m${n}`);
      await send([
        upsert('a', 20),
        upsert('b', 21),
        upsert('gone', 30),
        ...ids.map((id, n) => upsert(id, n)),
      ]);
      const moved = { externalUpdatedAt: later };
      const answer = await send(
        [
          upsert('a', 21, moved),
          upsert('b', 20, moved),
          ...ids.map((id, n) => upsert(id, n + 1, moved)),
          upsert('new', 30),
          cancellation('gone'),
        ],
        { atomic: true },
      );
      expect(answer.body.summary).toEqual({ created: 1, updated: 12, replayed: 0, cancelled: 1, refused: 0 });
      expect(answer.body.results[0].courtBooking).toMatchObject({
        externalCourtBookingId: 'a',
        status: 'ACTIVE',
      });
      expect(await starts(tenant)).toEqual({
        a: startOf(21),
        b: startOf(20),
        new: startOf(30),
        ...Object.fromEntries(ids.map((id, n) => [id, startOf(n + 1)])),
      });
    });

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
      // The fields that a single operation returns in addition to the error. They are enough to repair the batch.
      const conflict = (id: string, slot: number) => ({
        externalCourtBookingId: id,
        ...timesOf(slot),
      });
      const fieldsOf = (issue: Record<string, unknown>) => {
        const { path: _path, code: _code, message: _message, ...fields } = issue;
        return fields;
      };
      expect(body.error.issues.map(fieldsOf)).toEqual([
        { conflicts: [conflict('stored', 1)] },
        { stored: { externalUpdatedAt: '2026-11-20T12:00:00.000Z', status: 'ACTIVE' } },
        { conflicts: [conflict('twin-2', 7)] },
        { conflicts: [conflict('twin-1', 7)] },
        {},
      ]);
    });

    it('is rejected for one malformed item, even if all other items are valid', async () => {
      const { send, upsert } = await stage();
      await send([upsert('stored', 1)]);
      const contents = await contentsOf(service.database);
      const { status, body } = await send(
        [upsert('fine', 2), upsert('shapeless', 3, { startDate: 'soon' }), cancellation('stored')],
        { atomic: true },
      );
      expect([status, body.error.type]).toEqual([409, 'batch_refused']);
      expect(body.error.issues.map(({ path }: { path: unknown[] }) => path)).toEqual([['items', 1]]);
      expect(await contentsOf(service.database)).toEqual(contents);
    });

    it('checks every well-formed item in spite of malformed ones', async () => {
      const { send, upsert } = await stage();
      await send([upsert('stored', 1), upsert('halved', 2)]);
      const contents = await contentsOf(service.database);
      const moved = { externalUpdatedAt: later };
      const { body } = await send(
        [
          upsert('shapeless', 3, { startDate: 'soon' }),
          upsert('stored', 4, { externalUpdatedAt: '2020-01-01T00:00:00Z' }),
          upsert('fine', 5),
          upsert('fine', 6),
          upsert('nowhere', 7, { courtId: crypto.randomUUID() }),
          // One half of a swap. The other half is invalid, so its booking stays in place.
          upsert('other-half', 2),
          upsert('halved', 8, { ...moved, colour: 'red' }),
          cancellation('stored'),
          upsert('shapeless', 9),
        ],
        { atomic: true },
      );
      expect(
        body.error.issues.map(({ path, code }: { path: unknown[]; code: string }) => [path[1], code]),
      ).toEqual([
        [0, 'invalid_schema'],
        [1, 'stale_write'],
        [3, 'duplicate_entries_provided'],
        [4, 'court_not_found'],
        [5, 'court_booking_overlap'],
        [6, 'invalid_schema'],
        [7, 'duplicate_entries_provided'],
        [8, 'duplicate_entries_provided'],
      ]);
      expect(body.error.issues[4].conflicts).toEqual([{ externalCourtBookingId: 'halved', ...timesOf(2) }]);
      expect(await contentsOf(service.database)).toEqual(contents);
    });

    it("reports the time of another partner's conflict within the range, and ten conflicts at most", async () => {
      const { send, upsert, tenant } = await stage();
      const { externalServiceId: other } = await service.factories.tenant();
      const [start, end] = [timesOf(1).startDate, timesOf(1).endDate].map(Date.parse);
      await service.factories.booking(other, tenant.courtIds[0], [start! - 60_000, start! + 60_000]);
      const twins = Array.from({ length: 11 }, (_, n) => upsert(`twin-${10 + n}`, 1));
      const { body } = await send(twins, { atomic: true });
      expect(body.error.issues).toHaveLength(11);
      expect(body.error.issues[0].conflicts).toEqual([
        { startDate: timesOf(1).startDate, endDate: new Date(start! + 60_000).toISOString() },
        ...twins.slice(1, 10).map(({ externalCourtBookingId }) => ({
          externalCourtBookingId,
          startDate: timesOf(1).startDate,
          endDate: new Date(end!).toISOString(),
        })),
      ]);
    });

    it('returns batch_refused with one issue per item, in order', async () => {
      const { send, upsert } = await stage();
      const { body } = await send(
        [
          upsert('a', 1, { startDate: 'soon', participants: [{ email: 'nobody' }], colour: 'red' }),
          upsert('b', 2),
          cancellation('b'),
          upsert('c', 3, { participants: [{ email: 'a@example.com' }, { email: 'nobody' }] }),
          upsert('d', 4, { participants: [{}] }),
          ...Array.from({ length: 51 }, (_, n) => upsert(`c${n}`, n, { courtId: crypto.randomUUID() })),
          // An id used twice and one court too many still give one issue.
          upsert('c0', 60, { courtId: crypto.randomUUID() }),
        ],
        { atomic: true },
      );
      expect(body.error.type).toBe('batch_refused');
      expect(
        body.error.issues.map(({ path, code }: { path: unknown; code: string }) => [path, code]),
      ).toEqual([
        [['items', 0], 'invalid_schema'],
        [['items', 2], 'duplicate_entries_provided'],
        [['items', 3], 'invalid_schema'],
        [['items', 4], 'mutually_exclusive_fields_violation'],
        // Items within the limit are also checked.
        ...Array.from({ length: 49 }, (_, n) => [['items', 5 + n], 'court_not_found']),
        [['items', 54], 'too_many_courts'],
        [['items', 55], 'too_many_courts'],
        [['items', 56], 'duplicate_entries_provided'],
      ]);
      const messages = body.error.issues.map(({ message }: { message: string }) => message);
      expect(messages[0]).toMatch(/^startDate: Must be /);
      expect(messages[2]).toMatch(/^participants\[1\]\.email: Must be /);
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

    it('returns 200 with all items replayed and writes nothing if everything is stored already', async () => {
      const { send, upsert } = await stage();
      const items = [upsert('a', 1), upsert('b', 2), cancellation('c'), cancellation('never')];
      await send([upsert('c', 3)]);
      const first = await send(items, { atomic: true });
      const contents = await contentsOf(service.database);
      const again = await send(items, { atomic: true });
      expect(again.body.summary).toEqual({ created: 0, updated: 0, replayed: 4, cancelled: 0, refused: 0 });
      expect(again.body.results[2]).toEqual({ ...first.body.results[2], outcome: 'replayed' });
      expect(again.body.results.map(({ outcome }: { outcome: string }) => outcome)).toEqual(
        items.map(() => 'replayed'),
      );
      expect(await contentsOf(service.database)).toEqual(contents);
    });

    it('treats an unchanged booking as a conflict for others', async () => {
      const { send, upsert } = await stage();
      await send([upsert('a', 1)]);
      const { body } = await send([upsert('a', 1), upsert('b', 1)], { atomic: true });
      expect(body.error.issues.map(({ path }: { path: unknown }) => path)).toEqual([['items', 1]]);
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

  it.each([
    ['not JSON', '{', []],
    ['no items', '{}', ['items']],
    ['an empty list', '{"items":[]}', ['items']],
    ['201 items', JSON.stringify({ items: Array(201).fill(cancellation('a')) }), ['items']],
    [
      'an unknown action',
      '{"items":[{"action":"move","externalCourtBookingId":"a"}]}',
      ['items', 0, 'action'],
    ],
    ['no id', '{"items":[{"action":"cancel"}]}', ['items', 0, 'externalCourtBookingId']],
    [
      'an unknown field next to items',
      '{"items":[{"action":"cancel","externalCourtBookingId":"a"}],"dry":true}',
      ['dry'],
    ],
  ])('is rejected as a whole: %s', async (_fault, rawBody, path) => {
    const { tenant } = await stage();
    const { status, body } = await service.batchCourtBookings(tenant.externalServiceId, {
      token: tenant.token,
      rawBody,
    });
    expect([status, body.error.type, body.error.issues[0].path]).toEqual([400, 'invalid_schema', path]);
  });

  it('accepts 512 KiB, and rejects a byte more with 413', async () => {
    const { tenant, upsert } = await stage();
    const text = JSON.stringify({ items: [upsert(uniqueId('big'), 1)] });
    const send = (length: number) =>
      service.batchCourtBookings(tenant.externalServiceId, {
        token: tenant.token,
        rawBody: text.padEnd(length, ' '),
      });
    expect((await send(512 * 1024)).status).toBe(200);
    expect((await send(512 * 1024 + 1)).body.error.type).toBe('payload_too_large');
  });
});

describe('batch that runs out of time', () => {
  it('responds in time with the finished items and those to retry, and the retry completes them', async () => {
    let looks = 0;
    const now = () => {
      looks += 1;
      return Date.now() + looks * 800;
    };
    const service = await startTestService('postgresql', { now });
    try {
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
    } finally {
      await service.stop();
    }
  });
});

describe('rate limit of a batch', () => {
  it('counts a tenth of a request per item, rounded up, all or none', async () => {
    const service = await startTestService('postgresql', { rateLimit: { perSecond: 0.001, burst: 30 } });
    try {
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
    } finally {
      await service.stop();
    }
  });
});
