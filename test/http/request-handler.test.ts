import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../src/errors.ts';
import { errorAnswer } from '../../src/http/envelope.ts';
import { healthRoutes } from '../../src/http/health-routes.ts';
import type { RequestContext } from '../../src/http/request-context.ts';
import { createRequestHandler } from '../../src/http/request-handler.ts';
import type { Route } from '../../src/http/router.ts';

const caller = { address: '192.0.2.1', isSecure: false };

/** A handler of these routes, and all that it tells. Each look at its clock takes 5 ms. */
function startHandler(routes: Route[], overrides: Partial<Parameters<typeof createRequestHandler>[0]> = {}) {
  const told: unknown[] = [];
  const contexts: RequestContext[] = [];
  let time = 0;
  const handler = createRequestHandler({
    routes,
    notFoundPage: () => new Response('a page', { status: 404, headers: { 'Content-Type': 'text/html' } }),
    refusesUnread: () => true,
    monotonic: () => {
      time += 5;
      return time;
    },
    newId: () => 'ours',
    holdBack: async (_context, milliseconds) => void told.push(`held back after ${milliseconds} ms`),
    onMiss: (_context, method, path) => told.push(`miss ${method} ${path}`),
    onAnswer: (context, status, milliseconds) => {
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

describe('a request finds its route', () => {
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
    ['/fixed#top', at('/fixed')],
    ['/fixed?a=b#top?c', at('/fixed', {}, 'a=b')],
    ['/fixed#top?c', at('/fixed')],
    ['http://elsewhere:1/fixed?a', at('/fixed', {}, 'a')],
    ['http://elsewhere:1/fixed', at('/fixed')],
    ['http://elsewhere', at('/')],
    ['/a/1/b/2', at('/a/{one}/b/{two}', { one: '1', two: '2' })],
    ['/a//b/', at('/a/{one}/b/{two}', { one: '', two: '' })],
    ['/a/%2e/b/..', at('/a/{one}/b/{two}', { one: '%2e', two: '..' })],
    ['/a/1/tail', at('/a/{one}/tail', { one: '1' })],
  ])(
    '%s: by the path as it was sent, with what stands in its places, and its query',
    async (target, route) => {
      expect(await found(target)).toEqual(route);
    },
  );

  it.each([
    '/fixed/',
    '/Fixed',
    '/x/a/1/b/2',
    '/a/1/b/2/3',
    '/a/1/2/b/3',
    '/a/1/b',
    '/a/1',
    '/nothing',
    '//',
  ])('%s has none', async (target) => {
    expect(await found(target)).toBe(404);
  });

  it('of several methods at a path each has its own', async () => {
    const { send } = startHandler([
      echo('/twice', { answer: () => new Response('read') }),
      echo('/twice', { methods: ['POST', 'PUT'], answer: () => new Response('written') }),
    ]);
    const answers = await Promise.all(['GET', 'POST', 'PUT'].map((method) => send('/twice', { method })));
    expect(answers.map(({ text }) => text)).toEqual(['read', 'written', 'written']);
    const { status, headers } = await send('/twice', { method: 'DELETE' });
    expect([status, headers.get('allow')]).toEqual([405, 'GET, POST, PUT']);
  });

  it('without a target of its own it is that of the request', async () => {
    const routes = [echo('/fixed')];
    const handler = createRequestHandler({
      ...{ routes, notFoundPage: () => new Response(), refusesUnread: () => false, newId: () => 'ours' },
      ...{ monotonic: () => 0, onMiss: () => {}, onAnswer: () => {} },
    });
    const response = await handler.fetch(new Request('http://x/fixed?a'), caller);
    expect(await response.json()).toEqual(at('/fixed', {}, 'a'));
  });
});

describe('the headers of every answer', () => {
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
    '%s: an id, nosniff, no-store; by TLS, to keep to it',
    async (path) => {
      expect(await headersOf(path)).toEqual(['ours', 'nosniff', 'no-store', null]);
      expect((await headersOf(path, {}, true)).at(-1)).toBe('max-age=31536000');
    },
  );

  it('a page that a browser is shown has them, too', async () => {
    expect(await headersOf('/nowhere', { Accept: 'text/html' })).toEqual([
      'ours',
      'nosniff',
      'no-store',
      null,
    ]);
  });

  it('what an answer says of being kept stays; what brings them all is left as it is', async () => {
    expect(await headersOf('/kept')).toEqual(['ours', 'nosniff', 'max-age=60', null]);
    expect(await headersOf('/whole', {}, true)).toEqual([null, null, null, null]);
  });

  it.each([
    ['a', true],
    ['AZaz09_.:=+/-', true],
    ['x'.repeat(128), true],
    ['x'.repeat(129), false],
    ['a b', false],
    ['ü', false],
    ['', false],
  ])('the id is that of the caller where it is well-formed: %s', async (sent, isKept) => {
    const [id] = await headersOf('/plain', { 'X-Request-Id': sent });
    expect(id).toBe(isKept ? sent : 'ours');
  });
});

describe('what is thrown', () => {
  it('is answered as what it is; anything else as internal_server_error, without a word of it, and is kept for the log', async () => {
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

  it('at a path with a body of its own for refusals has that, whatever the method', async () => {
    const refusalBody = ({ type }: ApiError) => ({ own: type });
    const { send } = startHandler([refusing('/own', new ApiError('invalid_schema'), { refusalBody })]);
    expect(JSON.parse((await send('/own')).text)).toEqual({ own: 'invalid_schema' });
    expect(JSON.parse((await send('/own', { method: 'POST' })).text)).toEqual({ own: 'method_not_allowed' });
  });

  it('405 says what is allowed; no other refusal does', async () => {
    const { send } = startHandler([refusing('/one', new ApiError('invalid_schema'))]);
    expect((await send('/one', { method: 'POST' })).headers.get('allow')).toBe('GET');
    expect((await send('/one')).headers.get('allow')).toBeNull();
    expect((await send('/none')).headers.get('allow')).toBeNull();
  });
});

describe('where there is nothing', () => {
  const { send } = startHandler([echo('/there')]);

  it.each([
    ['GET', 'text/html'],
    ['HEAD', 'text/html'],
    ['GET', 'application/xhtml+xml, TEXT/HTML;q=0.9, */*'],
    ['GET', 'text/html ;q=1'],
  ])('a browser is shown a page: %s %s', async (method, accept) => {
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
  ])('a program is answered route_not_found: %s %s', async (method, accept) => {
    const { status, text } = await send('/nowhere', { method, headers: accept ? { Accept: accept } : {} });
    expect([status, JSON.parse(text).error.type]).toEqual([404, 'route_not_found']);
  });

  it('there is, a browser that may not do it is answered 405', async () => {
    const { status } = await send('/there', { method: 'HEAD', headers: { Accept: 'text/html' } });
    expect(status).toBe(405);
  });
});

describe('what is told of requests', () => {
  it('each answer, and how long it took; before it, that nothing is there, by the path without its query', async () => {
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

  it('a trace has the pattern of the route, and none where there is none; its answer is the answer', async () => {
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

it('whoever is over its limit is held back before it is told, and nobody else', async () => {
  const { told, send } = startHandler([
    refusing('/much', new ApiError('rate_limit_exceeded', { retryAfterSeconds: 1 })),
    refusing('/away', new ApiError('service_unavailable', { retryAfterSeconds: 1 })),
    echo('/fine'),
  ]);
  for (const path of ['/fine', '/much', '/away']) await send(path);
  expect(told).toEqual(['200 in 5 ms', 'held back after 5 ms', '429 in 10 ms', '503 in 5 ms']);
});

describe('a request that is refused before it is read', () => {
  const headers = { 'x-request-id': 'theirs' };
  const full = echo('/full/{id}', {
    shed: ({ id }, newContext) =>
      errorAnswer(new ApiError('service_unavailable'), { id: id!, ...seen(newContext) }),
  });
  const seen = (newContext: () => RequestContext) => ({ said: newContext().callerRequestId ?? 'nothing' });

  it('is answered by its route, under the id of its caller, and told of like any other', () => {
    const { shed, told, contexts } = startHandler([full]);
    const answer = shed({ method: 'GET', url: '/full/7?a', headers });
    expect(answer).toMatchObject({ status: 503, headers: { id: '7', said: 'theirs' } });
    expect(told).toEqual(['503 in 5 ms']);
    expect(contexts).toEqual([{ ...caller, requestId: 'ours', callerRequestId: 'theirs' }]);
    expect(shed({ method: 'GET', url: '/full/7' })).toMatchObject({ headers: { said: 'nothing' } });
  });

  it.each([
    ['of a method that the path has not', { method: 'POST', url: '/full/7' }],
    ['of a path that is not there', { method: 'GET', url: '/nowhere' }],
    ['of a route that refuses nothing unread', { method: 'GET', url: '/calm' }],
    ['of a message without a target', { method: 'GET' }],
    ['of a message without a method', { url: '/full/7' }],
  ])('is none %s: it is read, and told of then', (_what, message) => {
    const { shed, told } = startHandler([full, echo('/calm'), echo('/')]);
    expect(shed(message)).toBeUndefined();
    expect(told).toEqual([]);
  });

  it('is none where the route lets it in, though it has looked at it', () => {
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

  it('is none while nothing is refused so: no route is asked', () => {
    const { shed, told } = startHandler([full], { refusesUnread: () => false });
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

  it('/readyz: ready when requests may be sent here; else why not, and when to ask again', async () => {
    expect(await ask(false, async () => {})('/readyz')).toEqual([200, 'ready', null]);
    const refusal = (message: string) => ({ type: 'service_unavailable', message });
    expect(await ask(false, away)('/readyz')).toEqual([503, refusal('The database is away.'), '3']);
    // While it ends the database is not asked: it may be closed already.
    expect(await ask(true, away)('/readyz')).toEqual([503, refusal('Shutting down.'), '1']);
  });

  it('/healthz: this process answers, whatever becomes of the database or of itself', async () => {
    expect(await ask(true, away)('/healthz')).toEqual([200, 'ok', null]);
  });

  it.each(['/healthz', '/readyz'])('%s answers HEAD as GET, since probes ask so', async (path) => {
    const { send } = startHandler(
      healthRoutes({ isDraining: () => true, checkReady: away, explain: async () => undefined }),
    );
    const [{ status }, head] = [await send(path), await send(path, { method: 'HEAD' })];
    expect(head.status).toBe(status);
  });
});
