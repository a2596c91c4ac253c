import { getEventListeners } from 'node:events';
import { createServer } from 'node:net';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type CallOptions, createPartnerClient, PartnerError } from '../../sdk/src/index.ts';
import { delayAfter, limitsOf, retryDefaults } from '../../sdk/src/retry.ts';
import { newToken } from '../../src/services/values/secret-formats.ts';
import { run } from '../harness/clients/sdk-consumer.ts';
import { ada } from '../harness/data/ada.ts';
import { listenLocally } from '../harness/servers/listen-locally.ts';
import { type Script, type ScriptedServer, startScriptedServer } from '../harness/servers/scripted-server.ts';

let server: ScriptedServer;
afterEach(() => server?.close());

const id = '01990b2e-6f6c-7c1e-9a53-0f2a5a6f1c01';
const done: Script = { status: 201, body: { id } };
const refusal = (status: number, type: string, headers: Record<string, string> = {}): Script => ({
  status,
  headers,
  body: { error: { type, message: `answered ${status}` } },
});
const quick = { initialDelayMs: 2, maxDelayMs: 20 };

function thrownBy(mistake: () => unknown): unknown {
  try {
    return mistake();
  } catch (thrown) {
    return thrown;
  }
}

function ownCause(): unknown {
  const error = new Error('reset');
  return Object.assign(error, { cause: error });
}

const clientAt = (baseUrl: string, options: object = quick) =>
  createPartnerClient({
    baseUrl,
    token: newToken('partner'),
    externalServiceId: '01990b2e-6f6c-7c1e-9a53-0f2a5a6f1c02',
    ...options,
  });
async function clientOf(script: Script[], options?: object) {
  server = await startScriptedServer(...script);
  return clientAt(server.address, options);
}

const call = async (script: Script[], options?: object, own?: CallOptions) =>
  (await clientOf(script, options)).safe.createUser(ada, own);

describe('retries', () => {
  // Node's fetch handles two statuses itself. It turns 407 into a network error, and sends 421 again.
  const statuses = Array.from({ length: 200 }, (_, index) => 400 + index).filter(
    (status) => ![407, 421].includes(status),
  );
  const retried = (status: number) => [408, 425, 429].includes(status) || status >= 500;

  it('retries 408, 425, 429 and 5xx, and no other status from 400 to 599', async () => {
    const client = await clientOf(
      statuses.flatMap((status) => [refusal(status, 'some_code'), ...(retried(status) ? [done] : [])]),
    );
    for (const status of statuses) {
      const before = server.received.length;
      const result = await client.safe.createUser(ada);
      expect([status, server.received.length - before], `${status}`).toEqual([
        status,
        retried(status) ? 2 : 1,
      ]);
      if (retried(status)) expect(result).toMatchObject({ ok: true, attempts: 2 });
      else expect(result).toMatchObject({ ok: false, error: { status, attempts: 1, code: 'some_code' } });
    }
  });

  it('neither follows nor retries a redirect, so that the token stays with the service', async () => {
    const result = await call([{ status: 307, headers: { Location: 'http://127.0.0.1:1/' } }, done]);
    expect(result).toMatchObject({ error: { type: 'unexpected_answer', status: 307, attempts: 1 } });
  });

  it('retries after a dropped connection, a cut response and a success that is not JSON', async () => {
    const cut: Script = { status: 200, body: { id: 'long enough' }, cutAfter: 5 };
    const noJson: Script = { status: 200, headers: { 'Content-Type': 'text/html' }, body: '<html>' };
    const result = await call(['drop', cut, noJson, done]);
    expect(result).toMatchObject({ ok: true, attempts: 4 });
  });

  it('sends the identical request each time, even if the body changes meanwhile', async () => {
    const client = await clientOf([refusal(503, 'service_unavailable'), 'drop', done]);
    const changing = { ...ada, participants: [] };
    const calling = client.createUser(changing);
    changing.firstName = 'Changed';
    await calling;
    const [first, ...others] = server.received.map(({ at, headers, ...request }) => ({
      ...request,
      headers: { ...headers, connection: '' },
    }));
    expect(others).toEqual([first, first]);
    expect(first!.body).toContain('"firstName":"Ada"');
  });

  it('stops after 7 attempts by default, and returns the last error', async () => {
    const result = await call([refusal(503, 'service_unavailable')], { initialDelayMs: 2 });
    expect(result).toMatchObject({
      error: { type: 'service_unavailable', status: 503, attempts: 7, message: 'answered 503' },
    });
    expect(server.received).toHaveLength(7);
  });

  it('follows the limits of a call, and ignores undefined ones', async () => {
    const result = await call([refusal(500, 'internal_server_error')], quick, {
      maxAttempts: 2,
      timeoutMs: undefined as never,
    });
    expect(result).toMatchObject({ error: { type: 'internal_server_error', attempts: 2 } });
  });
});

