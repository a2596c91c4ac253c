import type { Client } from 'openapi-fetch';
import type { BatchOperations, SafeBatchOperations } from './batches.generated.ts';
import type { RetryOptions } from './call-options.ts';
import type { Fetch } from './fetch.ts';
import type { Hooks } from './hooks.ts';
import type { Logger } from './logging.ts';
import type { paths } from './openapi.generated.ts';
import type { CourtQuery, PartnerOperations } from './operations.generated.ts';
import type { PacingOptions } from './request-queue.ts';
import type { PartnerResult } from './result.ts';

/** The options of a client. The retry options are the defaults of its calls. */
export interface PartnerClientOptions extends RetryOptions, PacingOptions, Hooks {
  /** The URL of the service, such as `https://partners.example.com`. A path before `/api` is kept. */
  baseUrl: string | URL;
  /**
   * The API token, `cbp_…`, or a function that returns it. The function is called for each attempt, so that you can rotate the
   * token. The token is a secret: never use it in a browser.
   */
  token: string | (() => string | Promise<string>);
  /** The UUID of your external service. Default: that of the token, which is requested from the service once. */
  externalServiceId?: string | undefined;
  /** Headers for every request, for example for a gateway. */
  headers?: Record<string, string> | Headers | undefined;
  /** Text that follows the name of this package in the User-Agent, such as `my-club/2.1`. */
  userAgent?: string | undefined;
  /** Allows the use in a browser, where anyone who opens the page can read the token. Default: false. */
  dangerouslyAllowBrowser?: boolean | undefined;
  /**
   * The function that sends requests, also those of `raw`. It receives a URL and an `init` whose `headers` are a `Headers`. The `fetch` of
   * undici (6 to 8) and of node-fetch (2 and 3) fit. Default: the platform's `fetch`, looked up for each attempt.
   */
  fetch?: Fetch | undefined;
  /**
   * A logger such as `console`. It receives requests, responses, retries and failures, without token, bodies and personal data.
   * Default: none.
   */
  logger?: Logger | undefined;
}

/** The operations that return pages. */
export type ListOperation = {
  [Operation in keyof PartnerOperations]: ReturnType<
    PartnerOperations[Operation]
  > extends AsyncIterable<unknown>
    ? Operation
    : never;
}[keyof PartnerOperations];

/** The operations that resolve with the documented body unchanged. */
type SimpleOperation = Exclude<keyof PartnerOperations, ListOperation>;

/** The start of a list, and the page size. */
export interface PageQuery extends Pick<CourtQuery, 'cursor' | 'limit'> {}

/** The operations that return one response. `Answers` defines the result of each. */
export type Operations<Answers extends Record<SimpleOperation, unknown>> = {
  [Operation in SimpleOperation]: (
    ...given: Parameters<PartnerOperations[Operation]>
  ) => Promise<Answers[Operation]>;
};

/** The operations in their `safe` form. A list returns one page. */
type SafeForms = {
  [Operation in keyof PartnerOperations]: (
    ...given: Parameters<PartnerOperations[Operation]>
  ) => Promise<PartnerResult<Operation>>;
};

/** The calls in their `safe` form, which never rejects: `{ ok: true, data, status, … }` or `{ ok: false, error }`. */
export interface SafeOperations extends SafeForms, SafeBatchOperations {}

/**
 * A client of the partner interface. Its calls reject with a {@link PartnerError}. They do not use `this`, and the client does
 * not need to be closed.
 */
export interface PartnerClient extends PartnerOperations, BatchOperations {
  /** The same calls in a form that never rejects: they return `{ ok: true, data, status, … }` or `{ ok: false, error }`. */
  readonly safe: SafeOperations;
  /**
   * An openapi-fetch client for every request that has no function of its own. It sends the token and the User-Agent. It has no
   * retries, no time limits and no pace. It checks dates only, and reads at most 16 MiB of a response.
   */
  readonly raw: Client<paths, 'application/json'>;
}
