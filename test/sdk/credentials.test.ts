import { describe, expect, it } from 'vitest';
import {
  createPartnerClient,
  PartnerApiError,
  type PartnerClientOptions,
  sdkVersion,
} from '../../sdk/src/index.ts';
import { follow } from '../../sdk/src/sync/index.ts';
import { bookingBody } from '../harness/data/factories.ts';
import { useTenant, useTestService } from '../harness/servers/use-test-service.ts';

const service = useTestService('postgresql');
const tenant = useTenant(service);
const sent: { path: string; headers: Headers }[] = [];

function clientOf(options: Partial<PartnerClientOptions> = {}) {
  sent.length = 0;
  return createPartnerClient({
    baseUrl: service.address,
    token: tenant.token,
    initialDelayMs: 1,
    fetch: (input, init) => {
      const request = new Request(input, init);
      sent.push({ path: new URL(request.url).pathname, headers: request.headers });
      return fetch(request);
    },
    ...options,
  });
}
const askings = () => sent.filter(({ path }) => path === '/api/v1/token').length;

describe('missing external service id', () => {
  it('is read from the token once, however many calls start at the same time', async () => {
    const client = clientOf();
    const pages = await Promise.all([client.listCourts(), client.safe.listCourts(), client.listUsers()]);
    expect(pages).toHaveLength(3);
    await client.listCourts();
    expect(askings()).toBe(1);
    expect(sent.at(-1)!.path).toContain(tenant.externalServiceId);
  });

  it('is not needed for operations of the token, and not requested if it is given', async () => {
    await clientOf().getToken();
    expect(sent).toHaveLength(1);
    await clientOf().listApiTokens();
    expect(sent.map(({ path }) => path)).toEqual(['/api/v1/tokens']);
    await clientOf({ externalServiceId: tenant.externalServiceId }).listCourts();
    expect(askings()).toBe(0);
  });

  it('fails every waiting call if the lookup fails, and is looked up again', async () => {
    let isDown = true;
    const client = clientOf({
      maxAttempts: 1,
      fetch: (input, init) => {
        sent.push({ path: new URL(input as string).pathname, headers: new Headers() });
        return isDown ? Promise.reject(new TypeError('fetch failed')) : fetch(input, init);
      },
    });
    const failed = await Promise.all([
      client.safe.listCourts({}, { requestId: 'one' }),
      client.safe.getUserByExternalId('x', { requestId: 'two' }),
    ]);
    expect(failed).toMatchObject([
      { error: { type: 'network_error', operation: 'listCourts', requestId: 'one' } },
      { error: { type: 'network_error', operation: 'getUserByExternalId', requestId: 'two' } },
    ]);
    expect(askings()).toBe(1);
    isDown = false;
    expect(await client.safe.listCourts()).toMatchObject({ ok: true });
    expect(askings()).toBe(2);
  });

  it('fails the call with the error of the token', async () => {
    const result = await clientOf({ token: 'cbp_mistyped' }).safe.upsertCourtBooking('a', {} as never);
    expect(result).toMatchObject({
      error: { type: 'invalid_api_token', operation: 'upsertCourtBooking', status: 401 },
    });
    expect(!result.ok && result.error).toBeInstanceOf(PartnerApiError);
  });

  it('allows one waiting call to be aborted without affecting the others', async () => {
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const client = clientOf({
      fetch: async (input, init) => {
        if (`${input}`.endsWith('/token')) await held;
        return fetch(input, init);
      },
    });
    const controller = new AbortController();
    const leaving = client.safe.listCourts({}, { signal: controller.signal });
    const hurried = client.safe.listCourts({}, { timeoutMs: 20 });
    const staying = client.safe.listCourts();
    controller.abort('gone');
    expect(await leaving).toMatchObject({ error: { type: 'aborted', attempts: 0, cause: 'gone' } });
    expect(await hurried).toMatchObject({ error: { type: 'timeout', limit: 'call', attempts: 0 } });
    answer();
    expect(await staying).toMatchObject({ ok: true });
    const early = { signal: AbortSignal.abort() };
    expect(await client.safe.listCourts({}, early)).toMatchObject({
      error: { type: 'aborted', attempts: 0 },
    });
  });
});