describe('retry delay', () => {
  /** The milliseconds of all timers, for delays and time limits. The random part of a delay is at its maximum. */
  const timers: (number | undefined)[] = [];
  beforeEach(() => {
    const { setTimeout } = globalThis;
    timers.length = 0;
    vi.spyOn(Math, 'random').mockReturnValue(1);
    vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, millis?: number) => {
      timers.push(millis);
      // A delay of about a second passes a hundred times as fast. Time limits are longer.
      const isLong = Number(millis) >= 500 && Number(millis) <= 2_010;
      return setTimeout(run, isLong ? Number(millis) / 100 : millis);
    }) as typeof setTimeout);
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('is random between half and all, in addition to Retry-After, and capped', () => {
    const limits = { ...retryDefaults, initialDelayMs: 100, maxDelayMs: 5_000 };
    const waitOf = (attempts: number, retryAfterMs?: number) =>
      delayAfter({ attempts, retryAfterMs } as PartnerError, limits);
    const random = vi.mocked(Math.random);
    random.mockReturnValue(0);
    expect([waitOf(1), waitOf(2), waitOf(3), waitOf(1, 1_000)]).toEqual([50, 100, 200, 1_050]);
    random.mockReturnValue(1);
    expect([waitOf(1), waitOf(2), waitOf(3), waitOf(1, 1_000)]).toEqual([100, 200, 400, 1_100]);
    expect([waitOf(30), waitOf(1, 3_600_000)]).toEqual([5_000, 5_000]);
  });

  it('uses the default for 0 and NaN, as from an unset variable', () => {
    const given = { maxAttempts: Number.NaN, timeoutMs: 0, attemptTimeoutMs: undefined, initialDelayMs: 1 };
    expect(limitsOf(given, retryDefaults)).toEqual({ ...retryDefaults, initialDelayMs: 1 });
  });

  it('follows Retry-After in seconds', async () => {
    await call([refusal(429, 'rate_limit_exceeded', { 'Retry-After': '1' }), done], { initialDelayMs: 10 });
    expect(timers).toContain(1_010);
  });

  it('compares a date in Retry-After with the Date header, however wrong the local clock is', async () => {
    for (const skew of [-86_400_000, 0, 86_400_000]) {
      const now = Date.now() + skew;
      const headers = {
        Date: new Date(now).toUTCString(),
        'Retry-After': new Date(now + 7_000).toUTCString(),
      };
      const options = { ...quick, maxAttempts: 1 };
      const result = await call([refusal(503, 'service_unavailable', headers)], options);
      expect(result).toMatchObject({ error: { retryAfterMs: 7_000 } });
      await server.close();
    }
  });

  it('does not start if it would outlast the call, which fails at once', async () => {
    const result = await call([refusal(503, 'service_unavailable', { 'Retry-After': '20' })], {
      timeoutMs: 5_000,
    });
    expect(result).toMatchObject({
      error: { type: 'service_unavailable', attempts: 1, retryAfterMs: 20_000 },
    });
    // Only the time limits of the attempt and the call were set, and no delay.
    expect(timers.filter((millis) => Number(millis) > 10_000)).toEqual([]);
  });
});

