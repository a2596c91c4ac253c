import createClient, { type Client, createQuerySerializer } from 'openapi-fetch';
import { invalidDateIssues, throwOnIssues } from './check-arguments.ts';
import type { Fetch, FetchInit, FetchResponse } from './fetch.ts';
import { datesAsText, toJson } from './json.ts';
import type { paths } from './openapi.generated.ts';
import { limitBody } from './read-response.ts';

/** The typed client for every request that has no function of its own. */
export type RawClient = Client<paths, 'application/json'>;

interface RawOptions {
  baseUrl: string;
  headers: Record<string, string>;
  redirect: 'manual';
  token: () => string | Promise<string>;
  /** The caller's own `fetch`, if any. */
  fetch: Fetch | undefined;
}

/** Creates an openapi-fetch client that sends the token, rejects invalid dates, and reads at most 16 MiB of a response. */
export function createRawClient({ token, fetch, ...options }: RawOptions): RawClient {
  const serializeQuery = createQuerySerializer<unknown>();
  const sendBy = (own: (request: Request) => Promise<FetchResponse>) => async (request: Request) => {
    const authorization = `Bearer ${await token()}`;
    if (!request.headers.has('Authorization')) request.headers.set('Authorization', authorization);
    return limitBody(await own(request));
  };
  const client = createClient<paths, 'application/json'>({
    ...options,
    querySerializer: (query) => serializeQuery(datesAsText(query)),
    bodySerializer: (body) => {
      throwOnIssues(invalidDateIssues(body));
      return toJson(body);
    },
    fetch: sendBy(async (request) =>
      fetch ? fetch(request.url, await initOf(request)) : globalThis.fetch(request),
    ),
  });
  // A middleware also sees the queries that a caller's own serializer writes.
  client.use({ onRequest: ({ params }) => throwOnIssues(invalidDateIssues(params.query)) });
  // A call may have its own `fetch`, in the options that are its last argument.
  const withToken = (given: RawOptions | undefined) =>
    given?.fetch ? { ...given, fetch: sendBy(given.fetch as never) } : given;
  const methods = client as object as Record<string, (...given: object[]) => unknown>;
  for (const [name, method] of Object.entries(methods))
    methods[name] = (...given) => method(...(given.map(withToken as never) as object[]));
  return client;
}

/** Another client's `fetch` does not accept the platform's `Request`. */
async function initOf(request: Request): Promise<FetchInit> {
  const { method, headers, signal, redirect } = request;
  const body = await request.text();
  return { method, headers, signal, redirect, ...(body && { body }) } as FetchInit;
}
