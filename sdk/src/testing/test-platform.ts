import type { Change, Court, CourtBooking, OperationName, User } from '../operation.ts';
import type { Planning } from './planning.ts';
import type { Scope } from './platform/scope.ts';
import type { TestPartnerApi } from './test-partner-api.ts';
import type { UserSeed } from './test-platform-options.ts';

/** For `createPartnerClient`: an address, a token and an external service that exist nowhere, and `fetch`. */
export type TestClientOptions = TestPartnerApi['clientOptions'];

/** One attempt, in the order of arrival. */
export interface TestRequest {
  /** Which operation was called. */
  readonly operation: OperationName;
  /** The parameters of the path, decoded. */
  readonly path: Readonly<Record<string, string>>;
  /** The parameters of the query. */
  readonly query: Readonly<Record<string, string>>;
  /** The body as it was sent, parsed; undefined where there was none. */
  readonly body: unknown;
  /** `X-Request-Id`: the same for every attempt of a call. */
  readonly requestId: string | undefined;
  /** Every header of the request. */
  readonly headers: Headers;
}

/**
 * An external service of the platform, and what operators do to what it has. Whatever they do is told in its changes. What
 * cannot be done is thrown, with a `type`.
 */
export interface TestExternalService {
  /** Its UUID. */
  readonly id: string;
  /** For `createPartnerClient`. */
  readonly clientOptions: TestClientOptions;
  /** Another token of it. */
  issueToken(options?: {
    scopes?: readonly Scope[];
    label?: string;
    expiresAt?: Date | string;
  }): TestClientOptions;
  /** Its tokens, this one or all, are refused from now on. */
  revokeTokens(token?: string): void;
  /** Cancels a booking: its place is free, and upserts are `version_conflict` until it is reinstated. Once more for another reason: `nothing_to_change`. */
  cancelAsOperator(externalCourtBookingId: string, reason?: string): void;
  /** Takes an operator's cancellation back. Throws what stands in the way, such as `court_booking_overlap` in its `type`; `nothing_to_change` where the partner alone has cancelled it. */
  reinstateAsOperator(externalCourtBookingId: string): void;
  /** Sets the stored `externalUpdatedAt`: frees a booking that a stamp in the far future has blocked. */
  resetVersion(externalCourtBookingId: string, externalUpdatedAt: Date | string): void;
  /** Forgets a cancellation that came before its booking. */
  resetCancellation(externalCourtBookingId: string): void;
  /** It may book the courts of the organization. Throws `nothing_to_change` where it may already. */
  grantOrganization(organizationId: string): void;
  /** It may no longer. Throws `nothing_to_change` where it may not anyway. */
  revokeOrganization(organizationId: string): void;
  /** It may name a user of another external service. Throws `nothing_to_change` where it may already. */
  grantUser(userId: string): void;
  /** It may no longer. Throws `nothing_to_change` where it was not granted. */
  revokeUser(userId: string): void;
  /** Sends it webhooks: `types`, or all. What it gets: `webhookRequests` and `deliverWebhooks` of the platform. */
  addWebhookEndpoint(options: {
    url: string;
    types?: readonly string[];
    signature?: 'HMAC_SHA256' | 'ED25519';
  }): Promise<TestWebhookEndpoint>;
  /** Its bookings, as they are read. */
  bookings(): CourtBooking[];
  /** The users that are open to it, and those that it managed and were erased, as they are read. */
  users(): User[];
  /** Its changes, as they are listed. */
  changes(): Change[];
  /** Drops its changes, as they are after 30 days: a cursor before the last is `cursor_expired`. */
  expireChanges(): void;
}

/** How the platform fails as a whole: no connection; 503; or all is carried out, and no answer arrives. */
export type Outage = 'unreachable' | 'unavailable' | 'answers lost';

/**
 * The platform in memory, with the rules of the service. It is an external service of it, too: the one of `clientOptions`.
 *
 * What is planned for an operation goes before the rules: `refuse` and `answer` carry nothing out; `succeed` lays fields over
 * a success, and leaves a refusal as it is.
 */
export interface TestPlatform extends TestExternalService, Planning {
  /** Every attempt that arrived, of every external service. */
  readonly calls: TestRequest[];
  /** Another external service: what it books and whom it creates is somebody else's. It may book what the first one may. */
  addExternalService(options?: {
    id?: string;
    name?: string;
    scopes?: readonly Scope[];
  }): TestExternalService;
  /** The time of the platform. */
  now(): Date;
  /** Moves the clock on. Whoever waits for changes is answered when the time is over. */
  advance(milliseconds: number): void;
  /** Fails all requests from now on. Default: there is no connection. */
  goDown(outage?: Outage): void;
  /** Answers again. */
  comeBack(): void;
  /** Answers so many milliseconds late from now on; what was asked is carried out at once. */
  slowDown(milliseconds: number): void;
  /** An organization, which nobody was granted. Answers its id. */
  createOrganization(name: string): string;
  /** A court of an organization; without, of the first one. Answers its id. */
  createCourt(name: string, organizationId?: string): string;
  /** Nothing is placed on it any more; what is booked stays. */
  deactivateCourt(courtId: string): void;
  /** Takes it back. */
  activateCourt(courtId: string): void;
  /** Sets what only operators know of a user, or what its manager could have changed. Null clears. */
  updateUser(userId: string, changes: Partial<Record<keyof UserSeed | UserEnumeration, string | null>>): void;
  /** Erases a user, whoever manages it. */
  eraseUser(userId: string): void;
  /** Erases somebody who was named in bookings by this address. */
  eraseGuest(email: string): void;
  /** What is due at webhook endpoints, signed as the service signs it: each once. They count as delivered. */
  webhookRequests(): Promise<Request[]>;
  /**
   * Sends what is due to your receiver, as the service does: what it does not answer with 2xx is due again later (`advance`),
   * 410 pauses the endpoint. Answers how many were delivered.
   */
  deliverWebhooks(receiver: (request: Request) => Response | Promise<Response>): Promise<number>;
  /** Every court, with the organization that it is of. */
  courts(): (Court & { active: boolean })[];
  /** As it was in the beginning: forgets all that has happened, plans, calls, outages. The clock goes back, too. */
  reset(): void;
}

type UserEnumeration = 'gender' | 'mainSportType' | 'playingHand';

/** A webhook endpoint, and what an operator does to it. */
export interface TestWebhookEndpoint {
  /** Its UUID. */
  readonly id: string;
  /** Where it is. */
  readonly url: string;
  /** What a receiver verifies by: `whsec_…`, or of a key pair the public one, `whpk_…`. */
  readonly secret: string;
  /** Nothing is sent to it for now. */
  pause(): void;
  /** It gets what it has missed. */
  resume(): void;
  /** Another secret, which is answered; for so many hours the former one signs, too. */
  rotateSecret(overlapHours?: number): Promise<string>;
}
