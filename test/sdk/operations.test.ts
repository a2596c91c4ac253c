import { beforeAll, describe, expect, it } from 'vitest';
import { BatchItemsRefusedError, createPartnerClient, type PartnerClient } from '../../sdk/src/index.ts';
import type { Tenant } from '../harness/data/factories.ts';
import { uniqueId } from '../harness/servers/test-service.ts';
import { useTenant, useTestService } from '../harness/servers/use-test-service.ts';

const service = useTestService('postgresql');
const tenant = useTenant(service);
let client: PartnerClient;

beforeAll(async () => {
  client = clientOf(tenant);
});

const clientOf = ({ token, externalServiceId }: Tenant, options: object = {}) =>
  createPartnerClient({ baseUrl: service.address, token, externalServiceId, ...options });
const version = (minute: number) => new Date(Date.UTC(2026, 10, 20, 12, minute));
const user = () => {
  const externalUserId = uniqueId('user');
  return { email: `${externalUserId}@example.com`, externalUserId, firstName: 'Ada', lastName: 'Lovelace' };
};
const booking = (slot: number) => ({
  courtId: tenant.courtIds[0],
  startDate: new Date(Date.UTC(2027, 1, 1, slot)),
  endDate: new Date(Date.UTC(2027, 1, 1, slot + 1)),
  externalUpdatedAt: version(0),
});

describe('list', () => {
  const many = useTenant(service, 7);
  let lister: PartnerClient;
  const asked: string[] = [];
  beforeAll(async () => {
    lister = clientOf(many, {
      fetch: (url: string, init: RequestInit) => {
        asked.push(url);
        return fetch(url, init);
      },
    });
  });

  it('returns one page when awaited, and sends nothing before', async () => {
    asked.length = 0;
    const listing = lister.listCourts({ limit: 3 });
    expect(asked).toEqual([]);
    const page = await listing;
    expect(page.items.map(({ name }) => name)).toEqual(['Court 1', 'Court 2', 'Court 3']);
    expect(page.nextCursor).toEqual(expect.any(String));
    expect(await listing).toBe(page);
    expect(asked).toHaveLength(1);
  });

  it('yields the items of all pages in order when iterated, page by page', async () => {
    asked.length = 0;
    const names: string[] = [];
    for await (const { name } of lister.listCourts({ limit: 3 })) {
      names.push(name);
      expect(asked).toHaveLength(Math.ceil(names.length / 3));
    }
    expect(names).toEqual([1, 2, 3, 4, 5, 6, 7].map((n) => `Court ${n}`));
    const sizes: number[] = [];
    for await (const { items } of lister.listCourts({ limit: 3 }).pages()) sizes.push(items.length);
    expect(sizes).toEqual([3, 3, 1]);
  });

  it('has a cursor that repeats a partly read page and continues after a complete one', async () => {
    const all = lister.listCourts({ limit: 3 });
    expect(all.cursor).toBeUndefined();
    for await (const { name } of all) if (name === 'Court 5') break;
    const again: string[] = [];
    for await (const { name } of lister.listCourts({ limit: 3, cursor: all.cursor })) again.push(name);
    expect(again).toEqual([4, 5, 6, 7].map((n) => `Court ${n}`));

    const pages = lister.listCourts({ limit: 3 });
    const reading = pages.pages();
    await reading.next();
    await reading.next();
    expect((await lister.listCourts({ cursor: pages.cursor })).items[0]).toMatchObject({ name: 'Court 4' });
    for await (const _ of reading);
    expect(pages.cursor).toBeUndefined();
  });

  it('is read again when iterated twice, but does not request an awaited page twice', async () => {
    asked.length = 0;
    const listing = lister.listCourts({ limit: 4 });
    await listing;
    const countOf = async () => {
      let count = 0;
      for await (const _ of listing) count++;
      return count;
    };
    expect([await countOf(), asked.length, await countOf(), asked.length]).toEqual([7, 2, 7, 4]);
  });

  it('rejects with the error, also during iteration, and returns one page in the safe form', async () => {
    const wrong = lister.listCourtBookings({ from: version(1), to: version(0) });
    await expect(wrong).rejects.toMatchObject({ type: 'invalid_filter_time_range' });
    const names: string[] = [];
    const controller = new AbortController();
    const iterating = async () => {
      for await (const { name } of lister.listCourts({ limit: 3 }, { signal: controller.signal })) {
        names.push(name);
        if (names.length === 4) controller.abort('enough');
      }
    };
    await expect(iterating()).rejects.toMatchObject({ type: 'aborted', operation: 'listCourts' });
    expect(names).toHaveLength(6);
    expect(await lister.safe.listCourts({ limit: 2 })).toMatchObject({
      ok: true,
      data: { items: [{ name: 'Court 1' }, { name: 'Court 2' }] },
    });
  });

  it('behaves like a promise', async () => {
    let settled = 0;
    const page = await lister.listCourts({ limit: 1 }).finally(() => settled++);
    expect([page.items.length, settled]).toEqual([1, 1]);
    const caught = await lister.listCourts({ cursor: 'nonsense' }).catch((error) => error.type);
    expect(caught).toBe('invalid_schema');
    expect(
      (await Promise.all([lister.listCourts(), lister.listUsers()])).map(({ items }) => items.length)[0],
    ).toBe(7);
  });
});

