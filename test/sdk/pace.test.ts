import { createServer } from 'node:http';
import fc from 'fast-check';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  type CreateUserRequest,
  createPartnerClient,
  type PartnerClientOptions,
} from '../../sdk/src/index.ts';
import { createPace } from '../../sdk/src/pace.ts';
import { createRequestQueue } from '../../sdk/src/request-queue.ts';
import { newToken } from '../../src/services/values/secret-formats.ts';
import { userBody } from '../harness/data/factories.ts';
import { type SimulatedClients, simulateLimit } from '../harness/data/simulated-limit.ts';
import { listenLocally } from '../harness/servers/listen-locally.ts';
import { startScriptedServer } from '../harness/servers/scripted-server.ts';

const userFields = () => userBody() as object as CreateUserRequest;

/** Headers of a response with a bucket of 100 that refills at 50 per second. */
const told = (left: number) =>
  new Headers({ 'RateLimit-Policy': '"x";q=100;w=2', RateLimit: `"x";r=${left};t=1` });

const defaults = { perSecond: 50, burst: 100 };

describe('pace in simulated time', () => {
  const cases: [string, SimulatedClients, { refused: number; longer: number }][] = [
    ['1,000 calls at once', { calls: 1_000 }, { refused: 0, longer: 0.05 }],
    [
      'answers that take a second',
      { calls: 500, latency: 1_000, concurrency: 60 },
      { refused: 0, longer: 0.5 },
    ],
    ['no limit of its own', { calls: 1_000, concurrency: 1_000 }, { refused: 10, longer: 0.05 }],
    ['batches of 200 items', { calls: 60, costs: [20] }, { refused: 1, longer: 0.1 }],
    ['batches among calls', { calls: 300, costs: [20, 1, 1] }, { refused: 0, longer: 0.1 }],
    ['two clients', { clients: 2, calls: 500 }, { refused: 0, longer: 0.05 }],
    ['four clients', { clients: 4, calls: 500 }, { refused: 20, longer: 0.05 }],
    ['eight clients', { clients: 8, calls: 500 }, { refused: 80, longer: 0.05 }],
    ['two clients with batches', { clients: 2, calls: 50, costs: [20] }, { refused: 10, longer: 0.1 }],
  ];
  it.each(cases)('%s: avoids nearly all rejections and loses little time', (_name, setting, most) => {
    const { refused, seconds, leastSeconds } = simulateLimit(defaults, setting);
    expect(refused).toBeLessThanOrEqual(most.refused);
    expect(Math.max(...seconds)).toBeLessThan(leastSeconds * (1 + most.longer) + 1);
  });

  it('divides the limit equally between clients of one token', () => {
    const { seconds } = simulateLimit(defaults, { clients: 4, calls: 500 });
    expect(Math.min(...seconds)).toBeGreaterThan(Math.max(...seconds) * 0.85);
  });

  it('follows the limit in the responses, whether lower or raised', () => {
    const slow = simulateLimit({ burst: 10, perSecond: 2 }, { calls: 60 });
    expect(slow.refused).toBe(0);
    expect(Math.max(...slow.seconds)).toBeLessThan(slow.leastSeconds * 1.1 + 1);
    // The headers can express this limit only as 10 per second.
    const faster = simulateLimit({ burst: 10, perSecond: 50 }, { calls: 500 });
    expect(Math.max(...faster.seconds)).toBeLessThan(30);
  });

  it('does not delay requests if the responses have no limit', () => {
    const limit = { burst: 1e9, perSecond: 1e9, headers: () => ({}) };
    const { refused, seconds } = simulateLimit(limit, { calls: 4_000 });
    // 500 rounds of 8 requests, of at most 15 ms each.
    expect([refused, Math.max(...seconds) <= 7.5]).toEqual([0, true]);
  });

  it('allows no more requests before the first response than the default limit', () => {
    const pace = createPace();
    let sent = 0;
    while (pace.wait(1, 0) <= 0) {
      pace.sent(1, 0);
      sent++;
    }
    expect(sent).toBeGreaterThan(50);
    expect(sent).toBeLessThanOrEqual(100);
  });

  it('ignores a response that a later request’s response overtook', () => {
    const pace = createPace();
    const [first, second] = [pace.sent(1, 0), pace.sent(1, 0)];
    pace.answered(second, 1, 10, told(0));
    expect(pace.wait(1, 10)).toBeGreaterThan(0);
    pace.answered(first, 1, 10, told(90));
    expect(pace.wait(1, 10)).toBeGreaterThan(0);
  });

  it('delays a request that costs more than is left', () => {
    const pace = createPace();
    pace.answered(pace.sent(1, 0), 1, 0, told(5));
    expect(pace.wait(20, 0)).toBe(300);
    expect(pace.wait(20, 300)).toBeLessThanOrEqual(0);
    // A cost above the burst is allowed once the bucket is full.
    expect(pace.wait(500, 0)).toBe(1_900);
  });

  it('allows exactly one burst after a pause', () => {
    const pace = createPace();
    pace.answered(pace.sent(1, 0), 1, 0, told(0));
    let sent = 0;
    while (pace.wait(1, 60_000) <= 0) {
      pace.sent(1, 60_000);
      sent++;
    }
    expect(sent).toBeGreaterThan(50);
    expect(sent).toBeLessThanOrEqual(100);
  });

  it('keeps the known remainder if a response has only the policy', () => {
    const pace = createPace();
    pace.answered(pace.sent(1, 0), 1, 0, told(0));
    const policy = new Headers({ 'RateLimit-Policy': '"x";q=100;w=2' });
    pace.answered(pace.sent(1, 0), 1, 0, policy);
    expect(pace.wait(49, 0)).toBe(1_000);
  });

  it('holds requests for the given time', () => {
    const pace = createPace();
    pace.hold(1_000, 5);
    pace.hold(10, 5);
    expect([pace.wait(1, 5), pace.wait(1, 1_005)]).toEqual([1_000, 0]);
  });

  it('always returns a finite delay, whatever the headers contain', () => {
    const number = fc.oneof(fc.nat(), fc.constantFrom('', '-1', '1e9', 'x', '99999999999999999999'));
    const field = fc.tuple(fc.constantFrom('r', 'q', 'w', 't'), number).map(([name, n]) => `;${name}=${n}`);
    const header = fc.array(field).map((fields) => `"x"${fields.join('')}`);
    const answers = fc.array(fc.tuple(header, header, fc.integer({ min: 1, max: 20 })), { minLength: 1 });
    fc.assert(
      fc.property(answers, (told) => {
        const pace = createPace();
        let now = 0;
        for (const [policy, left, cost] of told) {
          const wait = pace.wait(cost, now);
          expect(Number.isFinite(wait)).toBe(true);
          now += Math.max(0, wait);
          // The delay is never longer than announced, apart from a millisecond for rounding.
          expect(pace.wait(cost, now)).toBeLessThanOrEqual(1 + now * 1e-9);
          const headers = new Headers({ 'RateLimit-Policy': policy, RateLimit: left });
          pace.answered(pace.sent(cost, now), cost, now, headers);
        }
      }),
    );
  });
});

