import type { Client } from 'openapi-fetch';
import type { BatchAction, BatchOutcome, BatchRequest } from './batch.ts';
import type { Hooks } from './hooks.ts';
import type { Listing } from './listing.ts';
import type { Logger } from './logging.ts';
import type { paths } from './openapi.generated.ts';
import type {
  Change,
  ChangePage,
  ChangeQuery,
  Court,
  CourtBooking,
  CourtBookingPage,
  CourtBookingQuery,
  CourtPage,
  CourtQuery,
  CreateUserRequest,
  OccupancyQuery,
  OperationName,
  ResponseBodies,
  UpdateUserRequest,
  UpsertCourtBookingRequest,
  User,
  UserPage,
  UserQuery,
} from './operation.ts';
import type { PacingOptions } from './request-queue.ts';
import type { PartnerRefusal, PartnerResult, PartnerSuccess } from './result.ts';
import type { RetryOptions } from './retry.ts';

/** What a client is made of. The retry options are the defaults of its calls. */
export interface PartnerClientOptions extends RetryOptions, PacingOptions, Hooks {
  /** Where the service is, such as `https://partners.example.com`; a path in front of `/api` is kept. */
  baseUrl: string | URL;
  /**
   * The API token, `cbp_…`, or a function that answers it, which is asked at each call, so that it can be rotated. A secret:
   * never in a browser.
   */
  token: string | (() => string | Promise<string>);
  /** Your external service: a UUID. Default: that of the token, for which the service is asked once. */
  externalServiceId?: string | undefined;
  /** Headers for every request, such as those of a gateway. */
  headers?: Record<string, string> | Headers | undefined;
  /** What the User-Agent says after the name of this package, such as `my-club/2.1`. */
  userAgent?: string | undefined;
  /** Whether a browser may have the token, which whoever opens the page can then read. Default: false. */
  dangerouslyAllowBrowser?: boolean | undefined;
  /**
   * What sends requests: called with an address and an `init` whose `headers` are a `Headers`; by `raw` with a `Request`.
   * Default: the platform's `fetch`, looked up at each attempt.
   */
  fetch?: ((input: string | Request, init?: RequestInit) => Promise<Response>) | undefined;
  /** Such as `console`: told of requests, answers, retries and failures, without token, bodies and persons. Default: none. */
  logger?: Logger | undefined;
}

/** What one call may set for itself. */
export interface CallOptions extends RetryOptions {
  /** Ends the call: an open attempt is cut off, and none is begun after it. */
  signal?: AbortSignal | undefined;
  /** 1 to 128 of `A-Z a-z 0-9 _ . : = + / -`, the same for every attempt; kept in the service's records. Default: a UUID. */
  requestId?: string | undefined;
}

/** What a call of `batchCourtBookings` may set for itself. */
export interface BatchOptions extends CallOptions {
  /** Leaves the bookings that were written out of the answer. Default: false. */
  minimal?: boolean | undefined;
}

/** The operations of one answer each; what each resolves with stands in `Answers`. */
export interface Operations<Answers extends Record<SimpleOperation, unknown>> {
  /**
   * Tells what the token may do, for which external service, and how often.
   *
   * @throws PartnerError<'getToken'>
   */
  getToken: (options?: CallOptions) => Promise<Answers['getToken']>;
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
  /**
   * Reads a user that is linked to your external service, or open to it. Needs the scope `userread`.
   *
   * @throws PartnerError<'getUser'>
   */
  getUser: (userId: string, options?: CallOptions) => Promise<Answers['getUser']>;
  /**
   * Reads the user that is linked under an id of your own. Needs the scope `userread`.
   *
   * @throws PartnerError<'getUserByExternalId'>
   */
  getUserByExternalId: (
    externalUserId: string,
    options?: CallOptions,
  ) => Promise<Answers['getUserByExternalId']>;
  /**
   * Changes a user that your external service manages: what is left out stays.
   *
   * Safe to repeat. Needs the scope `userwrite`.
   *
   * @throws PartnerError<'updateUser'>
   */
  updateUser: (
    userId: string,
    body: UpdateUserRequest,
    options?: CallOptions,
  ) => Promise<Answers['updateUser']>;
  /**
   * Erases a user that your external service manages: name, address, birthday, and every copy of them. Its bookings stay, with a
   * participant without identity. It cannot be undone.
   *
   * Safe to repeat. Needs the scope `userwrite`.
   *
   * @throws PartnerError<'eraseUser'>
   */
  eraseUser: (userId: string, options?: CallOptions) => Promise<Answers['eraseUser']>;
  /**
   * Reads a court booking of your own, a cancelled one too. Needs the scope `court-bookingread`.
   *
   * @param externalCourtBookingId 1 to 255 characters, case-sensitive, never trimmed; not `.` and not `..`.
   * @throws PartnerError<'getCourtBooking'>
   */
  getCourtBooking: (
    externalCourtBookingId: string,
    options?: CallOptions,
  ) => Promise<Answers['getCourtBooking']>;
  /**
   * Cancels a court booking of your own: its court is free at once.
   *
   * Done when `externalUpdatedAt` is that of the stored version or newer; older is refused (`stale_write`). Where nothing is
   * stored, the time is remembered, so that an upsert that was overtaken comes too late. Safe to repeat. Needs the scope
   * `court-bookingwrite`.
   *
   * @param externalCourtBookingId 1 to 255 characters, case-sensitive, never trimmed; not `.` and not `..`.
   * @param externalUpdatedAt When it was cancelled in your system.
   * @throws PartnerError<'cancelCourtBooking'>
   */
  cancelCourtBooking: (
    externalCourtBookingId: string,
    externalUpdatedAt: Date | string,
    options?: CallOptions,
  ) => Promise<Answers['cancelCourtBooking']>;
  /**
   * Tells when a court is taken, by anybody. Needs the scope `court-bookingread`.
   *
   * @throws PartnerError<'getCourtOccupancy'>
   */
  getCourtOccupancy: (
    courtId: string,
    query: OccupancyQuery,
    options?: CallOptions,
  ) => Promise<Answers['getCourtOccupancy']>;
  /**
   * Lists your webhook endpoints, as operators have set them up. Needs a scope that reads.
   *
   * @throws PartnerError<'listWebhookEndpoints'>
   */
  listWebhookEndpoints: (options?: CallOptions) => Promise<Answers['listWebhookEndpoints']>;
}

