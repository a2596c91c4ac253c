import createPeer, { type Middleware } from 'openapi-fetch';
import { describe, expect, it } from 'vitest';
import { createRawClient } from '../../sdk/src/raw-client.ts';

/** What a client sends and answers, as far as it can be seen. */
type Seen = Record<string, unknown>;
// biome-ignore lint/suspicious/noExplicitAny: whatever a caller may give, also what the types do not let through
type Given = Record<string, any>;

const answers: Record<string, () => Response> = {
  'an object': () => Response.json({ id: 'x' }),
  'a refusal': () => Response.json({ error: { type: 'stale_write' } }, { status: 409 }),
  'a page': () => new Response('<h1>', { status: 502, headers: { 'Content-Type': 'text/html' } }),
  nothing: () => new Response(null, { status: 204 }),
  'an empty body': () => new Response('', { headers: { 'Content-Length': '0' } }),
  'a body in chunks, whatever the length that something in between added': () =>
    new Response('{"id":"x"}', { headers: { 'Content-Length': '0', 'Transfer-Encoding': 'chunked' } }),
  'an empty body of which no length is told': () => new Response(''),
  'an empty refusal': () => new Response('', { status: 500, headers: { 'Content-Length': '0' } }),
};

/** What a stream brings, which is not the same as to have it as text. */
const readAll = async (stream: ReadableStream) => [await new Response(stream).text()];

/** Calls by ours and by openapi-fetch; both must be seen to do the same. */
async function bothSee(
  given: Given,
  { method = 'POST', path = '/users/{userId}', answer = 'an object' } = {},
) {
  const seen: Seen[] = [];
  for (const create of [createRawClient, createPeer]) {
    const sent: Seen[] = [];
    const client = create({
      baseUrl: 'https://partners.test/a/',
      headers: { 'User-Agent': 'test', 'X-Common': 'common' },
      redirect: 'manual',
      bodySerializer: (body: unknown) => JSON.stringify(body),
      fetch: async (request: Request) => {
        const boundary = /boundary=(.+)/.exec(request.headers.get('Content-Type') ?? '')?.[1] ?? 'none';
        const headers = [...request.headers].map((field) => field.join(': ').replace(boundary, 'boundary'));
        const { url, redirect, dispatcher, isOwn } = request as Request & Seen;
        const body = (await request.text()).replaceAll(boundary, 'boundary');
        sent.push({ method: request.method, url, redirect, dispatcher, isOwn, headers, body });
        return answers[answer]!();
      },
    } as never) as unknown as Given;
    const { use = [], ejected = [], strange = [], ...init } = given;
    client.use(...use, ...ejected);
    client.eject(...ejected, ...strange);
    const isUpper = method === method.toUpperCase();
    const called = isUpper ? client[method](path, init) : client.request(method, path, init);
    const result = await called.catch((error: Error) => ({ threw: `${error}` }));
    seen.push({
      sent,
      data: result.data instanceof ReadableStream ? await readAll(result.data) : result.data,
      error: result.error,
      threw: result.threw,
      status: result.response?.status,
      has: Object.keys(result).sort(),
    });
  }
  return seen;
}