describe('request queue with a test clock', () => {
  afterEach(() => {
    vi.useRealTimers();
  });
  const one = { cost: 1, slots: 1 };
  function queueWith(left: number, concurrency = 8) {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let time = 0;
    const pace = createPace();
    pace.answered(pace.sent(0, 0), 0, 0, told(left));
    const queue = createRequestQueue(concurrency, pace, () => time);
    const events: string[] = [];
    const acquire = (
      name: string,
      cost: number,
      { isRetry = false, signal = undefined as AbortSignal | undefined } = {},
    ) => {
      void queue
        .acquire({ cost, slots: 1 }, isRetry, signal)
        .then((number) => events.push(number === undefined ? `${name} left` : name));
    };
    const pass = async (millis: number) => {
      time += millis;
      await vi.advanceTimersByTimeAsync(millis);
    };
    return { queue, events, acquire, pass };
  }

  it('starts requests at once up to the concurrency, and the next one after a response', async () => {
    const { queue, acquire, events, pass } = queueWith(100, 2);
    for (const name of ['a', 'b', 'c']) acquire(name, 1);
    await pass(0);
    expect(events).toEqual(['a', 'b']);
    await pass(10_000);
    expect(events).toEqual(['a', 'b']);
    queue.release(2, one, told(90), 0);
    await pass(0);
    expect(events).toEqual(['a', 'b', 'c']);
  });

  it('starts a request when the pace allows it, without a response in between', async () => {
    const { acquire, events, pass } = queueWith(5);
    acquire('batch', 20);
    await pass(299);
    expect(events).toEqual([]);
    await pass(1);
    expect(events).toEqual(['batch']);
  });

  it('starts no cheaper request before the first in the queue, but as soon as that one leaves', async () => {
    const { acquire, events, pass } = queueWith(5);
    const controller = new AbortController();
    acquire('batch', 20, { signal: controller.signal });
    acquire('small', 1);
    await pass(100);
    expect(events).toEqual([]);
    controller.abort();
    await pass(0);
    expect(events).toEqual(['batch left', 'small']);
  });

  it('starts retries before new requests, and no cheaper request before either', async () => {
    const { acquire, events, pass } = queueWith(5);
    acquire('new', 20);
    acquire('retry', 20, { isRetry: true });
    acquire('small', 1);
    await pass(100);
    expect(events).toEqual([]);
    await pass(10_000);
    expect(events[0]).toBe('retry');
  });
});

