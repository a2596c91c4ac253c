import { describe, expect, it } from 'vitest';
import { createPartnerClient, type PartnerClient, PartnerError } from '../../sdk/src/index.ts';
import { createBookingSync, follow } from '../../sdk/src/sync/index.ts';
import { newToken } from '../../src/services/values/secret-formats.ts';
import { ada, bookingOn } from '../harness/data/ada.ts';

const externalServiceId = '01990b2e-6f6c-7c1e-9a53-0f2a5a6f1c02';
const id = '01990b2e-6f6c-7c1e-9a53-0f2a5a6f1c01';
const user = { ...ada, externalUserId: '1' };
const booking = { ...bookingOn(id), externalCourtBookingId: 'a', participants: [] };

type Answer = () => Response | Promise<Response>;
const json = (status: number, body: object, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers });
const created: Answer = () => json(201, { id, firstName: 'Ada', lastName: 'Lovelace' });
const never: Answer = () => new Promise(() => {});
const refused =
  (status: number, type: string, headers: Record<string, string>): Answer =>
  () =>
    json(status, { error: { type, message: type } }, headers);
const tooMany = refused(429, 'rate_limit_exceeded', { 'Retry-After': '20' });
const away = refused(503, 'service_unavailable', { 'Retry-After': '20' });
const spent: Answer = () =>
  json(
    201,
    { id, firstName: 'Ada', lastName: 'Lovelace' },
    { 'RateLimit-Policy': '"token";q=1;w=60', RateLimit: '"token";r=0;t=60' },
  );
const endlessBody: Answer = () => new Response(new ReadableStream({}), { status: 201 });
const page: Answer = () => json(200, { items: [], nextCursor: 'more' });

interface Wait {
  /** The responses in order. The last one repeats. */
  answers: Answer[];
  options?: object;
  /** Runs before the wait, without a signal. */
  before?: (client: PartnerClient) => unknown;
  /** The call that must end. A single call by default. */
  work?: (client: PartnerClient, signal: AbortSignal) => unknown;
}

const sync = (client: PartnerClient, source: object = [booking]) =>
  createBookingSync({
    client,
    mode: 'mirror',
    scope: { courts: [id], from: '2027-01-01T00:00:00Z', to: '2027-02-01T00:00:00Z' },
    source,
  } as never);
async function* endlessSource() {
  await new Promise(() => {});
  yield booking;
}
const nothingListed: Answer = () => json(200, { items: [] });
const notYet: Answer = () => {
  const error = { type: 'service_unavailable', message: 'service_unavailable' };
  const summary = { created: 0, updated: 0, replayed: 0, cancelled: 0, refused: 1 };
  return json(200, { summary, results: [{ status: 503, outcome: 'refused', error, retryable: true }] });
};

const waits: Record<string, Wait> = {
  'a place in the queue, behind eight calls': {
    answers: [never],
    before: async (client) => {
      for (let n = 0; n < 8; n++) client.createUser(user).catch(() => {});
      await new Promise((resolve) => setTimeout(resolve, 20));
    },
  },
  'the pace': { answers: [spent], before: (client) => client.createUser(user) },
  'a place in the queue, held back by a 429': { answers: [tooMany] },
  'a place in the queue, held back by the 429 of another call': {
    answers: [tooMany],
    before: async (client) => {
      client.getUser(id).catch(() => {});
      await new Promise((resolve) => setTimeout(resolve, 20));
    },
  },
  'the delay of a 503': { answers: [away], options: { pace: false } },
  'an answer': { answers: [never] },
  'a body': { answers: [endlessBody] },
  'a token': { answers: [created], options: { token: () => new Promise(() => {}) } },
  'the id of the external service': { answers: [never], options: { externalServiceId: undefined } },
  'a change (long poll)': {
    answers: [never],
    work: (client, signal) => client.listChanges({ wait: 20 }, { signal }),
  },
  'the second page of a list': {
    answers: [page, never],
    work: async (client, signal) => {
      for await (const _user of client.listUsers({}, { signal }));
    },
  },
  'a batch': {
    answers: [tooMany],
    work: (client, signal) =>
      client.batchCourtBookings({ items: [{ action: 'upsert', ...booking }] }, { signal }),
  },
  'a sync': { answers: [tooMany], work: (client, signal) => sync(client).sync({ signal }) },
  'the source of a sync': {
    answers: [never],
    work: (client, signal) => sync(client, endlessSource()).sync({ signal }),
  },
  'the source of a sync, which is a function': {
    answers: [never],
    work: (client, signal) => sync(client, () => new Promise(() => {})).sync({ signal }),
  },
  'the delay between two rounds of a sync': {
    answers: [nothingListed, nothingListed, notYet],
    options: { pace: false },
    work: (client, signal) => sync(client).sync({ signal }),
  },
  'a push': {
    answers: [tooMany],
    work: (client, signal) => sync(client).push([{ action: 'upsert', ...booking }] as never, { signal }),
  },
  following: {
    answers: [away],
    options: { maxAttempts: 1 },
    work: (client, signal) => follow({ client, handle: () => {}, signal }),
  },
};

describe.each(Object.entries(waits))('abort signal during a wait for %s', (_name, wait) => {
  const { answers, options, before, work = (client, signal) => client.createUser(user, { signal }) } = wait;

  const start = async () => {
    const left = [...answers];
    let sent = 0;
    const client = createPartnerClient({
      baseUrl: 'http://127.0.0.1:9',
      token: newToken('partner'),
      externalServiceId,
      timeoutMs: 600_000,
      fetch: async () => {
        sent += 1;
        return (left.length > 1 ? left.shift()! : left[0]!)();
      },
      ...options,
    } as never);
    await before?.(client);
    return { client, sent: () => sent };
  };
  const endOf = async (ended: unknown) =>
    (ended as Promise<unknown>).then(
      () => 'aborted',
      (error: { type?: string }) => error.type,
    );

  it('ends the wait within 50 ms', async () => {
    const { client } = await start();
    const controller = new AbortController();
    const end = endOf(work(client, controller.signal));
    await new Promise((resolve) => setTimeout(resolve, 100));
    const fired = performance.now();
    controller.abort();
    expect(await end).toBe('aborted');
    expect(performance.now() - fired).toBeLessThan(50);
  });

  it('ends it at once if it fired before, without sending anything', async () => {
    const { client, sent } = await start();
    const sentBefore = sent();
    const began = performance.now();
    expect(await endOf(work(client, AbortSignal.abort()))).toBe('aborted');
    expect(performance.now() - began).toBeLessThan(50);
    expect(sent()).toBe(sentBefore);
  });
});

it('aborts a queued call without using up the place or the pace of the others', async () => {
  const waiting: (() => void)[] = [];
  const client = createPartnerClient({
    baseUrl: 'http://127.0.0.1:9',
    token: newToken('partner'),
    externalServiceId,
    concurrency: 1,
    fetch: async () => {
      await new Promise<void>((resolve) => waiting.push(resolve));
      return created();
    },
  });
  const first = client.createUser(user);
  const controller = new AbortController();
  const ended = client.createUser(user, { signal: controller.signal });
  const last = client.createUser(user);
  await expect.poll(() => waiting.length).toBe(1);
  controller.abort();
  await expect(ended).rejects.toBeInstanceOf(PartnerError);
  await expect(client.createUser(user, { signal: AbortSignal.abort() })).rejects.toMatchObject({
    type: 'aborted',
  });
  waiting[0]!();
  await first;
  await expect.poll(() => waiting.length).toBe(2);
  waiting[1]!();
  await last;
  expect(waiting).toHaveLength(2);
});