describe('changes', () => {
  it('ends at the last change without `wait`, and narrows `data` by `type`', async () => {
    const follower = clientOf(await service.factories.tenant());
    const { nextCursor } = await follower.listChanges({ cursor: 'latest' });
    const { id } = await follower.createUser(user());
    const { externalServiceId } = await follower.getToken();
    expect(externalServiceId).toBeTruthy();
    const listing = follower.listChanges({ cursor: nextCursor, limit: 1 });
    const seen: string[] = [];
    for await (const change of listing) {
      if (change.type === 'user.created') seen.push(change.data.id);
    }
    expect(seen).toEqual([id]);
    const { items, caughtUp } = await follower.listChanges({ cursor: listing.cursor });
    expect([items, caughtUp]).toEqual([[], true]);
  });

  it('continues with `wait` until the signal fires', async () => {
    const follower = clientOf(await service.factories.tenant());
    const { nextCursor } = await follower.listChanges({ cursor: 'latest' });
    const controller = new AbortController();
    const { signal } = controller;
    const seen: string[] = [];
    const following = (async () => {
      const listing = follower.listChanges({ cursor: nextCursor, wait: 30 }, { signal });
      for await (const change of listing) {
        if (change.type === 'user.created') seen.push(change.data.firstName!);
      }
    })();
    await follower.createUser({ ...user(), firstName: 'First' });
    await expect.poll(() => seen).toEqual(['First']);
    await follower.createUser({ ...user(), firstName: 'Second' });
    await expect.poll(() => seen).toEqual(['First', 'Second']);
    controller.abort();
    await expect(following).rejects.toMatchObject({ type: 'aborted', operation: 'listChanges' });
  });

  it('extends the time limits of a call by the time that the service waits', async () => {
    const follower = clientOf(await service.factories.tenant(), { attemptTimeoutMs: 2_000, maxAttempts: 1 });
    const { nextCursor } = await follower.listChanges({ cursor: 'latest' });
    expect(await follower.safe.listChanges({ cursor: nextCursor, wait: 3 })).toMatchObject({
      ok: true,
      data: { items: [], caughtUp: true },
    });
  });
});

describe('batch', () => {
  const upsert = (externalCourtBookingId: string, slot: number, minute = 0) =>
    ({
      action: 'upsert',
      externalCourtBookingId,
      ...booking(slot),
      externalUpdatedAt: version(minute),
    }) as const;
  const cancel = (externalCourtBookingId: string, minute: number) =>
    ({ action: 'cancel', externalCourtBookingId, externalUpdatedAt: version(minute) }) as const;

  it('throwOnRefused lists every rejected item, or returns the results if all succeeded', async () => {
    const { throwOnRefused } = await client.batchCourtBookings({
      items: [upsert('whole', 20), cancel('whole', 1)],
    });
    const [created, cancelled] = throwOnRefused();
    expect([created.courtBooking?.status, cancelled.cancelled.status]).toEqual(['ACTIVE', 'CANCELLED']);

    const partly = await client.batchCourtBookings(
      { items: [upsert('fine', 21), upsert('late', 21), cancel('whole', 0)] },
      { requestId: 'batch-7' },
    );
    expect(partly.throwOnRefused).toThrow(BatchItemsRefusedError);
    expect(partly.throwOnRefused).toThrow(
      /^2 of 3 items were rejected\. late: court_booking_overlap: .* whole: stale_write: /,
    );
    try {
      partly.throwOnRefused();
    } catch (error) {
      expect(error).toMatchObject({
        type: 'batch_items_refused',
        operation: 'batchCourtBookings',
        requestId: 'batch-7',
        refused: [{ externalCourtBookingId: 'late' }, { externalCourtBookingId: 'whole' }],
      });
      expect(JSON.stringify(error)).toContain('court_booking_overlap');
    }
  });

  it('throwOnRefused names five reasons in its message, and lists all of them', async () => {
    const late = ['l1', 'l2', 'l3', 'l4', 'l5', 'l6'];
    const { throwOnRefused } = await client.batchCourtBookings({
      items: [upsert('early', 22), ...late.map((id) => upsert(id, 22))],
    });
    const refusing = Promise.resolve().then(throwOnRefused);
    const error: BatchItemsRefusedError = await refusing.catch((thrown) => thrown);
    expect(error.message).toMatch(/^6 of 7 items were rejected\. l1: court_booking_overlap: /);
    expect(error.message.match(/l\d(?=: court_booking_overlap: )/g)).toEqual(late.slice(0, 5));
    expect(error.refused.map(({ externalCourtBookingId }) => externalCourtBookingId)).toEqual(late);
  });

  it('ignores changes to the items after the call', async () => {
    const items = [{ ...upsert('kept', 50) }];
    const calling = client.batchCourtBookings({ items });
    items[0]!.externalCourtBookingId = 'changed' as 'kept';
    items.pop();
    expect((await calling).results).toMatchObject([{ externalCourtBookingId: 'kept', outcome: 'created' }]);
  });
});
