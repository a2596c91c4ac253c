import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { createPartnerClient, sendItems } from '../../sdk/src/index.ts';
import { createBookingSync, createUserSync, follow, type SourceBooking } from '../../sdk/src/sync/index.ts';
import { createTestPlatform } from '../../sdk/src/testing/index.ts';

/** A value of another realm, as every value is under Jest. */
const foreign = (expression: string) => runInNewContext(expression);
/** A row as `node:sqlite` returns it. */
const row = <Fields extends object>(fields: Fields): Fields => Object.assign(Object.create(null), fields);

const ada = { email: 'ada@example.com', externalUserId: 'ada', firstName: 'Ada', lastName: 'Lovelace' };
const birthday = () => foreign("new Date('1985-12-10T23:30:00Z')") as Date;

function setUp() {
  const platform = createTestPlatform({ now: new Date('2026-11-27T12:00:00Z') });
  const client = createPartnerClient(platform.clientOptions);
  const courtId = platform.courts()[0]!.id;
  const booking = (fields: object = {}): SourceBooking =>
    ({
      externalCourtBookingId: 'b',
      courtId,
      startDate: '2027-01-04T10:00:00Z',
      endDate: '2027-01-04T11:00:00Z',
      externalUpdatedAt: '2026-11-20T12:00:00Z',
      ...fields,
    }) as SourceBooking;
  const syncOf = (source: unknown[]) =>
    createBookingSync({
      client,
      source: source as SourceBooking[],
      scope: { courts: [courtId], from: '2027-01-04T00:00:00Z', to: '2027-01-05T00:00:00Z' },
    });
  return { platform, client, booking, syncOf };
}

describe('a Date of another realm', () => {
  it('is written as a birthday without a time: create, update, upsert, batch and raw', async () => {
    const { client } = setUp();
    const { id, birthday: created } = await client.createUser({ ...ada, birthday: birthday() });
    expect(created).toBe('1985-12-10T00:00:00.000Z');
    const { externalUserId, ...body } = ada;
    await client.updateUser(id, { birthday: birthday() });
    await client.upsertUser(externalUserId, { ...body, birthday: birthday() });
    const { summary } = await client.batchUsers({
      items: [{ action: 'upsert', ...ada, birthday: birthday() }],
    });
    expect(summary).toMatchObject({ unchanged: 1, refused: 0 });
    const { externalServiceId } = await client.getToken();
    const path = '/api/v1/external-services/{externalServiceId}/users/{userId}';
    const { data } = await client.raw.PATCH(path, {
      params: { path: { externalServiceId, userId: id } },
      body: { birthday: birthday() as never },
    });
    expect(data?.birthday).toBe(created);
  });

  it('is rejected if it is invalid', async () => {
    const invalid = foreign('new Date(NaN)');
    expect(await setUp().client.safe.createUser({ ...ada, birthday: invalid })).toMatchObject({
      error: { type: 'invalid_argument', issues: [{ path: ['birthday'] }] },
    });
  });

  it('is a birthday of a member, and the time of a booking', async () => {
    const { client, booking, syncOf } = setUp();
    const users = createUserSync({ client, source: [{ ...ada, birthday: birthday() }] });
    expect(await users.sync()).toMatchObject({ ok: true, summary: { created: 1 } });
    expect(await users.sync()).toMatchObject({ ok: true, summary: { unchanged: 1 } });
    const times = { startDate: foreign("new Date('2027-01-04T10:00:00Z')") };
    expect(await syncOf([booking(times)]).sync()).toMatchObject({ ok: true, summary: { created: 1 } });
  });

  it("sets a version in the test platform's hands of an operator", async () => {
    const { platform, client, booking } = setUp();
    const { externalCourtBookingId: _, ...body } = booking();
    await client.upsertCourtBooking('b', body);
    platform.resetVersion('b', foreign("new Date('2026-01-01T00:00:00Z')"));
    expect((await client.getCourtBooking('b')).externalUpdatedAt).toBe('2026-01-01T00:00:00.000Z');
  });
});

it('writes an object of a model by its toJSON, with a birthday as a date, and rejects an invalid one', async () => {
  const { client } = setUp();
  const model = (fields: object, date = birthday()) =>
    ({ birthday: date, toJSON: () => ({ ...fields, birthday: date }) }) as never;
  const { id, birthday: stored } = await client.createUser(model(ada));
  expect(stored).toBe('1985-12-10T00:00:00.000Z');
  const items = [model({ action: 'upsert', ...ada })];
  expect(await client.batchUsers({ items })).toMatchObject({ summary: { unchanged: 1 } });
  const cleared = await client.safe.updateUser(id, model({}, new Date(Number.NaN)));
  expect(cleared).toMatchObject({ error: { type: 'invalid_argument', issues: [{ path: ['birthday'] }] } });
});

