import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createPartnerClient, type Fetch, type FetchResponse } from '../../sdk/src/index.ts';
import { maxBodyBytes } from '../../sdk/src/read-response.ts';
import { createTestPlatform } from '../../sdk/src/testing/index.ts';

/** Headers with fewer methods than those of the platform. */
class OtherHeaders {
  readonly #entries: [string, string][];
  constructor(entries: Iterable<[string, string]>) {
    this.#entries = [...entries];
  }
  get = (name: string) =>
    this.#entries.find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1] ?? null;
  has = (name: string) => this.get(name) !== null;
  forEach = (take: (value: string, name: string) => void) => {
    for (const [name, value] of this.#entries) take(value, name);
  };
}

const responseOf = (
  status: number,
  headers: [string, string][],
  body: unknown,
  text = '',
): FetchResponse => ({
  ok: status < 300,
  status,
  headers: new OtherHeaders(headers),
  body,
  text: async () => text,
});

/** Turns responses into those of an HTTP client like node-fetch: the body is a stream of Node, after decompression. */
const likeNodeFetch =
  (fetch: Fetch): Fetch =>
  async (url, init) => {
    const response = (await fetch(url, init)) as Response;
    const { status, headers } = response;
    const content = await response.text();
    const gzip: [string, string] = ['Content-Encoding', 'gzip'];
    const entries = [...headers].filter(([name]) => name !== 'content-length');
    return responseOf(status, [...entries, gzip], Readable.from([Buffer.from(content)]), content);
  };

const platform = () => createTestPlatform({ now: new Date('2026-11-27T12:00:00Z') });
const ada = { email: 'ada@example.com', externalUserId: 'ada', firstName: 'Ada', lastName: 'Lovelace' };

describe('a foreign fetch', () => {
  it('returns a compressed body as a stream of Node', async () => {
    const { clientOptions } = platform();
    const client = createPartnerClient({ ...clientOptions, fetch: likeNodeFetch(clientOptions.fetch) });
    expect((await client.listCourts()).items).toHaveLength(2);
    expect(await client.safe.createUser({ ...ada, email: 'nobody' })).toMatchObject({
      error: { type: 'invalid_schema', status: 400 },
    });
    const { data, response } = await client.raw.GET('/api/v1/token');
    expect(data?.externalServiceId).toBe(clientOptions.externalServiceId);
    expect(response).toBeInstanceOf(Response);
  });

  it("returns headers that become the platform's", async () => {
    const { clientOptions } = platform();
    const client = createPartnerClient({ ...clientOptions, fetch: likeNodeFetch(clientOptions.fetch) });
    const result = await client.safe.listCourts();
    if (!result.ok) throw result.error;
    expect(result.response.headers).toBeInstanceOf(Headers);
    expect(result.response.headers.get('ratelimit')).toMatch(/r=/);
    expect(result.response.headers.getSetCookie()).toEqual([]);
  });

  it.each<[string, unknown]>([
    ['no stream', undefined],
    ['an unknown body', { pipe() {} }],
    ['a text', 'text'],
  ])('returns a body that is read as text: %s', async (_name, body) => {
    const { clientOptions } = platform();
    const externalServiceId = clientOptions.externalServiceId;
    const fetch = async () => responseOf(200, [], body, JSON.stringify({ externalServiceId }));
    const client = createPartnerClient({ ...clientOptions, fetch });
    expect((await client.getToken()).externalServiceId).toBe(externalServiceId);
    expect((await client.raw.GET('/api/v1/token')).data).toEqual({ externalServiceId });
  });

  it('returns an endless stream of Node, which is read up to 16 MiB and then ended', async () => {
    const { clientOptions } = platform();
    let sent = 0;
    const streams: Readable[] = [];
    const fetch = async () => {
      const endless = new Readable({
        read() {
          sent += 65_536;
          this.push(Buffer.alloc(65_536, 'x'));
        },
      });
      streams.push(endless);
      return responseOf(200, [], endless);
    };
    const client = createPartnerClient({ ...clientOptions, fetch });
    expect(await client.safe.getToken()).toMatchObject({
      error: { type: 'unexpected_answer', isTooLarge: true, attempts: 1 },
    });
    await expect(client.raw.GET('/api/v1/token')).rejects.toThrow('larger than 16777216 bytes');
    expect(sent).toBeLessThan(3 * maxBodyBytes);
    expect(streams.map(({ destroyed }) => destroyed)).toEqual([true, true]);
  });

  it('receives a URL and an init for each call, also of raw', async () => {
    const { clientOptions } = platform();
    const calls: Parameters<Fetch>[] = [];
    const fetch: Fetch = (url, init) => {
      calls.push([url, init]);
      return clientOptions.fetch(url, init);
    };
    const client = createPartnerClient({ ...clientOptions, fetch });
    const { externalServiceId } = clientOptions;
    await client.createUser(ada);
    const params = { path: { externalServiceId } };
    const { data } = await client.raw.POST('/api/v1/external-services/{externalServiceId}/users', {
      params,
      body: ada,
      signal: new AbortController().signal,
    });
    expect(data?.firstName).toBe(ada.firstName);
    await client.raw.GET('/api/v1/external-services/{externalServiceId}/courts', { params });
    for (const [url, init] of calls) {
      expect(url).toMatch(/^https:\/\/partners\.test\/api\/v1\//);
      expect(Object.keys(init).sort()).toEqual(
        ['body', 'headers', 'method', 'redirect', 'signal'].filter((name) => name !== 'body' || init.body),
      );
      expect(init.headers).toBeInstanceOf(Headers);
      expect(init.redirect).toBe('manual');
    }
    expect(calls.map(([, { method, body }]) => [method, typeof body])).toEqual([
      ['POST', 'string'],
      ['POST', 'string'],
      ['GET', 'undefined'],
    ]);
  });

  it('returns a response without a body to raw', async () => {
    const { clientOptions } = platform();
    const fetch = async () => responseOf(204, [], null);
    const { response } = await createPartnerClient({ ...clientOptions, fetch }).raw.GET('/api/v1/token');
    expect(response.status).toBe(204);
  });

  it('has its response passed through a middleware of raw', async () => {
    const { clientOptions } = platform();
    const client = createPartnerClient({ ...clientOptions, fetch: likeNodeFetch(clientOptions.fetch) });
    client.raw.use({ onResponse: ({ response }) => new Response(response.body, response) });
    expect((await client.raw.GET('/api/v1/token')).data?.scopes).not.toEqual([]);
  });
});
