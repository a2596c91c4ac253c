import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { type BatchItem, createPartnerClient, sendItems } from '../../sdk/src/index.ts';
import { createBookingSync, createUserSync, follow, SyncError } from '../../sdk/src/sync/index.ts';
import { createTestPlatform } from '../../sdk/src/testing/index.ts';

const setUp = (options: object = {}) => {
  const platform = createTestPlatform({ now: new Date('2026-11-27T12:00:00Z') });
  const sent: string[] = [];
  const onRequest = ({ operation }: { operation: string }) => sent.push(operation);
  const client = createPartnerClient({ ...platform.clientOptions, onRequest, ...options });
  const courtId = platform.courts()[0]!.id;
  const scope = { courts: [courtId], from: '2027-01-01T00:00:00Z', to: '2028-01-01T00:00:00Z' };
  const booking = (number: number): BatchItem & { action: 'upsert' } => ({
    action: 'upsert',
    externalCourtBookingId: `b${number}`,
    courtId,
    startDate: new Date(Date.UTC(2027, 0, 4, number)),
    endDate: new Date(Date.UTC(2027, 0, 4, number + 1)),
    externalUpdatedAt: '2026-11-20T12:00:00Z',
  });
  return { platform, client, scope, booking, sent };
};
const user = (id: string) =>
  ({
    action: 'upsert',
    externalUserId: id,
    email: `${id}@example.com`,
    firstName: 'A',
    lastName: 'B',
  }) as const;

const streams = {
  'a stream of the web': (rows: unknown[]) => Readable.toWeb(Readable.from(rows)),
  'a stream of the web that cannot be iterated': (rows: unknown[]) =>
    Object.assign(Readable.toWeb(Readable.from(rows)), { [Symbol.asyncIterator]: undefined }),
  'a stream of Node': (rows: unknown[]) => Readable.from(rows),
};
it.each(Object.entries(streams))(
  'reads %s as source and as changes, but only once',
  async (_name, stream) => {
    const { client, scope, booking } = setUp();
    for (const sync of [
      createBookingSync({ client, scope, source: stream([booking(1), booking(2)]) as never }),
      createUserSync({ client, source: stream([user('a'), user('b')]) as never }),
    ]) {
      expect(await sync.sync()).toMatchObject({ ok: true, summary: { created: 2 } });
      await expect(sync.sync()).rejects.toMatchObject({ type: 'invalid_options' });
    }
    const given = stream([booking(3)]) as never;
    const again = createBookingSync({ client, scope, source: () => given });
    expect((await again.sync()).summary.created).toBe(1);
    await expect(again.sync()).rejects.toMatchObject({ type: 'invalid_options' });
    const bookings = createBookingSync({ client, scope, source: [] });
    expect((await bookings.push(stream([booking(4), booking(5)]) as never)).summary.created).toBe(2);
    const users = createUserSync({ client, source: [] });
    expect((await users.push(stream([user('c')]) as never)).summary.created).toBe(1);
  },
);

it('leaves the error of a source out of the JSON of a SyncError, and keeps the request id of a call', async () => {
  const { client, scope } = setUp();
  const cause = Object.assign(new Error('no route'), { config: { Authorization: 'Bearer secret' } });
  const source = () => Promise.reject(cause);
  for (const sync of [createBookingSync({ client, scope, source }), createUserSync({ client, source })]) {
    const error = await sync.sync().catch((reason) => reason);
    expect(error.cause).toBe(cause);
    expect(JSON.stringify(error)).not.toContain('secret');
  }
  const refused = new SyncError('refused', 'No.', { cause: { type: 'invalid_api_token', requestId: 'r' } });
  expect(JSON.parse(JSON.stringify(refused))).toMatchObject({ cause: { requestId: 'r' } });
});

it('follows with a pause where the service does not wait', async () => {
  const { client, booking, sent } = setUp();
  const events: string[] = [];
  const signal = AbortSignal.timeout(1_500);
  setTimeout(() => void client.batchCourtBookings({ items: [booking(1)] }), 200);
  await follow({ client, signal, waitSeconds: 0, handle: ({ kind }) => void events.push(kind) });
  expect(events).toEqual(['change']);
  expect(sent.filter((operation) => operation === 'listChanges').length).toBeLessThan(6);
});

