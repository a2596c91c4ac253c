import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../src/api-error.ts';
import { errorAnswer } from '../../src/http/envelope.ts';
import { healthRoutes } from '../../src/http/health-routes.ts';
import type { RequestContext } from '../../src/http/request-context.ts';
import { createRequestHandler } from '../../src/http/request-handler.ts';
import type { Route } from '../../src/http/router.ts';

const caller = { address: '192.0.2.1', isSecure: false };

/** Creates a handler for the routes, and collects what it reports. Each read of its clock adds 5 ms. */
function startHandler(routes: Route[], overrides: Partial<Parameters<typeof createRequestHandler>[0]> = {}) {
  const told: unknown[] = [];
  const contexts: RequestContext[] = [];
  let time = 0;
  const handler = createRequestHandler({
    routes,
    notFoundPage: () => new Response('a page', { status: 404, headers: { 'Content-Type': 'text/html' } }),
    rejectsUnread: () => true,
    monotonic: () => {
      time += 5;
      return time;
    },
    newId: () => 'ours',
    holdBack: async (_context, milliseconds) => void told.push(`held back after ${milliseconds} ms`),
    onMiss: (_context, method, path) => told.push(`miss ${method} ${path}`),
    onResponse: (context, status, milliseconds) => {
      contexts.push(context);
      told.push(`${status} in ${milliseconds} ms`);
    },
    ...overrides,
  });
  return {
    told,
    contexts,
    send: async (target: string, init: RequestInit = {}, from = caller) => {
      const response = await handler.fetch(new Request('http://x/', init), from, target);
      const text = await response.text();
      return { status: response.status, headers: response.headers, text };
    },
    shed: (message: Partial<IncomingMessage>) =>
      handler.shed({ headers: {}, ...message } as IncomingMessage, () => caller),
  };
}

const echo = (path: string, more: Partial<Route> = {}): Route => ({
  path,
  methods: ['GET'],
  answer: (_request, _context, target) => new Response(JSON.stringify({ path, ...target })),
  ...more,
});
const refusing = (path: string, error: unknown, more: Partial<Route> = {}) =>
  echo(path, {
    answer: () => {
      throw error;
    },
    ...more,
  });

describe('routing', () => {
  const routes = ['/fixed', '/a/{one}/b/{two}', '/', '/a/{one}/tail', '/a.js'].map((path) => echo(path));
  const found = async (target: string) => {
    const { status, text } = await startHandler(routes).send(target);
    return status === 200 ? JSON.parse(text) : status;
  };
  const at = (path: string, rawParameters = {}, rawQuery = '') => ({ path, rawParameters, rawQuery });

  it.each([
    ['/fixed', at('/fixed')],
    ['/fixed?a=b/c?d', at('/fixed', {}, 'a=b/c?d')],
    ['/fixed?', at('/fixed')],
    ['http://elsewhere:1/fixed?a', at('/fixed', {}, 'a')],
    ['http://elsewhere:1/fixed', at('/fixed')],
    ['http://elsewhere', at('/')],
    ['/a/1/b/2', at('/a/{one}/b/{two}', { one: '1', two: '2' })],
    ['/a//b/', at('/a/{one}/b/{two}', { one: '', two: '' })],
    ['/a/%2e/b/..', at('/a/{one}/b/{two}', { one: '%2e', two: '..' })],
    ['/a/1/tail', at('/a/{one}/tail', { one: '1' })],
  ])('%s: matches the path as sent, with its parameters and query', async (target, route) => {
    expect(await found(target)).toEqual(route);
  });

  it.each([
    '/fixed/',
    '/Fixed',
    '/%66ixed',
    '//fixed',
    '/x/a/1/b/2',
    '/a/1/b/2/3',
    '/a/1/2/b/3',
    '/a/1/b',
    '/a/1',
    '/nothing',
    '//',
  ])('finds no route for %s', async (target) => {
    expect(await found(target)).toBe(404);
  });

  it('chooses the route by method if several share a path', async () => {
    const { send } = startHandler([
      echo('/twice', { answer: () => new Response('read') }),
      echo('/twice', { methods: ['POST', 'PUT'], answer: () => new Response('written') }),
    ]);
    const answers = await Promise.all(['GET', 'POST', 'PUT'].map((method) => send('/twice', { method })));
    expect(answers.map(({ text }) => text)).toEqual(['read', 'written', 'written']);
    const { status, headers } = await send('/twice', { method: 'DELETE' });
    expect([status, headers.get('allow')]).toEqual([405, 'GET, POST, PUT']);
  });

  it('uses the URL of the request if no target is given', async () => {
    const routes = [echo('/fixed')];
    const handler = createRequestHandler({
      ...{ routes, notFoundPage: () => new Response(), rejectsUnread: () => false, newId: () => 'ours' },
      ...{ monotonic: () => 0, onMiss: () => {}, onResponse: () => {} },
    });
    const response = await handler.fetch(new Request('http://x/fixed?a'), caller);
    expect(await response.json()).toEqual(at('/fixed', {}, 'a'));
  });
});

