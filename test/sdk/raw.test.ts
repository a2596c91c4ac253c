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
  'an empty refusal': () => new Response('', { status: 500, headers: { 'Content-Length': '0' } }),
};

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
        const headers = Object.fromEntries(request.headers);
        const { url, redirect } = request;
        sent.push({ method: request.method, url, redirect, headers, body: await request.text() });
        return answers[answer]!();
      },
    } as never) as unknown as Given;
    const { use = [], ejected = [], ...init } = given;
    client.use(...use, ...ejected);
    client.eject(...ejected);
    const result = await client[method](path, init).catch((error: Error) => ({ threw: `${error}` }));
    seen.push({
      sent: sent.map(({ headers, ...rest }) => ({ ...rest, headers: { ...(headers as object) } })),
      data: result.data,
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
  const given: [string, Given][] = [
    ['nothing', {}],
    ['a path', { params: { path } }],
    ['a body', { params: { path }, body: { a: 1 } }],
    ['a query', { params: { path, query: { a: 'x y', b: 0, c: false, d: null, e: undefined, f: '' } } }],
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
    ['a middleware', { use: [{ onRequest: mark('first') }], middleware: [{ onRequest: mark('own') }] }],
    ['a middleware that has left', { ejected: [{ onRequest: mark('first') }] }],
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
  ];
  it.each(given)('%s', async (_name, init) => {
    const [ours, theirs] = await bothSee(init);
    expect(ours).toEqual(theirs);
  });

  it.each(Object.keys(answers))('%s is the answer', async (answer) => {
    const [ours, theirs] = await bothSee({ body: {} }, { answer });
    expect(ours).toEqual(theirs);
  });

  it.each(['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH'])('%s', async (method) => {
    const [ours, theirs] = await bothSee({}, { method });
    expect(ours).toEqual(theirs);
    expect(ours!.sent).toMatchObject([{ method }]);
  });
});
