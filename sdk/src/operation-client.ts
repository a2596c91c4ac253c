import createClient from 'openapi-fetch';
import type { Fetch, FetchInit, FetchResponse } from './fetch.ts';
import { type ReadResponse, readResponse } from './read-response.ts';

export interface OperationRequest {
  method: string;
  /** The path with the names of its parameters. */
  template: string;
  path: Record<string, string>;
  query: Record<string, unknown>;
  json: string | undefined;
  headers: Record<string, string>;
  signal: AbortSignal;
  /** Receives the final address and headers, and calls `send`. */
  sending: Sending;
}

/** Runs around the sending of a request. It may add headers. */
export type Sending = (
  url: string,
  headers: Headers,
  send: () => Promise<FetchResponse>,
) => Promise<FetchResponse>;

interface OperationClientOptions {
  baseUrl: string;
  headers: Record<string, string>;
  redirect: 'manual';
  fetch: Fetch;
}

/**
 * Takes the place of `Request`, so that the caller's `fetch` receives an address and an `init`. A real `Request` puts a stream in
 * front of the body, which takes more CPU.
 */
class FetchArguments {
  readonly url: string;
  readonly init: FetchInit;
  constructor(url: string, init: FetchInit) {
    this.url = url;
    this.init = init;
  }
}

/**
 * Creates the function that sends the named operations through openapi-fetch. It has a client of its own, because a middleware of
 * `raw` must not see them.
 */
export function createOperationClient({ fetch, headers: ownHeaders, ...options }: OperationClientOptions) {
  // The generated types do not fit a path that is known only at run time.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  const client = createClient<any>({
    ...options,
    Request: FetchArguments as object as typeof Request,
    bodySerializer: (json) => json,
  });
  return async ({ method, template, path, query, json, headers, signal, sending }: OperationRequest) => {
    const { response } = await client.request(method as 'get', template, {
      params: { path, query },
      body: json,
      signal,
      parseAs: 'text',
      fetch: async (request: object) => {
        const { url, init } = request as FetchArguments;
        // openapi-fetch would merge them twice.
        for (const [name, value] of Object.entries({ ...ownHeaders, ...headers }))
          init.headers.set(name, value);
        try {
          const response = await sending(url, init.headers, () => fetch(url, init));
          return (await readResponse(response)) as object as Response;
        } catch (reason) {
          // openapi-fetch ignores a rejection without a reason.
          throw reason || String(reason);
        }
      },
    });
    return response as object as ReadResponse;
  };
}