describe('headers of every response', () => {
  const named = ['x-request-id', 'x-content-type-options', 'cache-control', 'strict-transport-security'];
  const { send } = startHandler([
    echo('/plain'),
    echo('/kept', { answer: () => new Response('', { headers: { 'Cache-Control': 'max-age=60' } }) }),
    echo('/whole', { bringsHeaders: true }),
    refusing('/refused', new ApiError('invalid_schema')),
  ]);
  const headersOf = async (path: string, sent: Record<string, string> = {}, isSecure = false) => {
    const { headers } = await send(path, { headers: sent }, { ...caller, isSecure });
    return named.map((name) => headers.get(name));
  };

  it.each(['/plain', '/refused', '/nowhere'])(
    '%s: sets a request id, nosniff and no-store, and HSTS over TLS',
    async (path) => {
      expect(await headersOf(path)).toEqual(['ours', 'nosniff', 'no-store', null]);
      expect((await headersOf(path, {}, true)).at(-1)).toBe('max-age=31536000');
    },
  );

  it('sets the same headers on the page for browsers', async () => {
    expect(await headersOf('/nowhere', { Accept: 'text/html' })).toEqual([
      'ours',
      'nosniff',
      'no-store',
      null,
    ]);
  });

  it('keeps a given cache-control, and leaves a response that has them all unchanged', async () => {
    expect(await headersOf('/kept')).toEqual(['ours', 'nosniff', 'max-age=60', null]);
    expect(await headersOf('/whole', {}, true)).toEqual([null, null, null, null]);
  });

  it.each([
    ...['a', 'AZaz09_.:=+/-', 'x'.repeat(128)].map((id) => [id, true] as const),
    ...['x'.repeat(129), 'a b', 'ü', '', '.', '..'].map((id) => [id, false] as const),
  ])('uses the caller’s request id if it is well-formed: %s', async (sent, isKept) => {
    const [id] = await headersOf('/plain', { 'X-Request-Id': sent });
    expect(id).toBe(isKept ? sent : 'ours');
  });
});

describe('thrown errors', () => {
  it('returns a known error, and turns any other into internal_server_error without details', async () => {
    const fault = new Error('secret');
    const { send, contexts } = startHandler([
      refusing('/known', new ApiError('court_not_found')),
      refusing('/unknown', fault),
    ]);
    const known = await send('/known');
    expect([known.status, JSON.parse(known.text).error.type]).toEqual([404, 'court_not_found']);
    const unknown = await send('/unknown', { headers: { Accept: 'text/html' } });
    expect([unknown.status, JSON.parse(unknown.text).error.type]).toEqual([500, 'internal_server_error']);
    expect(unknown.text).not.toContain('secret');
    expect(contexts.map(({ error }) => error?.type)).toEqual(['court_not_found', 'internal_server_error']);
    expect(contexts[1]!.error!.cause).toBe(fault);
  });

  it('uses the error format of the path, whatever the method', async () => {
    const errorBody = ({ type }: ApiError) => ({ own: type });
    const { send } = startHandler([refusing('/own', new ApiError('invalid_schema'), { errorBody })]);
    expect(JSON.parse((await send('/own')).text)).toEqual({ own: 'invalid_schema' });
    expect(JSON.parse((await send('/own', { method: 'POST' })).text)).toEqual({ own: 'method_not_allowed' });
  });

  it('sets an Allow header only for 405', async () => {
    const { send } = startHandler([refusing('/one', new ApiError('invalid_schema'))]);
    expect((await send('/one', { method: 'POST' })).headers.get('allow')).toBe('GET');
    expect((await send('/one')).headers.get('allow')).toBeNull();
    expect((await send('/none')).headers.get('allow')).toBeNull();
  });
});

