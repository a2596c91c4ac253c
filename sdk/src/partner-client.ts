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
  ResponseBody,
  UpdateUserRequest,
  UpsertCourtBookingRequest,
  User,
  UserPage,
  UserQuery,
} from './operation.ts';
import type { PacingOptions } from './request-queue.ts';
import type { PartnerRefusal, PartnerResult, PartnerSuccess } from './result.ts';
import type { RetryOptions } from './retry.ts';

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
   * The function that sends requests. It receives a URL and an `init` whose `headers` are a `Headers`; `raw` calls it with a
   * `Request`. Default: the platform's `fetch`, looked up for each attempt.
   */
  fetch?: ((input: string | Request, init?: RequestInit) => Promise<Response>) | undefined;
  /**
   * A logger such as `console`. It receives requests, responses, retries and failures, without token, bodies and personal data.
   * Default: none.
   */
  logger?: Logger | undefined;
}

/** The options of one call. */
export interface CallOptions extends RetryOptions {
  /** Ends the call. A running attempt is aborted, and no further attempt is made. */
  signal?: AbortSignal | undefined;
  /** The request id: 1 to 128 of `A-Z a-z 0-9 _ . : = + / -`. Every attempt sends it, and the service records it. Default: a UUID. */
  requestId?: string | undefined;
}

/** The options of a `batchCourtBookings` call. */
export interface BatchOptions extends CallOptions {
  /** Leaves the written bookings out of the response. Default: false. */
  minimal?: boolean | undefined;
}

/** The operations that return one response. `Answers` defines the result of each. */
export interface Operations<Answers extends Record<SimpleOperation, unknown>> {
  /**
   * Returns the token's permissions, its external service, and its rate limit.
   *
   * @throws PartnerError<'getToken'>
   */
  getToken: (options?: CallOptions) => Promise<Answers['getToken']>;
  /**
   * Creates a user account that is linked to your external service and managed by it.
   *
   * Safe to repeat: if the same pair of `email` and `externalUserId` is already linked, the stored user is returned unchanged
   * (200). Needs the scope `userwrite`.
   *
   * @throws PartnerError<'createUser'>
   * @see the interface document, section 4.1, and `/docs/reference#createUser` of the service
   */
  createUser: (body: CreateUserRequest, options?: CallOptions) => Promise<Answers['createUser']>;
  /**
   * Creates the court booking with your own booking id, or replaces it.
   *
   * Versions are compared by `externalUpdatedAt`. A newer version is written. The same version with the same content returns the
   * stored booking (200). An older version is rejected (`stale_write`), and so is the same version with other content
   * (`version_conflict`). A booking occupies the time from `startDate` up to, but not including, `endDate`. Needs the scope
   * `court-bookingwrite`.
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
   * Reads a user that is linked to your external service, or that it has been granted access to. Needs the scope `userread`.
   *
   * @throws PartnerError<'getUser'>
   */
  getUser: (userId: string, options?: CallOptions) => Promise<Answers['getUser']>;
  /**
   * Reads the user that is linked with an id of your own. Needs the scope `userread`.
   *
   * @throws PartnerError<'getUserByExternalId'>
   */
  getUserByExternalId: (
    externalUserId: string,
    options?: CallOptions,
  ) => Promise<Answers['getUserByExternalId']>;
  /**
   * Changes a user that your external service manages. Fields that you leave out are kept.
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
   * Erases a user that your external service manages: name, e-mail address, birthday, and every copy of them. The user's bookings
   * stay, with a participant without identity. This cannot be undone.
   *
   * Safe to repeat. Needs the scope `userwrite`.
   *
   * @throws PartnerError<'eraseUser'>
   */
  eraseUser: (userId: string, options?: CallOptions) => Promise<Answers['eraseUser']>;
  /**
   * Reads one of your court bookings, including cancelled ones. Needs the scope `court-bookingread`.
   *
   * @param externalCourtBookingId 1 to 255 characters, case-sensitive, never trimmed; not `.` and not `..`.
   * @throws PartnerError<'getCourtBooking'>
   */
  getCourtBooking: (
    externalCourtBookingId: string,
    options?: CallOptions,
  ) => Promise<Answers['getCourtBooking']>;
  /**
   * Cancels one of your court bookings. Its court is free at once.
   *
   * Succeeds if `externalUpdatedAt` is equal to the stored version or newer. An older one is rejected (`stale_write`). If no
   * booking is stored, the time is remembered, so that a delayed older upsert is rejected. Safe to repeat. Needs the scope
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
   * Returns when a court is occupied by any booking. Needs the scope `court-bookingread`.
   *
   * @throws PartnerError<'getCourtOccupancy'>
   */
  getCourtOccupancy: (
    courtId: string,
    query: OccupancyQuery,
    options?: CallOptions,
  ) => Promise<Answers['getCourtOccupancy']>;
  /**
   * Lists your webhook endpoints, as set up by operators. Needs any read scope.
   *
   * @throws PartnerError<'listWebhookEndpoints'>
   */
  listWebhookEndpoints: (options?: CallOptions) => Promise<Answers['listWebhookEndpoints']>;
}

