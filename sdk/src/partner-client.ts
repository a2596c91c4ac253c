import type { Client } from 'openapi-fetch';
import type { paths } from './openapi.generated.ts';
import type {
  CreateUserRequest,
  OperationName,
  ResponseBodies,
  UpsertCourtBookingRequest,
} from './operation.ts';
import type { PartnerResult } from './result.ts';
import type { RetryOptions } from './retry.ts';

/** What a client is made of. The retry options are the defaults of its calls. */
export interface PartnerClientOptions extends RetryOptions {
  /** Where the service is, such as `https://partners.example.com`; a path in front of `/api` is kept. */
  baseUrl: string | URL;
  /** The API token, `cbp_…`. A secret: never in a browser. */
  token: string;
  /** Your external service: the UUID that came with the token. */
  externalServiceId: string;
  /**
   * What sends requests: called with an address and an `init` whose `headers` are a `Headers`; by `raw` with a `Request`.
   * Default: the platform's `fetch`, looked up at each attempt.
   */
  fetch?: ((input: string | Request, init?: RequestInit) => Promise<Response>) | undefined;
}

/** What one call may set for itself. */
export interface CallOptions extends RetryOptions {
  /** Ends the call: an open attempt is cut off, and none is begun after it. */
  signal?: AbortSignal | undefined;
  /** 1 to 128 of `A-Z a-z 0-9 _ . : = + / -`, the same for every attempt; kept in the service's records. Default: a UUID. */
  requestId?: string | undefined;
}

/** The operations; what each resolves with stands in `Answers`. */
export interface Operations<Answers extends Record<OperationName, unknown>> {
  /**
   * Creates a user account that is linked to your external service and managed by it.
   *
   * Safe to repeat: the very pair of `email` and `externalUserId` that was linked before answers the stored user (200), of
   * whom nothing is changed. Needs the scope `userwrite`.
   *
   * @throws PartnerError<'createUser'>
   * @see the interface document, section 4.1, and `/docs/reference#createUser` of the service
   */
  createUser: (body: CreateUserRequest, options?: CallOptions) => Promise<Answers['createUser']>;
  /**
   * Creates the court booking of your own booking id, or replaces it.
   *
   * Versions are compared by `externalUpdatedAt`: newer is written, the very same again is answered as stored (200), older
   * is refused (`stale_write`), equal with other content too (`version_conflict`). A booking occupies `startDate` up to,
   * not including, `endDate`. Needs the scope `court-bookingwrite`.
   *
   * @param externalCourtBookingId 1 to 255 characters, case-sensitive, never trimmed; not `.` and not `..`.
   * @throws PartnerError<'upsertCourtBooking'>
   * @see the interface document, section 4.2, and `/docs/reference#upsertCourtBooking` of the service
   */
  upsertCourtBooking: (
    externalCourtBookingId: string,
    body: UpsertCourtBookingRequest,
    options?: CallOptions,
  ) => Promise<Answers['upsertCourtBooking']>;
}

/** What each operation resolves with in its `safe` form. */
export type Results = { [Operation in OperationName]: PartnerResult<Operation> };

/**
 * A client of the partner interface. Its calls reject with a {@link PartnerError}; they need no `this`, and there is
 * nothing to close.
 */
export interface PartnerClient extends Operations<ResponseBodies> {
  /** The same calls, which never reject: `{ ok: true, data, status, … }` or `{ ok: false, error }`. */
  readonly safe: Operations<Results>;
  /**
   * The typed openapi-fetch client underneath, for whatever this package has no function for: it sends the token and the
   * User-Agent, and has no retries, no limits and no local checks.
   */
  readonly raw: Client<paths, 'application/json'>;
}