describe('token function', () => {
  it('is called for each call, so that the token can be rotated without a new client', async () => {
    const { secret } = await service.factories.token(tenant.externalServiceId);
    const tokens = [tenant.token, secret];
    let asked = 0;
    const client = clientOf({
      externalServiceId: tenant.externalServiceId,
      token: async () => tokens[asked++ % 2]!,
    });
    await client.listCourts();
    await client.listCourts();
    const { response } = await client.raw.GET('/api/v1/token', {});
    expect(response.status).toBe(200);
    expect(sent.map(({ headers }) => headers.get('Authorization'))).toEqual(
      [tenant.token, secret, tenant.token].map((token) => `Bearer ${token}`),
    );
  });

  const closed = new Error('The vault is closed.');
  const failures: [string, () => never | string, object][] = [
    [
      'throws',
      () => {
        throw closed;
      },
      { cause: closed, message: expect.stringContaining('The vault is closed.') },
    ],
    ['returns an empty text', () => '', { message: expect.stringContaining('no token') }],
    ['returns nothing', () => undefined as never, {}],
    ['returns what no header can carry', () => 'two\nlines', {}],
  ];
  it.each(failures)('fails the call with token_unavailable if it %s', async (_name, token, fields) => {
    const externalServiceId = tenant.externalServiceId;
    const client = clientOf({ token, externalServiceId, maxAttempts: 3 });
    const result = await client.safe.listUsers({}, { requestId: 'mine' });
    expect(result).toMatchObject({
      error: { type: 'token_unavailable', operation: 'listUsers', requestId: 'mine', attempts: 3, ...fields },
    });
    await expect(client.raw.GET('/api/v1/token')).rejects.toMatchObject({ type: 'token_unavailable' });
    expect(sent).toEqual([]);
  });

  it.each(failures)('is called again if it %s twice, until it returns a token', async (_name, token) => {
    let asked = 0;
    const client = clientOf({ token: () => (asked++ < 2 ? token() : tenant.token) });
    expect(await client.safe.listCourts()).toMatchObject({ ok: true });
    expect(asked).toBeGreaterThan(2);
  });

  it.each(failures)('does not end following changes if it %s', async (_name, token) => {
    const { externalServiceId, courtIds } = tenant;
    await service.upsertCourtBooking(externalServiceId, 'followed', {
      token: tenant.token,
      body: bookingBody(courtIds[0]),
    });
    let asked = 0;
    const client = clientOf({
      externalServiceId,
      token: () => (asked++ === 0 ? token() : tenant.token),
      maxAttempts: 1,
    });
    const ending = new AbortController();
    const failures: unknown[] = [];
    await follow({
      client,
      handle: () => ending.abort(),
      signal: ending.signal,
      onFailure: (error) => failures.push(error),
    });
    expect(failures).toMatchObject([{ type: 'token_unavailable' }]);
  });

  it('ends the attempt at its time limit if it hangs', async () => {
    let asked = 0;
    const client = clientOf({
      externalServiceId: tenant.externalServiceId,
      token: () => (asked++ === 0 ? new Promise<string>(() => {}) : tenant.token),
      attemptTimeoutMs: 200,
    });
    expect(await client.safe.listCourts()).toMatchObject({ ok: true });
    expect(asked).toBe(2);
  });
});

describe('custom headers', () => {
  it('sends custom headers with every request, without replacing the client’s own', async () => {
    const headers = {
      'X-Gateway': 'abc',
      Authorization: 'Basic x',
      'Content-Type': 'text/plain',
      'x-request-id': 'theirs',
    };
    const client = clientOf({ headers, userAgent: 'my-club/2.1' });
    await client.listCourts();
    await client.raw.GET('/api/v1/token', {});
    for (const { headers: received } of sent) {
      expect(received.get('X-Gateway')).toBe('abc');
      expect(received.get('Authorization')).toMatch(/^Bearer cbp_/);
      expect(received.get('Content-Type')).not.toBe('text/plain');
      expect(received.get('User-Agent')).toBe(`courtbridge-sdk/${sdkVersion} my-club/2.1`);
    }
    expect(sent[1]!.headers.get('X-Request-Id')).not.toBe('theirs');
  });
});

describe('browser', () => {
  const names = ['window', 'document', 'process'] as const;
  const originals = names.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const);
  function within<Result>(
    world: Partial<Record<(typeof names)[number], unknown>>,
    make: () => Result,
  ): Result {
    for (const name of names) {
      Object.defineProperty(globalThis, name, { value: world[name], configurable: true, writable: true });
    }
    try {
      return make();
    } finally {
      for (const [name, descriptor] of originals) {
        if (descriptor) Object.defineProperty(globalThis, name, descriptor);
        else Reflect.deleteProperty(globalThis, name);
      }
    }
  }
  const page = { window: {}, document: {} };

  it('rejects a new client, which would expose the token, unless this is allowed', () => {
    expect(() => within(page, () => clientOf())).toThrow(
      /dangerouslyAllowBrowser: A browser would show the token/,
    );
    expect(() => within(page, () => clientOf({ dangerouslyAllowBrowser: true }))).not.toThrow();
  });

  it.each([
    ['Deno, which had a window', { window: {} }],
    ['a worker', {}],
    ['jsdom on Node', { ...page, process: { versions: { node: '24' } } }],
  ])('allows a client in %s', (_name, world) => {
    expect(() => within(world, () => clientOf())).not.toThrow();
  });
});
