import type { UserSeed } from '../../../sdk/src/testing/index.ts';

/** Who sends: the partner by a token of every scope, by another one of its tokens, or another partner. */
export type Sender =
  | 'partner'
  | 'booking reader'
  | 'user reader'
  | 'scopeless'
  | 'revoked'
  | 'expired'
  | 'other'
  | 'nobody';

/** A request of a partner. */
export interface SideCall {
  method: string;
  /** Behind `/api/v1/external-services/{externalServiceId}`; from the host on, where it begins with `/api/`. */
  path: string;
  by?: Sender;
  /** In place of that of `by`. */
  authorization?: string;
  body?: unknown;
  /** Sent as it is. */
  rawBody?: string | Uint8Array<ArrayBuffer>;
  headers?: Record<string, string>;
}

export interface SideAnswer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: what is expected of it is the case
  body: any;
}

/** What every side begins with. */
export interface Scene {
  externalServiceId: string;
  otherServiceId: string;
  /** Granted to both. */
  organizationId: string;
  /** Of it, all open. */
  courts: [string, string, string];
  /** Granted to nobody. */
  foreignOrganizationId: string;
  foreignCourt: string;
  /** Tells the addresses of one case from those of all others. */
  tag: string;
}

type UserChanges = Partial<
  Record<keyof UserSeed | 'gender' | 'mainSportType' | 'playingHand', string | null>
>;

/** What operators do. What is refused is answered by its code. */
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
  /** Answers its id. */
  addEndpoint(url: string, types: string[]): Promise<string>;
  setEndpointPaused(id: string, isPaused: boolean): Promise<void>;
  expireChanges(): Promise<void>;
}

/** The service, or the kit in its place. */
export interface Side {
  scene: Scene;
  call(call: SideCall): Promise<SideAnswer>;
  operators: Operators;
}