describe('the request queue of a client', () => {
  const limited = { 'RateLimit-Policy': '"token";q=100;w=2', RateLimit: '"token";r=99;t=1' };
  const clientAt = (address: string, options: Partial<PartnerClientOptions> = {}) =>
    createPartnerClient({
      baseUrl: address,
      token: newToken('partner'),
      externalServiceId: '01990b2e-6f6c-7c1e-9a53-0f2a5a6f1c02',
      initialDelayMs: 1,
      ...options,
    });

  async function startHoldingServer() {
    const open: { url: string; answer: () => void }[] = [];
    let most = 0;
    const server = createServer((request, response) => {
      request.resume();
      const answer = () =>
        response.writeHead(201, limited).end('{"id":"01990b2e-6f6c-7c1e-9a53-0f2a5a6f1c03"}');
      open.push({ url: request.headers['x-request-id'] as string, answer });
      most = Math.max(most, open.length);
    });
    const { address, close } = await listenLocally(server);
    onTestFinished(close);
    return { address, open, most: () => most };
  }

  it.each([
    ['8 by default', {}, 8],
    ['as many as `concurrency` says', { concurrency: 3 }, 3],
    ['with `pace: false` all that are called', { pace: false }, 20],
    ['with both as many as it says', { pace: false, concurrency: 2 }, 2],
  ])('sends concurrently: %s', async (_name, options, wanted) => {
    const { address, open, most } = await startHoldingServer();
    const client = clientAt(address, options);
    const ids: string[] = [];
    const calls = Array.from({ length: 20 }, (_, n) =>
      client.createUser(userFields(), { requestId: `call-${n}` }),
    );
    for (let answered = 0; answered < 20; answered++) {
      await expect.poll(() => open.length, { interval: 5 }).toBe(Math.min(wanted, 20 - answered));
      const { url, answer } = open.shift()!;
      ids.push(url);
      answer();
    }
    await Promise.all(calls);
    expect(most()).toBe(wanted);
    if (wanted === 2) expect(ids).toEqual(calls.map((_, n) => `call-${n}`));
  });

  it('starts the time limit of a call when it is sent, and drops a queued call if its signal fires', async () => {
    const { address, open } = await startHoldingServer();
    const client = clientAt(address, { concurrency: 1 });
    const first = client.createUser(userFields(), { timeoutMs: 60_000 });
    await expect.poll(() => open.length, { interval: 5 }).toBe(1);
    const controller = new AbortController();
    const patient = client.safe.createUser(userFields(), { timeoutMs: 1_000, attemptTimeoutMs: 60_000 });
    const leaving = client.safe.createUser(userFields(), { signal: controller.signal });
    const last = client.safe.createUser(userFields());
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    controller.abort('enough');
    expect(await leaving).toMatchObject({ error: { type: 'aborted', attempts: 0, cause: 'enough' } });
    for (let n = 0; n < 3; n++) {
      await expect.poll(() => open.length, { interval: 5 }).toBe(1);
      open.shift()!.answer();
    }
    await first;
    expect([await patient, await last]).toMatchObject([{ ok: true }, { ok: true }]);
  });

  it('holds back all calls after a 429 for its Retry-After, and then sends the rejected one first', async () => {
    const refused = {
      status: 429,
      headers: { 'Retry-After': '1' },
      body: { error: { type: 'rate_limit_exceeded', message: 'Slow down.' } },
    };
    const done = { status: 201, headers: limited, body: { id: '01990b2e-6f6c-7c1e-9a53-0f2a5a6f1c03' } };
    const server = await startScriptedServer(refused, done);
    onTestFinished(() => void server.close());
    const client = clientAt(server.address, { concurrency: 1 });
    vi.spyOn(Math, 'random').mockReturnValue(1);
    const ids = ['call-1', 'call-2', 'call-3'];
    await Promise.all(ids.map((requestId) => client.createUser(userFields(), { requestId })));
    vi.restoreAllMocks();
    expect(server.received.map(({ headers }) => headers['x-request-id'])).toEqual(['call-1', ...ids]);
    const [first, ...others] = server.received;
    for (const { at } of others) expect(at - first!.at).toBeGreaterThanOrEqual(1_000 - 5);
  });

  it('frees the place of a failed attempt', async () => {
    const server = await startScriptedServer('drop');
    onTestFinished(() => void server.close());
    const client = clientAt(server.address, { concurrency: 1, maxAttempts: 2, maxDelayMs: 1 });
    const results = await Promise.all([1, 2, 3].map(() => client.safe.createUser(userFields())));
    expect(results.map((result) => !result.ok && result.error.attempts)).toEqual([2, 2, 2]);
  });
});