describe('end of a call', () => {
  it.each<[limit: string, Script[], options: object, outcome: object]>([
    [
      'an attempt that is not the last',
      ['hang', 'hang', done],
      { attemptTimeoutMs: 100 },
      { ok: true, attempts: 3 },
    ],
    [
      'the last attempt',
      ['hang'],
      { attemptTimeoutMs: 60, maxAttempts: 2 },
      { error: { limit: 'attempt', attempts: 2 } },
    ],
    [
      'the call, with attempts left',
      ['hang'],
      { attemptTimeoutMs: 40_000, timeoutMs: 150 },
      { error: { limit: 'call', attempts: 1 } },
    ],
    [
      'the call, in a later attempt',
      ['hang'],
      { attemptTimeoutMs: 400, timeoutMs: 600 },
      { error: { limit: 'call', attempts: 2 } },
    ],
  ])('follows the time limit of %s', async (_limit, script, options, outcome) => {
    const started = performance.now();
    const result = await call(script, { ...quick, ...options });
    expect(result).toMatchObject(outcome);
    if (!result.ok) expect(result.error.type).toBe('timeout');
    expect(performance.now() - started).toBeLessThan(20_000);
  });

  it('applies the time limit of an attempt to reading the response, and then closes the connection', async () => {
    let closed = 0;
    const stalling = createServer((socket) => {
      socket.on('data', () => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{'));
      socket.on('close', () => closed++).on('error', () => {});
    });
    const { address, close } = await listenLocally(stalling);
    const client = clientAt(address, { ...quick, attemptTimeoutMs: 80, maxAttempts: 2 });
    expect(await client.safe.createUser(ada)).toMatchObject({
      error: { type: 'timeout', limit: 'attempt', attempts: 2 },
    });
    await expect.poll(() => closed).toBe(2);
    await close();
  });

  it('lets the process exit after a call, a timeout or an abort during a delay', async () => {
    server = await startScriptedServer(done, 'hang', refusal(500, 'internal_server_error'));
    const script = `
      import { createPartnerClient } from '${new URL('../../sdk/src/index.ts', import.meta.url).href}';
      const { safe } = createPartnerClient({ baseUrl: '${server.address}', token: '${newToken('partner')}',
        externalServiceId: '01990b2e-6f6c-7c1e-9a53-0f2a5a6f1c02', initialDelayMs: 30_000, attemptTimeoutMs: 60_000 });
      const body = ${JSON.stringify(ada)};
      await safe.createUser(body);
      await safe.createUser(body, { maxAttempts: 1, attemptTimeoutMs: 50 });
      await safe.createUser(body, { signal: AbortSignal.timeout(100) });
      console.log('done');`;
    const started = performance.now();
    expect(await run(process.execPath, ['--input-type=module', '-e', script], '.', {})).toBe('done\n');
    expect(performance.now() - started).toBeLessThan(25_000);
  });

  it('sends nothing if the signal has already fired', async () => {
    const result = await call([done], quick, { signal: AbortSignal.abort() });
    expect(result).toMatchObject({ error: { type: 'aborted', attempts: 0 } });
    expect(result).not.toMatchObject({
      error: { message: expect.stringContaining('may have been carried out') },
    });
    expect(server.received).toEqual([]);
  });

  it('does not wait for a fetch that ignores its signal', async () => {
    const deaf = clientAt('http://127.0.0.1:1', {
      fetch: () => new Promise(() => {}),
      attemptTimeoutMs: 30,
      maxAttempts: 2,
      ...quick,
    });
    expect(await deaf.safe.createUser(ada)).toMatchObject({ error: { type: 'timeout', attempts: 2 } });
  });

  it('reads globalThis.fetch at each attempt', async () => {
    const client = await clientOf(['drop', done]);
    const original = globalThis.fetch;
    const seen: string[] = [];
    globalThis.fetch = ((input: string, init: RequestInit) => {
      seen.push(input);
      return original(input, init);
    }) as typeof fetch;
    await client.createUser(ada);
    globalThis.fetch = original;
    expect(seen).toHaveLength(2);
  });

  it('treats an error of this package thrown by fetch like any other failure', async () => {
    const client = clientAt('http://127.0.0.1:1', {
      fetch: () =>
        Promise.reject(new PartnerError('of another client', { type: 'network_error', attempts: 1 })),
      ...quick,
      maxAttempts: 3,
    });
    expect(await client.safe.createUser(ada)).toMatchObject({
      error: { type: 'network_error', attempts: 3 },
    });
  });

  const failing = (thrown: unknown) =>
    clientAt('http://127.0.0.1:1', {
      fetch: () => {
        throw thrown;
      },
      ...quick,
      maxAttempts: 3,
    });
  const coded = (code: string) =>
    new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) });

  it.each<[string, unknown]>([
    ['a name that does not exist', coded('ENOTFOUND')],
    ['a header that cannot be', coded('ERR_INVALID_CHAR')],
    ['an argument that undici refuses', coded('UND_ERR_INVALID_ARG')],
    ['an undefined variable', new ReferenceError('agent is not defined')],
    ['a value that is not a function', thrownBy(() => (undefined as never as { get(): void }).get())],
    ['a value that cannot be called', thrownBy(() => (({}) as { get(): void }).get())],
    ['no JSON', thrownBy(() => JSON.parse('{'))],
    ['no address', thrownBy(() => new URL('nowhere'))],
    ['no end', new RangeError('Maximum call stack size exceeded')],
    [
      'a programming error that fetch wraps',
      new TypeError('fetch failed', { cause: thrownBy(() => (({}) as { dispatch(): void }).dispatch()) }),
    ],
    [
      'a programming error that is wrapped twice',
      new Error('sending failed', {
        cause: new TypeError('fetch failed', { cause: new ReferenceError('x') }),
      }),
    ],
    ['a name that does not exist, at every address', new AggregateError([coded('ENOTFOUND')])],
    [
      'a name that does not exist, in another realm',
      runInNewContext("Object.assign(new Error('no'), { code: 'ENOTFOUND' })"),
    ],
    [
      'a programming error of another realm',
      runInNewContext("new TypeError('agent.dispatch is not a function')"),
    ],
    ['a certificate that nobody signed', coded('DEPTH_ZERO_SELF_SIGNED_CERT')],
    ['a certificate that has expired', coded('CERT_HAS_EXPIRED')],
    ['a certificate of another host', coded('ERR_TLS_CERT_ALTNAME_INVALID')],
    ['a server without TLS', coded('ERR_SSL_WRONG_VERSION_NUMBER')],
  ])('reports %s at once, without a retry', async (_name, thrown) => {
    expect(await failing(thrown).safe.createUser(ada)).toMatchObject({
      error: { type: 'network_error', attempts: 1, cause: thrown },
    });
  });

  it.each<[string, unknown]>([
    ['a name that cannot be asked for now', coded('EAI_AGAIN')],
    ['a refused connection', coded('ECONNREFUSED')],
    ['a timeout of undici', coded('UND_ERR_CONNECT_TIMEOUT')],
    ["Node's failure", new TypeError('fetch failed')],
    ["Chrome's failure", new TypeError('Failed to fetch')],
    ["Firefox's failure", new TypeError('NetworkError when attempting to fetch resource.')],
    ["Safari's failure", new TypeError('Load failed')],
    ["Deno's failure", new TypeError('error sending request for url (http://127.0.0.1:1/)')],
    ["a worker's failure", new Error('Network connection lost.')],
    ['a value that is not an error', 'reset'],
    ['a value without a prototype', Object.create(null)],
    ['a symbol', Symbol('reset')],
    ['one address that may heal', new AggregateError([coded('ENOTFOUND'), coded('ECONNREFUSED')])],
    ['an error that is its own cause', ownCause()],
  ])('retries after %s', async (_name, thrown) => {
    expect(await failing(thrown).safe.createUser(ada)).toMatchObject({
      error: { type: 'network_error', attempts: 3 },
    });
  });

  it.each<[string, unknown, string]>([
    ['an error', new TypeError('Load failed'), 'TypeError: Load failed'],
    [
      'an error with a more specific cause',
      new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') }),
      'TypeError: fetch failed Error: connect ECONNREFUSED',
    ],
    ['a value that is not an error', 'reset', 'reset'],
    ['nothing', undefined, 'undefined'],
  ])(
    'repeats the reason of a network failure as it was thrown, and no more: %s',
    async (_name, thrown, why) => {
      expect(await failing(thrown).safe.createUser(ada)).toMatchObject({
        error: {
          message: `No response was received (${why}). The call may have been carried out. It is safe to call again.`,
        },
      });
    },
  );

  it('adds one listener for many calls with one signal, because Node 20 warns above ten', async () => {
    const client = await clientOf(['hang']);
    const controller = new AbortController();
    const { signal } = controller;
    const calling = Array.from({ length: 20 }, () => client.safe.createUser(ada, { signal }));
    await expect.poll(() => server.received.length).toBeGreaterThan(0);
    expect(getEventListeners(signal, 'abort')).toHaveLength(1);
    controller.abort('enough');
    for (const result of await Promise.all(calling)) {
      expect(result).toMatchObject({ error: { type: 'aborted', cause: 'enough' } });
    }
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });

  it('aborts a call after another call with the same signal has completed', async () => {
    const client = await clientOf(['hang', done], { attemptTimeoutMs: 600_000, timeoutMs: 600_000 });
    const controller = new AbortController();
    const { signal } = controller;
    const hanging = client.safe.createUser(ada, { signal });
    await expect.poll(() => server.received.length).toBe(1);
    expect(await client.safe.createUser(ada, { signal })).toMatchObject({ ok: true });
    controller.abort('enough');
    expect(await hanging).toMatchObject({ error: { type: 'aborted', cause: 'enough', attempts: 1 } });
  });
});