/** The operations that return pages. */
export type ListOperation = 'listUsers' | 'listCourtBookings' | 'listCourts' | 'listChanges';

/** The operations that resolve with the documented body unchanged. */
export type SimpleOperation = Exclude<OperationName, ListOperation | 'batchCourtBookings'>;

/** The response body of each operation. */
type Bodies = { [Operation in OperationName]: ResponseBody<Operation> };

/** The result of each operation in its `safe` form. */
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
  /**
   * See `batchCourtBookings` of the client. `ok` means that the batch was processed. The result of each item is in
   * `data.results`.
   */
  batchCourtBookings: <const Actions extends readonly BatchAction[]>(
    body: BatchRequest<Actions>,
    options?: BatchOptions,
  ) => Promise<
    PartnerSuccess<'batchCourtBookings', BatchOutcome<Actions>> | PartnerRefusal<'batchCourtBookings'>
  >;
}

/**
 * A client of the partner interface. Its calls reject with a {@link PartnerError}. They do not use `this`, and the client does
 * not need to be closed.
 */
export interface PartnerClient extends Operations<Bodies> {
  /**
   * Lists users that are linked to your external service, or that it has been granted access to. Needs the scope `userread`.
   *
   * @throws PartnerError<'listUsers'>
   */
  listUsers: (query?: UserQuery, options?: CallOptions) => Listing<UserPage, User>;
  /**
   * Lists your court bookings, the most recently changed first. Needs the scope `court-bookingread`.
   *
   * @throws PartnerError<'listCourtBookings'>
   */
  listCourtBookings: (
    query?: CourtBookingQuery,
    options?: CallOptions,
  ) => Listing<CourtBookingPage, CourtBooking>;
  /**
   * Lists the courts that you may book, sorted by name. Needs the scope `court-bookingread`.
   *
   * @throws PartnerError<'listCourts'>
   */
  listCourts: (query?: CourtQuery, options?: CallOptions) => Listing<CourtPage, Court>;
  /**
   * Lists all changes in order, both your own and those made by others.
   *
   * Without `wait` the list ends when there are no more changes. With `wait` it continues until the `signal` ends it, which rejects with
   * `aborted`. Needs any read scope, and shows only what that scope may read.
   *
   * `cursor_expired` (410): the changes after the cursor are no longer kept. Get a new cursor with `latest`, list everything, and continue
   * from that cursor.
   *
   * @throws PartnerError<'listChanges'>
   */
  listChanges: (query?: ChangeQuery, options?: CallOptions) => Listing<ChangePage, Change>;
  /**
   * Upserts and cancels up to 200 court bookings. A rejected item does not stop the others: check each result, or call
   * `throwOnRefused()`. With `atomic` either all items are carried out or none, and `batch_refused` lists each invalid item.
   *
   * Safe to repeat: items that were already carried out are returned as replayed. Needs the scope `court-bookingwrite`.
   *
   * @throws PartnerError<'batchCourtBookings'>
   */
  batchCourtBookings: <const Actions extends readonly BatchAction[]>(
    body: BatchRequest<Actions>,
    options?: BatchOptions,
  ) => Promise<BatchOutcome<Actions>>;
  /** The same calls in a form that never rejects: they return `{ ok: true, data, status, … }` or `{ ok: false, error }`. */
  readonly safe: SafeOperations;
  /**
   * An openapi-fetch client for every request that has no function of its own. It sends the token and the User-Agent. It has no
   * retries, no time limits and no pace. It checks dates only, and reads at most 16 MiB of a response.
   */
  readonly raw: Client<paths, 'application/json'>;
}
