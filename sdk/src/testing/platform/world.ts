import type { Clock } from './clock.ts';

/** What the platform knows: everything that has a rule. Instants as `YYYY-MM-DDTHH:MM:SS.ffffffZ`. */
export interface World {
  clock: Clock;
  /** A new UUID: each is greater than those before, so that newer things have greater ids. */
  newId: () => string;
  externalServices: Map<string, ExternalService>;
  /** By the secret. */
  tokens: Map<string, Token>;
  organizations: Map<string, Organization>;
  courts: Map<string, Court>;
  users: Map<string, User>;
  /** By external service and external id, as `keyOf` says. */
  bookings: Map<string, Booking>;
  /** Cancellations that came before their booking. */
  stamps: Map<string, Stamp>;
  /** Whoever waits for a change, or for the time. */
  waiting: Set<() => void>;
}

export interface ExternalService {
  id: string;
  name: string;
  /** Identifiers of organizations. */
  organizations: Set<string>;
  /** Identifiers of users of others. */
  grantedUsers: Set<string>;
  /** Identifiers of users, by the service's own. */
  links: Map<string, string>;
  changes: Change[];
  /** Of the newest change, whether it is kept or not. */
  newest: { id: string; sequence: number };
  endpoints: Endpoint[];
}

export interface Token {
  externalService: ExternalService;
  scopes: readonly string[];
  label: string;
  expiresAt: string | undefined;
  isRevoked: boolean;
  /** Requests of it that wait for a change. */
  waiting: number;
}

export interface Organization {
  id: string;
  name: string;
}

export interface Court {
  id: string;
  name: string;
  organization: Organization;
  active: boolean;
}

export interface User {
  id: string;
  managedBy: ExternalService;
  email?: string | undefined;
  /** Such as it had: who is erased is erased by those, too. */
  formerEmails: string[];
  firstName?: string | undefined;
  lastName?: string | undefined;
  /** `YYYY-MM-DD`. */
  birthday?: string | undefined;
  gender?: string | undefined;
  mainSportType?: string | undefined;
  playingHand?: string | undefined;
  isErased: boolean;
}

/** As it was named. */
export type Participant = { userId: string } | { email: string } | { erased: true };

export interface Booking {
  id: string;
  externalService: ExternalService;
  externalCourtBookingId: string;
  courtId: string;
  startDate: string;
  endDate: string;
  externalUpdatedAt: string;
  participants: Participant[];
  cancelledAt?: string | undefined;
  partnerCancelledAt?: string | undefined;
  /** Where an operator has cancelled it. */
  cancellationReason?: string | undefined;
  createdAt: string;
  updatedAt: string;
}

export interface Stamp {
  externalUpdatedAt: string;
  cancelledAt: string;
}

/** A change as it is listed. */
export interface Change {
  sequence: number;
  id: string;
  type: string;
  timestamp: string;
  actor: 'PARTNER' | 'OPERATOR';
  requestId: string;
  // biome-ignore lint/suspicious/noExplicitAny: of each type another thing
  data: any;
  /** What it is of. */
  subjectId: string;
  /** Unix milliseconds. */
  at: number;
}

export interface Endpoint {
  id: string;
  url: string;
  types: readonly string[];
  signature: 'HMAC_SHA256' | 'ED25519';
  /** The newest first; each 32 bytes, and until when it signs, in Unix milliseconds. */
  keys: { secret: Uint8Array<ArrayBuffer>; until: number }[];
  isPaused: boolean;
  lastSuccessAt?: string | undefined;
  lastFailureAt?: string | undefined;
  /** Since when every attempt has failed, in Unix milliseconds. */
  failingSince?: number | undefined;
  deliveries: Delivery[];
}

/** A change that is still to be sent to an endpoint. */
export interface Delivery {
  change: Change;
  attempts: number;
  /** Unix milliseconds. */
  dueAt: number;
}

/** By whom, and in which request, something is done. */
export interface By {
  actor: 'PARTNER' | 'OPERATOR';
  requestId: string;
  /** The partner whose request it is, and the request id that it is shown. */
  caller?: { externalService: ExternalService; requestId: string };
}

/** Under which key a booking of an external service is kept. */
export const keyOf = ({ id }: ExternalService, externalCourtBookingId: string) =>
  `${id}/${externalCourtBookingId}`;
