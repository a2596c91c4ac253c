import type { ChangeType } from '../../../../src/rules/change-types.ts';
import type { StoredBooking, Tombstone } from '../../../../src/rules/court-booking.ts';
import type { Scope } from '../../../../src/rules/requests/scope.ts';
import type { StoredUser } from '../../../../src/rules/user.ts';
import type { OperationName } from '../../documented-responses.ts';
import type { Clock } from './clock.ts';

/** The complete state of the platform. All times have the form `YYYY-MM-DDTHH:MM:SS.ffffffZ`. */
export interface World {
  clock: Clock;
  /** Returns a new UUID that is greater than all before it, so that newer objects have greater ids. */
  newId: () => string;
  externalServices: Map<string, ExternalService>;
  /** By secret. */
  tokens: Map<string, Token>;
  organizations: Map<string, Organization>;
  courts: Map<string, Court>;
  users: Map<string, User>;
  /** By the key that `keyOf` returns. */
  bookings: Map<string, StoredBooking>;
  /** Cancellations that arrived before their booking, by the key that `keyOf` returns. */
  stamps: Map<string, Tombstone>;
  /** The last occupancy that was returned, by organization and range. */
  occupancyVersions: Map<string, { content: string; version: string }>;
  /** Wake the requests that wait for a change or for the time. */
  waiting: Set<() => void>;
}

export interface ExternalService {
  id: string;
  name: string;
  /** The ids of organizations. */
  organizations: Set<string>;
  /** The ids of users of other external services. */
  grantedUsers: Set<string>;
  changes: Change[];
  /** The newest first. */
  requests: RecordedRequest[];
  /** The newest change, even if it is no longer kept. */
  newest: { id: string; sequence: number };
  endpoints: Endpoint[];
}

/** What a request or an item of a batch names. */
export interface Named {
  externalId?: string | undefined;
  externalUpdatedAt?: string | undefined;
  courtId?: string | undefined;
  startDate?: string | undefined;
  endDate?: string | undefined;
}

/** A request, or a rejected item of a batch, which has the id of its batch. */
export interface RecordedRequest extends Named {
  id: string;
  batchId?: string;
  requestId: string;
  operation: OperationName;
  at: string;
  status: number;
  response?: object | undefined;
  itemCount?: number;
  rejectedItemCount?: number;
  itemIndex?: number;
  dryRun?: true | undefined;
  /** Never shown. */
  conflictingIds?: readonly string[] | undefined;
}

export interface Token {
  id: string;
  externalService: ExternalService;
  scopes: readonly Scope[];
  label: string;
  createdAt: string;
  expiresAt: string | undefined;
  revokedAt: string | undefined;
  /** If not an operator revoked it. */
  revokedBecause?: 'POSSESSION';
  lastUsedAt: string | undefined;
  /** The token that replaced it, and its secret. */
  successor: { secret: string; token: Token } | undefined;
  /** The number of its requests that wait for a change. */
  waiting: number;
}

export interface Organization {
  id: string;
  name: string;
  /** An IANA name. */
  timeZone: string;
}

export interface Court {
  id: string;
  name: string;
  organization: Organization;
  active: boolean;
}

export interface User extends StoredUser {
  /** Earlier and current addresses. Erasing the user erases all of them. */
  allEmails: readonly string[];
  /** The same of external ids, each as `externalServiceId/externalUserId`. */
  allLinks: readonly string[];
}

/** A change. Responses leave out `subjectId` and `at`. */
export interface Change {
  sequence: number;
  id: string;
  type: ChangeType;
  timestamp: string;
  actor: 'PARTNER' | 'OPERATOR';
  requestId: string;
  // biome-ignore lint/suspicious/noExplicitAny: of each type another thing
  data: any;
  /** The id of the changed resource. */
  subjectId: string;
  /** Unix milliseconds. */
  at: number;
}

export interface Endpoint {
  id: string;
  url: string;
  types: readonly ChangeType[];
  signature: 'HMAC_SHA256' | 'ED25519';
  /** The newest first. Each has 32 bytes, and a time until which it signs, in Unix milliseconds. */
  keys: { secret: Uint8Array<ArrayBuffer>; until: number }[];
  /** Failures: also a response of 410. */
  pausedBecause?: 'OPERATOR' | 'PARTNER' | 'FAILURES' | undefined;
  /** The number of attempts that failed since the last success. */
  failures: number;
  lastSuccessAt?: string | undefined;
  lastFailureAt?: string | undefined;
  /** The time since which every attempt has failed, in Unix milliseconds. */
  failingSince?: number | undefined;
  /** Until then nothing is sent; if failures paused it, until `triedAt`. In Unix milliseconds. */
  heldUntil?: number | undefined;
  triedAt?: number;
  /** The oldest change first. */
  deliveries: Delivery[];
}

export interface Delivery {
  change: Change;
  /** Since it was last sent again. */
  attempts: number;
  /** When the next attempt is due, in Unix milliseconds; undefined if there is none. */
  dueAt: number | undefined;
  deliveredAt?: string | undefined;
  /** All attempts, the newest first. */
  history: Attempt[];
}

/** `status` is undefined if there was no response, `failure` after a success. */
export interface Attempt {
  at: string;
  status: number | undefined;
  failure: string | undefined;
}

/** The actor and the request of a change. */
export interface By {
  actor: 'PARTNER' | 'OPERATOR';
  requestId: string;
  /** True if nothing is to be written. */
  isDryRun?: boolean;
  /** The partner that made the request, and the request id that it sees. */
  caller?: { externalService: ExternalService; requestId: string };
}

/** Returns the key of a booking in `bookings` and `stamps`. */
export const keyOf = ({ id }: ExternalService, externalCourtBookingId: string) =>
  `${id}/${externalCourtBookingId}`;