describe('objects without a prototype', () => {
  it('are bookings, participants and members of a source', async () => {
    const { client, booking, syncOf } = setUp();
    const participants = [row({ email: 'ada@example.com' })];
    expect(await syncOf([row(booking({ participants }))]).sync()).toMatchObject({
      ok: true,
      summary: { created: 1 },
    });
    expect(await syncOf([row(booking({ participants }))]).sync()).toMatchObject({
      summary: { unchanged: 1 },
    });
    const members = createUserSync({ client, source: [row(ada)] });
    expect(await members.sync()).toMatchObject({ ok: true, summary: { created: 1 } });
  });

  it('are arguments of calls, of push and of a new client', async () => {
    const { platform, client, booking, syncOf } = setUp();
    const item = row({
      action: 'upsert' as const,
      ...booking({ participants: [row({ email: 'a@example.com' })] }),
    });
    expect(await syncOf([]).push([item])).toMatchObject({ ok: true, summary: { created: 1 } });
    const { results } = await client.batchCourtBookings(row({ items: [item] }));
    expect(results).toMatchObject([{ outcome: 'replayed' }]);
    const other = createPartnerClient(row(platform.clientOptions));
    expect((await other.createUser(row(ada), row({ requestId: 'mine' }))).firstName).toBe(ada.firstName);
  });

  it('are rejected where they cannot be text', async () => {
    const { client, platform, booking, syncOf } = setUp();
    const empty = Object.create(null);
    for (const baseUrl of [empty, Symbol('url') as never, 7 as never])
      expect(() => createPartnerClient({ ...platform.clientOptions, baseUrl })).toThrow(
        expect.objectContaining({ type: 'invalid_argument' }),
      );
    expect(await client.safe.getUser(empty)).toMatchObject({ error: { type: 'invalid_argument' } });
    const { externalCourtBookingId: _, ...body } = booking();
    await client.upsertCourtBooking('b', { ...body, participants: [{ email: 'a@example.com' }] });
    const { changes } = await syncOf([booking({ participants: [{ email: empty }] })]).plan();
    expect(changes).toEqual([]);
    const invalidMoment = { toISOString: () => null };
    const { refused } = await syncOf([booking({ startDate: invalidMoment })]).plan();
    expect(refused).toMatchObject([{ type: 'invalid_booking' }]);
  });

  it('are reasons of a failing token function and of a failing source', async () => {
    const { platform, syncOf } = setUp();
    const failing = createPartnerClient({
      ...platform.clientOptions,
      maxAttempts: 1,
      token: () => {
        throw Object.create(null);
      },
    });
    expect(await failing.safe.listCourts()).toMatchObject({ error: { type: 'token_unavailable' } });
    const source = {
      // biome-ignore lint/correctness/useYield: it fails before its first row
      *[Symbol.iterator]() {
        throw Object.create(null);
      },
    };
    await expect(syncOf(source as never).plan()).rejects.toMatchObject({ type: 'source_failed' });
  });
});

it('reads lists of another realm as participants, a source, changes and items of a batch', async () => {
  const { client, booking, syncOf } = setUp();
  const listOf = (...items: object[]) => foreign(JSON.stringify(items));
  const one = booking({ participants: listOf({ email: 'ada@example.com' }) });
  expect(await syncOf(listOf(one)).sync()).toMatchObject({ ok: true, summary: { created: 1 } });
  expect(await syncOf([one]).sync()).toMatchObject({ ok: true, summary: { unchanged: 1 } });
  const items = listOf({ action: 'upsert', ...one });
  expect(await syncOf([]).push(items)).toMatchObject({ ok: true, summary: { replayed: 1 } });
  expect(await client.batchCourtBookings({ items })).toMatchObject({ summary: { replayed: 1 } });
  expect(await sendItems(client.batchCourtBookings, items)).toMatchObject({ summary: { replayed: 1 } });
  const members = createUserSync({ client, source: listOf(ada) });
  expect(await members.sync()).toMatchObject({ ok: true, summary: { created: 1 } });
});

it('reads headers, a URL and options of another realm', async () => {
  const { platform } = setUp();
  const calls: Headers[] = [];
  const client = createPartnerClient({
    ...platform.clientOptions,
    baseUrl: foreign("({ href: 'https://partners.test/' })"),
    headers: foreign("new Map([['X-Gateway', 'yes']])"),
    fetch: (url, init) => {
      calls.push(init.headers);
      return platform.clientOptions.fetch(url, init);
    },
  });
  await client.listCourts();
  expect(calls[0]!.get('X-Gateway')).toBe('yes');
});

describe('an error that cannot heal', () => {
  const setUpFailing = (thrown: unknown) => {
    const { platform } = setUp();
    let attempts = 0;
    const fail = () => {
      attempts += 1;
      throw thrown;
    };
    const client = createPartnerClient({ ...platform.clientOptions, fetch: fail, initialDelayMs: 1 });
    return { platform, client, fail, attempts: () => attempts };
  };
  const mistake = new TypeError('fetch failed', { cause: new TypeError('agent.dispatch is not a function') });

  it('ends push and follow after one attempt', async () => {
    const { client, platform, attempts } = setUpFailing(mistake);
    const courtId = platform.courts()[0]!.id;
    const scope = { courts: [courtId], from: '2027-01-04T00:00:00Z', to: '2027-01-05T00:00:00Z' };
    const sync = createBookingSync({ client, source: [], scope, roundDelayMs: 1 });
    const externalUpdatedAt = '2026-11-20T12:00:00Z';
    const cancellation = { action: 'cancel', externalCourtBookingId: 'b', externalUpdatedAt } as const;
    await expect(sync.push([cancellation])).rejects.toMatchObject({ type: 'interrupted' });
    expect(attempts()).toBe(1);
    const users = createUserSync({ client, source: [], roundDelayMs: 1 });
    await expect(users.push([{ action: 'erase', externalUserId: 'a' }])).rejects.toMatchObject({
      type: 'interrupted',
    });
    expect(attempts()).toBe(2);
    const following = follow({ client, handle: () => {}, signal: AbortSignal.timeout(2_000) });
    await expect(following).rejects.toMatchObject({ type: 'interrupted' });
    expect(attempts()).toBe(3);
  });

  it('of a token function is not retried', async () => {
    const { platform } = setUp();
    let asked = 0;
    const client = createPartnerClient({
      ...platform.clientOptions,
      token: () => {
        asked += 1;
        throw new TypeError('vault.read is not a function');
      },
    });
    expect(await client.safe.listCourts()).toMatchObject({
      error: { type: 'token_unavailable', attempts: 1 },
    });
    expect(asked).toBe(1);
  });
});