describe('contract changes in a newer service', () => {
  const unknown = 'unknown to this SDK. Check baseUrl.';
  const html = { 'Content-Type': 'text/html' };
  it.each<[response: string, Script, error: object]>([
    [
      'a new error code, with its message and issues',
      { status: 422, body: { error: { type: 'court_closed', message: 'The court is closed.', issues: [] } } },
      {
        code: 'court_closed',
        status: 422,
        message: `422, The court is closed.: ${unknown}`,
        issues: [],
        attempts: 1,
      },
    ],
    [
      'a code of another operation',
      refusal(409, 'stale_write'),
      { code: 'stale_write', status: 409, attempts: 1 },
    ],
    [
      'a page of a proxy',
      { status: 502, headers: html, body: '<h1>Bad gateway</h1>' },
      { code: 'unexpected_answer', status: 502, message: `502, text/html: ${unknown}`, attempts: 2 },
    ],
    ['a success without a body', { status: 200, body: '' }, { status: 200, attempts: 2 }],
  ])('returns unexpected_answer for %s', async (_response, script, error) => {
    const result = await call([script], { ...quick, maxAttempts: 2 });
    expect(result).toMatchObject({ error: { type: 'unexpected_answer', ...error } });
  });

  it('passes new fields and enumeration values through', async () => {
    const result = await call([{ status: 200, body: { id, playingHand: 'BOTH', ranking: 7 } }]);
    expect(result).toMatchObject({ ok: true, data: { playingHand: 'BOTH', ranking: 7 } });
  });
});
