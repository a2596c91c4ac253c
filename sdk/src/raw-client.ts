import type { Client, Middleware } from 'openapi-fetch';
import { parseJson } from './json.ts';
import type { paths } from './openapi.generated.ts';
import { maxAnswerBytes, readText } from './read-text.ts';

/** The typed client for whatever has no function. */
export type RawClient = Client<paths, 'application/json'>;

type Values = Record<string, unknown>;
type Fetch = (request: Request) => Promise<Response>;

/** What all requests have in common. */
export interface RawOptions {
  baseUrl: string;
  headers: Values | Headers;
  redirect: 'manual';
  bodySerializer: (body: unknown, headers: Headers) => unknown;
  fetch: Fetch;
}

/** A request as it is given: its address in parts, and what `fetch` knows. */
interface RawInit extends Partial<RawOptions> {
  /** What makes a request. Default: the platform's class. */
  Request?: new (
    url: string,
    init: object,
  ) => Request;
  params?: { path?: Values; query?: Values; header?: Values };
  body?: unknown;
  parseAs?: 'json' | 'text' | 'blob' | 'arrayBuffer' | 'stream';
  querySerializer?: QueryStyle | ((query: Values) => string);
  pathSerializer?: (path: string, values: Values) => string;
  middleware?: Middleware[];
}

interface QueryStyle {
  array?: { style?: string; explode?: boolean };
  allowReserved?: boolean;
}

/**
 * Makes a client like that of openapi-fetch, whose types it has, in less than half of its size and work: what stands in a path
 * or a query of this interface is text, a number, or a list of them, and nothing has a style of its own.
 */
export function createRawClient({
  baseUrl: commonUrl,
  headers: commonHeaders,
  bodySerializer: commonSerializer,
  fetch: commonFetch,
  ...commonInit
}: RawOptions): RawClient {
  const registered: Middleware[] = [];

  async function send(method: string, schemaPath: string, given: RawInit = {}) {
    const {
      baseUrl: ownUrl = commonUrl,
      fetch = commonFetch,
      Request: RequestClass = Request,
      headers,
      params = {},
      parseAs = 'json',
      querySerializer,
      bodySerializer = commonSerializer,
      pathSerializer = toPath,
      body,
      middleware = [],
      ...init
    } = given;
    const json = { 'Content-Type': 'application/json' };
    const sent = headersOf(json, commonHeaders, headers, params.header);
    const serialized = body === undefined ? body : bodySerializer(body, sent);
    // Without a body there is no type of it; a form says itself where its parts end.
    if (serialized === undefined || serialized instanceof FormData) sent.delete('Content-Type');
    const serializeQuery =
      typeof querySerializer === 'function'
        ? querySerializer
        : (query: Values) => toQuery(query, querySerializer);
    const query = serializeQuery(params.query ?? {}).replace(/^(?=[^?])/, '?');
    const baseUrl = withoutSlash(ownUrl);
    const path = baseUrl + schemaPath;
    const url = (params.path ? pathSerializer(path, params.path) : path) + query;
    let request = new RequestClass(url, {
      ...commonInit,
      ...init,
      method,
      body: serialized as string,
      headers: sent,
    });
    // What the class leaves out, such as a dispatcher.
    for (const name of Object.keys(init)) {
      if (!(name in request)) Object.assign(request, { [name]: init[name as keyof typeof init] });
    }

    const chain = [...registered, ...middleware];
    const id = Math.random().toString(36).slice(2);
    const options = {
      baseUrl,
      fetch,
      parseAs,
      querySerializer: serializeQuery,
      bodySerializer,
      pathSerializer,
    };
    const now = (more?: object) => ({ request, schemaPath, params, id, options, ...more }) as never;
    let response: Response | undefined;
    for (const each of chain) {
      const result = await each.onRequest?.(now());
      if (result instanceof Response) return answerOf(result, method, parseAs);
      request = result ?? request;
    }
    chain.reverse();
    try {
      response = await fetch(request);
    } catch (cause) {
      let error = cause;
      for (const each of chain) {
        const result = await each.onError?.(now({ error }));
        if (result instanceof Response) {
          response = result;
          break;
        }
        error = result ?? error;
      }
      if (!response) throw error;
    }
    for (const each of chain) response = (await each.onResponse?.(now({ response }))) ?? response;
    return answerOf(response, method, parseAs);
  }

  const client: Values = {
    request: (method: string, path: string, init?: RawInit) => send(method.toUpperCase(), path, init),
    use: (...added: Middleware[]) => {
      registered.push(...added);
    },
    eject: (...removed: Middleware[]) => {
      for (const each of removed) {
        const index = registered.indexOf(each);
        if (index >= 0) registered.splice(index, 1);
      }
    },
  };
  for (const method of ['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH', 'TRACE']) {
    client[method] = (path: string, init?: RawInit) => send(method, path, init);
  }
  return client as never;
}

/** An answer, read to its end, unless it is wanted as a stream. */
async function answerOf(response: Response, method: string, parseAs: NonNullable<RawInit['parseAs']>) {
  const { ok, status, headers } = response;
  const isEmpty =
    status === 204 ||
    method === 'HEAD' ||
    (headers.get('Content-Length') === '0' && !headers.has('Transfer-Encoding'));
  if (isEmpty) return { [ok ? 'data' : 'error']: undefined, response };
  if (ok && parseAs !== 'json') {
    return { data: parseAs === 'stream' ? response.body : await response[parseAs](), response };
  }
  const { text, isTooLarge } = await readText(response);
  if (isTooLarge) throw new RangeError(`The answer is larger than ${maxAnswerBytes} bytes (16 MiB).`);
  if (ok) return { data: text ? JSON.parse(text) : undefined, response };
  const error = parseJson(text);
  return { error: error === undefined ? text : error, response };
}

/** An address that a path can follow. */
export const withoutSlash = (url: string) => url.replace(/\/$/, '');

/** Later ones win; null takes a header away. */
function headersOf(...all: (Values | Headers | undefined)[]): Headers {
  const merged = new Headers();
  for (const each of all) {
    for (const [name, value] of each instanceof Headers ? each : Object.entries(each ?? {})) {
      if (value === null) merged.delete(name);
      else if (Array.isArray(value)) for (const one of value) merged.append(name, one);
      else if (value !== undefined) merged.set(name, value as string);
    }
  }
  return merged;
}

/** A path with its values; a parameter without one stays. */
export function toPath(path: string, values: Values): string {
  return path.replace(/\{([^{}]+)\}/g, (whole, name) =>
    values[name] == null ? whole : encodeURIComponent(values[name] as string),
  );
}

/** A query without its question mark. */
export function toQuery(query: Values, how: QueryStyle = {}): string {
  const { array: { explode = true, style = '' } = {}, allowReserved } = how;
  const encode = (value: unknown) => (allowReserved ? `${value}` : encodeURIComponent(value as string));
  const separator = { spaceDelimited: '%20', pipeDelimited: '|' }[style] ?? ',';
  return Object.entries(query)
    .flatMap(([name, value]) => {
      const texts = [value ?? []].flat().map(encode);
      if (texts.length === 0) return [];
      return (explode ? texts : [texts.join(separator)]).map((text) => `${name}=${text}`);
    })
    .join('&');
}