describe('unknown path', () => {
  const { send } = startHandler([echo('/there')]);

  it.each([
    ['GET', 'text/html'],
    ['HEAD', 'text/html'],
    ['GET', 'application/xhtml+xml, TEXT/HTML;q=0.9, */*'],
    ['GET', 'text/html ;q=1'],
  ])('shows a page to a browser: %s %s', async (method, accept) => {
    const { status, text } = await send('/nowhere', { method, headers: { Accept: accept } });
    expect([status, text]).toEqual([404, 'a page']);
  });

  it.each([
    ['GET', '*/*'],
    ['GET', 'text/htmlx'],
    ['GET', 'not-text/html'],
    ['GET', 'text/html x'],
    ['POST', 'text/html'],
    ['GET', undefined],
  ])('responds to a program with route_not_found: %s %s', async (method, accept) => {
    const { status, text } = await send('/nowhere', { method, headers: accept ? { Accept: accept } : {} });
    expect([status, JSON.parse(text).error.type]).toEqual([404, 'route_not_found']);
  });

  it.each(['/api', '/api/', '/api/v1/nowhere', 'http://x/api/v1/nowhere?a'])(
    'below /api/ is route_not_found in JSON whatever is accepted: %s',
    async (path) => {
      const java = 'text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2';
      for (const accept of [java, 'text/html', 'text/html,application/xhtml+xml,*/*;q=0.8', 'image/png']) {
        const { status, headers, text } = await send(path, { headers: { Accept: accept } });
        expect([status, headers.get('content-type')]).toEqual([404, 'application/json']);
        expect(JSON.parse(text).error.type).toBe('route_not_found');
      }
    },
  );

  it('differs from a known path, where a browser gets 405 for a wrong method', async () => {
    const { status } = await send('/there', { method: 'HEAD', headers: { Accept: 'text/html' } });
    expect(status).toBe(405);
  });
});

describe('reports about requests', () => {
  it('reports each response with its duration, and each miss with the path without the query', async () => {
    const { send, told, contexts } = startHandler([echo('/there/{id}')]);
    await send('/there/1', { headers: { 'X-Request-Id': 'theirs' } });
    await send('/there/1?a', { method: 'POST' });
    await send('/nowhere?a');
    expect(told).toEqual([
      '200 in 5 ms',
      'miss POST /there/1',
      '405 in 5 ms',
      'miss GET /nowhere',
      '404 in 5 ms',
    ]);
    expect(contexts[0]).toEqual({ ...caller, requestId: 'ours', callerRequestId: 'theirs' });
  });

  it('traces a request with the pattern of its route, and uses the traced response', async () => {
    const routes: (string | undefined)[] = [];
    const { send } = startHandler([echo('/there/{id}')], {
      traceRequest: async (_request, _context, route, answer) => {
        routes.push(route);
        const response = await answer();
        response.headers.set('X-Traced', 'yes');
        return response;
      },
    });
    expect((await send('/there/1')).headers.get('x-traced')).toBe('yes');
    await send('/there/1', { method: 'POST' });
    await send('/nowhere');
    expect(routes).toEqual(['/there/{id}', undefined, undefined]);
  });
});

it('delays only rejections with rate_limit_exceeded', async () => {
  const { told, send } = startHandler([
    refusing('/much', new ApiError('rate_limit_exceeded', { retryAfterSeconds: 1 })),
    refusing('/away', new ApiError('service_unavailable', { retryAfterSeconds: 1 })),
    echo('/fine'),
  ]);
  for (const path of ['/fine', '/much', '/away']) await send(path);
  expect(told).toEqual(['200 in 5 ms', 'held back after 5 ms', '429 in 10 ms', '503 in 5 ms']);
});