describe('cost of a batch', () => {
  afterEach(() => {
    vi.useRealTimers();
  });
  const atOnce = (cost: number) => {
    const pace = createPace();
    let sent = 0;
    for (; pace.wait(cost, 0) <= 0; sent++) pace.sent(cost, 0);
    return sent;
  };

  it.each([
    [1, 1],
    [10, 1],
    [11, 2],
    [200, 20],
    [0, 1],
  ])('is a tenth of a request per item, so that %i items are paced like %i requests', async (count, cost) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    let sent = 0;
    const client = createPartnerClient({
      baseUrl: 'https://partners.example.com',
      token: newToken('partner'),
      externalServiceId: '01990b2e-6f6c-7c1e-9a53-0f2a5a6f1c02',
      concurrency: 1_000,
      fetch: () => {
        sent += 1;
        return new Promise(() => {});
      },
    });
    const items = Array.from({ length: count }, (_, n) => ({
      action: 'cancel' as const,
      externalCourtBookingId: `b${n}`,
      externalUpdatedAt: '2026-11-20T12:00:00Z',
    }));
    const controller = new AbortController();
    const { signal } = controller;
    const calls = Array.from({ length: 100 }, () => client.safe.batchCourtBookings({ items }, { signal }));
    await vi.advanceTimersByTimeAsync(0);
    expect(sent).toBe(atOnce(cost));
    expect(atOnce(cost)).toBeLessThan(calls.length);
    controller.abort();
    for (const result of await Promise.all(calls))
      expect(result).toMatchObject({ error: { type: 'aborted' } });
  });
});
