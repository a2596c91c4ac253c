import type { UserSeed } from '../../../sdk/src/testing/index.ts';
import { findOperation } from '../../../sdk/src/testing/platform/find-operation.ts';

/** The sender of a request. The partner uses a token with every scope or another of its tokens. The other sender is another partner. */
export type Sender =
  | 'partner'
  | 'booking reader'
  | 'user reader'
  | 'scopeless'
  | 'revoked'
  | 'expired'
  | 'other'
  | 'nobody';

export interface SideCall {
  method: string;
  /** Relative to `/api/v1/external-services/{externalServiceId}`, or to the host if it begins with `/api/`. */
  path: string;
  by?: Sender;
  /** Replaces the header of `by`. */
  authorization?: string;
  body?: unknown;
  /** Sent unchanged. */
  rawBody?: string | Uint8Array<ArrayBuffer>;
  headers?: Record<string, string>;
}

export interface SideAnswer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: what is expected of it is the case
  body: any;
}

export interface Scene {
  externalServiceId: string;
  otherServiceId: string;
  /** Both external services have access to it. */
  organizationId: string;
  /** Its courts, all of them active. */
  courts: [string, string, string];
  /** No external service has access to it. */
  foreignOrganizationId: string;
  foreignCourt: string;
  /** Makes the email addresses of a case unique. */
  tag: string;
}

type UserChanges = Partial<
  Record<keyof UserSeed | 'gender' | 'mainSportType' | 'playingHand', string | null>
>;

/** Actions of operators. Each one returns the code of an error. */
export interface Operators {
  cancel(externalCourtBookingId: string, reason: string): Promise<void>;
  reinstate(externalCourtBookingId: string): Promise<void>;
  resetVersion(externalCourtBookingId: string, externalUpdatedAt: string): Promise<void>;
  resetCancellation(externalCourtBookingId: string): Promise<void>;
  setCourtActive(courtId: string, active: boolean): Promise<void>;
  createCourt(organizationId: string, name: string): Promise<string>;
  setOrganizationAccess(organizationId: string, isGranted: boolean): Promise<void>;
  setUserAccess(userId: string, isGranted: boolean): Promise<void>;
  updateUser(userId: string, changes: UserChanges): Promise<void>;
  eraseUser(userId: string): Promise<void>;
  eraseGuest(email: string): Promise<void>;
  addEndpoint(url: string, types: string[]): Promise<string>;
  setEndpointPaused(id: string, isPaused: boolean): Promise<void>;
  expireChanges(): Promise<void>;
  /** Waits until all requests so far can be read. */
  recordRequests(): Promise<void>;
}

export interface Side {
  scene: Scene;
  call(call: SideCall): Promise<SideAnswer>;
  operators: Operators;
}

/** The called operation, whose documented responses both sides keep to. */
export function operationOf(method: string, path: string): string | undefined {
  try {
    return findOperation(method, path.split('?')[0]!).operation;
  } catch {
    return undefined;
  }
}