/** The operations that answer page by page. */
export type ListOperation = 'listUsers' | 'listCourtBookings' | 'listCourts' | 'listChanges';

/** The operations that resolve with the documented body as it is. */
export type SimpleOperation = Exclude<OperationName, ListOperation | 'batchCourtBookings'>;

/** What each operation resolves with in its `safe` form. */
export type Results = { [Operation in OperationName]: PartnerResult<Operation> };

/** The calls in their `safe` form, which never rejects: `{ ok: true, data, status, … }` or `{ ok: false, error }`. */
export interface SafeOperations extends Operations<Results> {
  /** One page; see `listUsers` of the client. */
  listUsers: (query?: UserQuery, options?: CallOptions) => Promise<Results['listUsers']>;
  /** One page; see `listCourtBookings` of the client. */
  listCourtBookings: (
    query?: CourtBookingQuery,
    options?: CallOptions,
  ) => Promise<Results['listCourtBookings']>;
  /** One page; see `listCourts` of the client. */
  listCourts: (query?: CourtQuery, options?: CallOptions) => Promise<Results['listCourts']>;
  /** One page; see `listChanges` of the client. */
  listChanges: (query?: ChangeQuery, options?: CallOptions) => Promise<Results['listChanges']>;
  /** See `batchCourtBookings` of the client. `ok` says that the batch was judged: what became of each item stands in `data.results`. */
  batchCourtBookings: <const Actions extends readonly BatchAction[]>(
    body: BatchRequest<Actions>,
    options?: BatchOptions,
  ) => Promise<
    PartnerSuccess<'batchCourtBookings', BatchOutcome<Actions>> | PartnerRefusal<'batchCourtBookings'>
  >;
}

/**
 * A client of the partner interface. Its calls reject with a {@link PartnerError}; they need no `this`, and there is
 * nothing to close.
 */
export interface PartnerClient extends Operations<ResponseBodies> {
  /**
   * Lists users that are linked to your external service, or open to it. Needs the scope `userread`.
   *
   * @throws PartnerError<'listUsers'>
   */
  listUsers: (query?: UserQuery, options?: CallOptions) => Listing<UserPage, User>;
  /**
   * Lists your court bookings, the one that was changed last first. Needs the scope `court-bookingread`.
   *
   * @throws PartnerError<'listCourtBookings'>
   */
  listCourtBookings: (
    query?: CourtBookingQuery,
    options?: CallOptions,
  ) => Listing<CourtBookingPage, CourtBooking>;
  /**
   * Lists the courts that you may book, by name. Needs the scope `court-bookingread`.
   *
   * @throws PartnerError<'listCourts'>
   */
  listCourts: (query?: CourtQuery, options?: CallOptions) => Listing<CourtPage, Court>;
  /**
   * Lists what happened, by whomever, in its order. Without `wait` it ends where there is no more; with `wait` it goes on until
   * the `signal` ends it, which rejects with `aborted`. Needs a scope that reads, and shows what that may read.
   *
   * `cursor_expired` (410): what follows the cursor is not kept any more. Take `latest`, list everything, and go on from there.
   *
   * @throws PartnerError<'listChanges'>
   */
  listChanges: (query?: ChangeQuery, options?: CallOptions) => Listing<ChangePage, Change>;
  /**
   * Upserts and cancels up to 200 court bookings. What is refused stops no other item: look at each result, or call
   * `throwOnRefused()`. With `atomic` all are done or none, and `batch_refused` names each item at fault.
   *
   * Safe to repeat: what was done is answered as replayed. Needs the scope `court-bookingwrite`.
   *
   * @throws PartnerError<'batchCourtBookings'>
   */
  batchCourtBookings: <const Actions extends readonly BatchAction[]>(
    body: BatchRequest<Actions>,
    options?: BatchOptions,
  ) => Promise<BatchOutcome<Actions>>;
  /** The same calls, which never reject: `{ ok: true, data, status, … }` or `{ ok: false, error }`. */
  readonly safe: SafeOperations;
  /**
   * An openapi-fetch client for every request that has no function of its own. It sends the token and the User-Agent. It has no
   * retries, no time limits and no pace. It checks dates only, and reads at most 16 MiB of a response.
   */
  readonly raw: Client<paths, 'application/json'>;
}