describe('raw does what openapi-fetch does', () => {
  const path = { userId: 'a b/ü' };
  const mark =
    (name: string): Middleware['onRequest'] =>
    ({ request, schemaPath }) => {
      request.headers.append('X-Passed', `${name} ${schemaPath}`);
    };
  const tells = (name: string): Middleware => ({ onError: ({ error }) => new Error(`${name}: ${error}`) });
  const wraps = (name: string): Middleware => ({
    onResponse: async ({ response }) => Response.json({ [name]: await response.json() }),
  });
  const repeat: Middleware['onRequest'] = ({ request, id, ...told }) => {
    const text = JSON.stringify(told, (_name, value) => (typeof value === 'function' ? 'a function' : value));
    request.headers.set('X-Told', encodeURIComponent(`${typeof id} ${text}`));
  };
  const formOf = (name: string, value: string) => {
    const form = new FormData();
    form.set(name, value);
    return form;
  };
  class OwnRequest extends Request {
    isOwn = true;
  }
  const given: [string, Given][] = [
    ['nothing', {}],
    ['a path', { params: { path } }],
    ['a body', { params: { path }, body: { a: 1 } }],
    ['a query', { params: { path, query: { a: 'x y', b: 0, c: false, d: null, e: undefined, f: '' } } }],
    ['a path of which a value is missing', { params: { path: { other: 'x' } } }],
    [
      'an empty list in one field',
      { params: { query: { a: [] } }, querySerializer: { array: { style: 'form', explode: false } } },
    ],
    ['a list in a query', { params: { query: { a: ['x', 'y&'], b: [] } } }],
    [
      'a list in one field',
      {
        params: { query: { a: ['x', 'y&'] } },
        querySerializer: { array: { style: 'form', explode: false } },
      },
    ],
    [
      'a list with pipes',
      {
        params: { query: { a: [1, 2] } },
        querySerializer: { array: { style: 'pipeDelimited', explode: false } },
      },
    ],
    ['reserved characters', { params: { query: { a: 'x:y' } }, querySerializer: { allowReserved: true } }],
    ['a serializer of queries', { params: { query: { a: 1 } }, querySerializer: () => '?own=1' }],
    ['a serializer of paths', { params: { path }, pathSerializer: (text: string) => `${text.length}` }],
    [
      'a serializer of bodies',
      { body: 'x', bodySerializer: (body: string) => `<${body}>`, headers: { 'Content-Type': 'text/xml' } },
    ],
    ['headers', { headers: { 'X-Own': 'own', 'X-Common': null, 'X-Many': ['a', 'b'], 'X-None': undefined } }],
    ['a Headers', { headers: new Headers({ 'X-Own': 'own' }), params: { header: { 'X-Param': 7 } } }],
    ['another address', { baseUrl: 'https://other.test' }],
    ['another redirect', { redirect: 'error' }],
    ['text', { parseAs: 'text' }],
    ['a blob', { parseAs: 'blob' }],
    ['a stream', { parseAs: 'stream' }],
    ['what Request does not know', { dispatcher: 'a proxy' }],
    ['a Request of its own', { Request: OwnRequest }],
    ['a query of which nothing is sent', { params: { query: { a: undefined } } }],
    [
      'a list with spaces, reserved characters in it',
      {
        params: { query: { a: ['x:y', 'z'], b: 1 } },
        querySerializer: { array: { style: 'spaceDelimited', explode: false }, allowReserved: true },
      },
    ],
    ['a form', { body: 'x', bodySerializer: () => formOf('a', 'b') }],
    ['a body of which nothing is sent', { body: 'x', bodySerializer: () => undefined }],
    ['a middleware', { use: [{ onRequest: mark('first') }], middleware: [{ onRequest: mark('own') }] }],
    ['a middleware that has left', { ejected: [{ onRequest: mark('first') }] }],
    [
      'one that was never there leaves',
      { use: [{ onRequest: mark('first') }], strange: [{ onRequest: mark('strange') }] },
    ],
    ['what a middleware is told', { params: { path, query: { a: 1 } }, use: [{ onRequest: repeat }] }],
    ['a middleware that answers', { use: [{ onRequest: () => Response.json({ own: true }) }] }],
    ['one that asks for something else', { use: [{ onRequest: () => new Request('https://else.test/') }] }],
    [
      'one that changes answers',
      { use: [{ onResponse: () => Response.json({ own: true }, { status: 201 }) }] },
    ],
    ['a fetch that fails', { fetch: () => Promise.reject(new TypeError('away')) }],
    [
      'one that knows better',
      { fetch: () => Promise.reject(new Error('away')), use: [{ onError: () => Response.json({ own: 1 }) }] },
    ],
    [
      'one that tells it otherwise',
      { fetch: () => Promise.reject(new Error('away')), use: [{ onError: () => new Error('other') }] },
    ],
    [
      'two that tell it one after the other, the last one first',
      {
        fetch: () => Promise.reject(new Error('away')),
        use: [tells('first'), { onRequest: mark('only') }, tells('last')],
      },
    ],
    [
      'one that knows better before another one can',
      {
        fetch: () => Promise.reject(new Error('away')),
        use: [{ onError: () => Response.json({ own: 1 }) }, { onError: () => Response.json({ own: 2 }) }],
      },
    ],
    [
      'two that change answers, the last one first',
      { use: [wraps('first'), { onRequest: mark('only') }, wraps('last')] },
    ],
  ];
  it.each(given)('%s', async (_name, init) => {
    const [ours, theirs] = await bothSee(init);
    expect(ours).toEqual(theirs);
  });

  it.each(Object.keys(answers))('%s is the answer', async (answer) => {
    for (const parseAs of ['json', 'text']) {
      const [ours, theirs] = await bothSee({ body: {}, parseAs }, { answer });
      expect(ours).toEqual(theirs);
    }
  });

  it.each(['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH', 'patch'])('%s', async (method) => {
    const [ours, theirs] = await bothSee({}, { method });
    expect(ours).toEqual(theirs);
    expect(ours!.sent).toMatchObject([{ method: method.toUpperCase() }]);
  });

  it('TRACE, which no fetch sends', async () => {
    const [ours, theirs] = await bothSee({}, { method: 'TRACE' });
    expect(ours).toEqual(theirs);
    expect(ours).toMatchObject({ sent: [], threw: expect.stringContaining('TRACE') });
  });
});