it.each([Number.NaN, -1, '5', null])(
  'rejects %j as a numeric option, before anything is sent',
  async (value) => {
    const { client, scope, booking, sent } = setUp();
    const given = (name: string) => ({ [name]: value }) as object;
    for (const name of ['marginMs', 'maxRounds', 'roundDelayMs', 'maxCancellations'])
      expect(() => createBookingSync({ client, scope, source: [], ...given(name) })).toThrow(name);
    for (const name of ['marginMs', 'maxRounds', 'roundDelayMs', 'maxErase'])
      expect(() => createUserSync({ client, source: [], ...given(name) })).toThrow(name);
    await expect(follow({ client, handle: () => {}, ...given('waitSeconds') })).rejects.toThrow(
      'waitSeconds',
    );
    if (value === null) return;
    for (const name of ['maxRounds', 'roundDelayMs'])
      await expect(sendItems(client.batchCourtBookings, [booking(1)], given(name))).rejects.toMatchObject({
        type: 'invalid_argument',
        issues: [{ path: [name] }],
      });
    expect(sent).toEqual([]);
  },
);

it('rounds a fraction of `concurrency` up, and rejects a reading without a time', async () => {
  const { client, scope } = setUp({ concurrency: 0.5 });
  expect((await Promise.all([client.listCourts(), client.listCourts()])).length).toBe(2);
  for (const options of [{ marginMs: Number.POSITIVE_INFINITY }, { now: () => Number.NaN }])
    for (const sync of [
      createBookingSync({ client, scope, source: [], ...options }),
      createUserSync({ client, source: [], ...options }),
    ])
      await expect(sync.plan()).rejects.toMatchObject({ type: 'invalid_options' });
  const pushed = createUserSync({ client, source: [], now: () => Number.NaN }).push([]);
  await expect(pushed).rejects.toMatchObject({ type: 'invalid_options' });
});

it('rejects each pushed change without an id by its position', async () => {
  const { client, scope, booking, sent } = setUp();
  const without = { ...booking(1), externalCourtBookingId: undefined } as never;
  const cancel = { action: 'cancel', externalUpdatedAt: '2026-11-20T12:00:00Z' } as never;
  const bookings = createBookingSync({ client, scope, source: [] });
  const { refused, summary } = await bookings.push([
    without,
    without,
    cancel,
    { ...booking(2), externalCourtBookingId: 7 } as never,
  ]);
  expect(summary.refused).toBe(4);
  expect(refused.map((one) => one.externalCourtBookingId)).toEqual(['#0', '#1', '#2', '#3']);
  const users = createUserSync({ client, source: [] });
  const nameless = { ...user('a'), externalUserId: undefined } as never;
  const report = await users.push([
    nameless,
    nameless,
    { action: 'erase' } as never,
    { action: 'x' } as never,
  ]);
  expect(report.refused.map((one) => one.externalUserId)).toEqual(['#0', '#1', '#2', '#3']);
  expect(sent).toEqual([]);
});

it.each<[string, unknown]>([
  ['null', null],
  ['undefined', undefined],
  ['a text', 'b'],
  ['a BigInt', { ...setUp().booking(1), extra: 1n }],
  ['an invalid Date', { ...setUp().booking(1), endDate: new Date(Number.NaN) }],
  ['no id', { action: 'upsert' }],
  ['another action', { ...setUp().booking(1), action: 'updsert' }],
])('sendItems sends nothing if the last of many items is or has %s', async (_what, wrong) => {
  const { client, booking, sent } = setUp();
  const items = [...Array.from({ length: 200 }, (_, n) => booking(n)), wrong] as BatchItem[];
  const error = await sendItems(client.batchCourtBookings, items).catch((reason) => reason);
  expect(error).toMatchObject({ name: 'PartnerError', type: 'invalid_argument', attempts: 0 });
  expect(error.message).toMatch(/items\.200|BigInt/);
  expect(sent).toEqual([]);
});

it('sendItems sends an item with a wrong id, which is refused alone', async () => {
  const { client, booking } = setUp();
  const wrong = ['', '.', 7].map((id) => ({ ...booking(1), externalCourtBookingId: id }) as BatchItem);
  const { summary } = await sendItems(client.batchCourtBookings, [...wrong, booking(2)]);
  expect(summary).toMatchObject({ created: 1, refused: 3 });
});

it('raw sends the token and reads at most 16 MiB with a `fetch` of the call, too', async () => {
  const { platform, client } = setUp();
  const { fetch: send } = platform.clientOptions;
  const fetch = (request: Request) => send(request.url, request as never) as Promise<Response>;
  expect((await client.raw.GET('/api/v1/token', { fetch })).response.status).toBe(200);
  expect((await client.raw.request('get', '/api/v1/token', { fetch })).response.status).toBe(200);
  const large = async () => new Response(new Blob([new Uint8Array(17 * 2 ** 20)]).stream());
  await expect(client.raw.GET('/api/v1/token', { fetch: large })).rejects.toThrow('16 MiB');
});