describe('early rejection', () => {
  const headers = { 'x-request-id': 'theirs' };
  const full = echo('/full/{id}', {
    shed: ({ id }, newContext) =>
      errorAnswer(new ApiError('service_unavailable'), { id: id!, ...seen(newContext) }),
  });
  const seen = (newContext: () => RequestContext) => ({ said: newContext().callerRequestId ?? 'nothing' });

  it('comes from the route, with the caller’s request id, and is reported like any other', () => {
    const { shed, told, contexts } = startHandler([full]);
    const answer = shed({ method: 'GET', url: '/full/7?a', headers });
    expect(answer).toMatchObject({ status: 503, headers: { id: '7', said: 'theirs' } });
    expect(told).toEqual(['503 in 5 ms']);
    expect(contexts).toEqual([{ ...caller, requestId: 'ours', callerRequestId: 'theirs' }]);
    expect(shed({ method: 'GET', url: '/full/7' })).toMatchObject({ headers: { said: 'nothing' } });
  });

  it.each([
    ['with a method that the path does not have', { method: 'POST', url: '/full/7' }],
    ['with an unknown path', { method: 'GET', url: '/nowhere' }],
    ['to a route that rejects nothing unread', { method: 'GET', url: '/calm' }],
    ['without a target', { method: 'GET' }],
    ['without a method', { url: '/full/7' }],
  ])('does not reject early a request %s', (_what, message) => {
    const { shed, told } = startHandler([full, echo('/calm'), echo('/')]);
    expect(shed(message)).toBeUndefined();
    expect(told).toEqual([]);
  });

  it('does not happen if the route accepts the request, although it created a context', () => {
    const { shed, told } = startHandler([
      echo('/calm', {
        shed: (_parameters, newContext) => {
          newContext();
          return undefined;
        },
      }),
    ]);
    expect(shed({ method: 'GET', url: '/calm' })).toBeUndefined();
    expect(told).toEqual([]);
  });

  it('does not happen while load shedding is off', () => {
    const { shed, told } = startHandler([full], { rejectsUnread: () => false });
    expect(shed({ method: 'GET', url: '/full/7' })).toBeUndefined();
    expect(told).toEqual([]);
  });
});

describe('health', () => {
  const ask = (isDraining: boolean, checkReady: () => Promise<void>) => {
    const { send } = startHandler(
      healthRoutes({ isDraining: () => isDraining, checkReady, explain: async () => undefined }),
    );
    return async (path: string) => {
      const { status, headers, text } = await send(path);
      return [status, JSON.parse(text).status ?? JSON.parse(text).error, headers.get('retry-after')];
    };
  };
  const away = async () => {
    throw new ApiError('service_unavailable', { retryAfterSeconds: 3, message: 'The database is away.' });
  };

  it('/readyz: returns 200 if the service can take requests, or 503 with the reason and Retry-After', async () => {
    expect(await ask(false, async () => {})('/readyz')).toEqual([200, 'ready', null]);
    const refusal = (message: string) => ({ type: 'service_unavailable', message });
    expect(await ask(false, away)('/readyz')).toEqual([503, refusal('The database is away.'), '3']);
    // The database may already be closed during shutdown, so it is not checked.
    expect(await ask(true, away)('/readyz')).toEqual([503, refusal('Shutting down.'), '1']);
  });

  it('/healthz: returns 200, even without a database or during shutdown', async () => {
    expect(await ask(true, away)('/healthz')).toEqual([200, 'ok', null]);
  });

  it.each(['/healthz', '/readyz'])('%s responds to HEAD like GET, because probes use HEAD', async (path) => {
    const { send } = startHandler(
      healthRoutes({ isDraining: () => true, checkReady: away, explain: async () => undefined }),
    );
    const [{ status }, head] = [await send(path), await send(path, { method: 'HEAD' })];
    expect(head.status).toBe(status);
  });
});
