/** A function that sends requests, such as the `fetch` of the platform, of undici or of node-fetch. */
export type Fetch = (url: string, init: FetchInit) => Promise<FetchResponse>;

/** The `init` of a request. It fits the types of every client above. */
export interface FetchInit {
  /** The HTTP method. */
  readonly method: string;
  /** The headers, as a `Headers` of the platform. The index type is there because node-fetch 2 expects a record. */
  readonly headers: Headers & { readonly [name: string]: never };
  /** The body, as JSON. */
  readonly body?: string;
  /** Ends the request. */
  readonly signal: AbortSignal;
  /** A redirect is returned as it is, so that the token reaches no other host. */
  readonly redirect: 'manual';
}

/** The parts of a response that are used. */
export interface FetchResponse {
  /** True for a status from 200 to 299. */
  readonly ok: boolean;
  /** The HTTP status. */
  readonly status: number;
  /** The headers. */
  readonly headers: {
    get: (name: string) => string | null;
    has: (name: string) => boolean;
    forEach: (take: (value: string, name: string) => void) => void;
  };
  /** The body: a stream of bytes, of the web or of Node. Without one, `text` is used. */
  readonly body?: unknown;
  /** Reads the body. */
  readonly text: () => Promise<string>;
}
