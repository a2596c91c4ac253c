import type { Scope } from '../../../src/rules/requests/scope.ts';
import type { OperationName } from '../documented-responses.ts';
import type { Change, Court, CourtBooking, User } from '../operations.generated.ts';
import type { Planning } from './planning.ts';
import type { TestPartnerApi } from './test-partner-api.ts';
import type { UserSeed } from './test-platform-options.ts';

/** Options for `createPartnerClient`: an address, a token and an external service that do not exist, and `fetch`. */
export type TestClientOptions = TestPartnerApi['clientOptions'];

/** An attempt. Attempts are in the order of arrival. */
export interface TestRequest {
  /** The operation that was called. */
  readonly operation: OperationName;
  /** The parameters of the path, decoded. */
  readonly path: Readonly<Record<string, string>>;
  /** The parameters of the query. */
  readonly query: Readonly<Record<string, string>>;
  /** The body as it was sent, parsed; undefined without one. */
  readonly body: unknown;
  /** `X-Request-Id`, the same in every attempt of a call. */
  readonly requestId: string | undefined;
  /** Every header of the request. */
  readonly headers: Headers;
}

/**
 * An external service of the platform, and the actions of operators on its data. Each action is reported in its changes. An action that is
 * not possible throws an error with a `type`: `invalid_options` for a negative number and for NaN.
 */
export interface TestExternalService {
  /** Its UUID. */
  readonly id: string;
  /** Options for `createPartnerClient`. */
  readonly clientOptions: TestClientOptions;
  /** Issues another token for it. */
  issueToken(options?: {
    scopes?: readonly Scope[];
    label?: string;
    expiresAt?: Date | string;
  }): TestClientOptions;
  /** Revokes one of its tokens, or all. */
  revokeTokens(token?: string): void;
  /**
   * Cancels a booking. The court is then free, and upserts are rejected with `version_conflict` until the booking is reinstated. Cancelling
   * it again for another reason throws `nothing_to_change`.
   */
  cancelAsOperator(externalCourtBookingId: string, reason?: string): void;
  /**
   * Reverses an operator's cancellation. If that is not possible, it throws an error with the cause as `type`, such as
   * `court_booking_overlap`. The type is `nothing_to_change` if only the partner has cancelled the booking.
   */
  reinstateAsOperator(externalCourtBookingId: string): void;
  /** Sets the stored `externalUpdatedAt`. Use it for a booking that is blocked by a version in the far future. */
  resetVersion(externalCourtBookingId: string, externalUpdatedAt: Date | string): void;
  /** Removes a cancellation that arrived before its booking. */
  resetCancellation(externalCourtBookingId: string): void;
  /** Lets it book the courts of the organization. Throws `nothing_to_change` if it already may. */
  grantOrganization(organizationId: string): void;
  /** Revokes access to the courts of the organization. Throws `nothing_to_change` if it has no access. */
  revokeOrganization(organizationId: string): void;
  /** Grants access to a user of another external service. Throws `nothing_to_change` if it already has access. */
  grantUser(userId: string): void;
  /** Revokes access to a user. Throws `nothing_to_change` if access was not granted. */
  revokeUser(userId: string): void;
  /** Adds a webhook endpoint for some `types`, or for all; throws `invalid_schema`. Its webhooks are in `webhookRequests` and `deliverWebhooks` of the platform. */
  addWebhookEndpoint(options: {
    url: string;
    types?: readonly string[];
    signature?: 'HMAC_SHA256' | 'ED25519';
  }): Promise<TestWebhookEndpoint>;
  /** Its bookings, as the interface returns them. */
  bookings(): CourtBooking[];
  /** The users that it has access to, and the erased users that it managed, as the interface returns them. */
  users(): User[];
  /** Its changes, as the interface returns them. */
  changes(): Change[];
  /** Drops its changes, as happens after 30 days. Then any cursor before the last one is rejected with `cursor_expired`. */
  expireChanges(): void;
}

/**
 * A failure of the whole platform. `unreachable`: no connection. `unavailable`: 503. `answers lost`: requests are carried out, but no
 * response arrives.
 */
export type Outage = 'unreachable' | 'unavailable' | 'answers lost';

/**
 * The platform in memory, with the rules of the service. It is also an external service: the one of `clientOptions`.
 *
 * Plans for an operation take precedence over the rules. `refuse` and `answer` carry nothing out. `succeed` replaces fields of a success,
 * and does not change an error.
 */
export interface TestPlatform extends TestExternalService, Planning {
  /** Every attempt that arrived, of all external services. */
  readonly calls: TestRequest[];
  /** Adds another external service, with bookings and users of its own. It may book the same courts as the first one. */
  addExternalService(options?: {
    id?: string;
    name?: string;
    scopes?: readonly Scope[];
  }): TestExternalService;
  /** The time of the platform. */
  now(): Date;
  /** Moves the clock forward. Requests that wait for changes end if their time is over. */
  advance(milliseconds: number): void;
  /** Makes all requests fail from now on. Default: `unreachable`. */
  goDown(outage?: Outage): void;
  /** Ends an outage. */
  comeBack(): void;
  /** Delays all responses from now on. Requests are still carried out at once. */
  slowDown(milliseconds: number): void;
  /** Creates an organization that no external service may book yet, by default in UTC. Returns its id. */
  createOrganization(name: string, timeZone?: string): string;
  /** Creates a court of an organization, by default of the first one. Returns its id. Throws `name_already_in_use`. */
  createCourt(name: string, organizationId?: string): string;
  /** Deactivates a court. It takes no new bookings, and keeps those that it has. */
  deactivateCourt(courtId: string): void;
  /** Activates a court again. */
  activateCourt(courtId: string): void;
  /** Sets fields that only operators can set, or fields that the user's manager could set too. `null` clears a field. */
  updateUser(userId: string, changes: Partial<Record<keyof UserSeed | UserEnumeration, string | null>>): void;
  /** Erases a user, regardless of who manages it. */
  eraseUser(userId: string): void;
  /** Erases a person who is named in bookings by this address. Throws `email_of_user` if it is that of a user. */
  eraseGuest(email: string): void;
  /** Returns the webhooks that are due, each once, signed as by the service. They then count as delivered. */
  webhookRequests(): Promise<Request[]>;
  /**
   * Sends the webhooks that are due to your receiver, like the service. A webhook without a 2xx response is due again later (`advance`),
   * and 410 pauses the endpoint. Returns the number of webhooks that were delivered.
   */
  deliverWebhooks(receiver: (request: Request) => Response | Promise<Response>): Promise<number>;
  /** All courts, with their organizations. */
  courts(): (Court & { active: boolean })[];
  /** Restores the initial state. Removes everything that has happened, plans, calls and outages, and sets back the clock. */
  reset(): void;
}

type UserEnumeration = 'gender' | 'mainSportType' | 'playingHand';

/** A webhook endpoint, and the actions of operators on it. */
export interface TestWebhookEndpoint {
  /** Its UUID. */
  readonly id: string;
  /** Its URL. */
  readonly url: string;
  /** The secret that a receiver verifies with: `whsec_…`, or the public key of a key pair, `whpk_…`. */
  readonly secret: string;
  /** Pauses the endpoint. Nothing is sent to it. */
  pause(): void;
  /** Resumes the endpoint. It receives what it has missed. */
  resume(): void;
  /** Creates a new secret, and returns it. The former secret also signs for this many hours. Default: 24. */
  rotateSecret(overlapHours?: number): Promise<string>;
}
