import type { Scope } from './platform/scope.ts';

/** A court to begin with: its name, or more. */
export type CourtSeed =
  | string
  | {
      /** Default: one that is made. */
      id?: string;
      /** Lists are in the order of names. */
      name: string;
      /** Whether it takes bookings. Default: true. */
      active?: boolean;
    };

/** What a platform begins with. Nothing of it is a change of the feed. */
export interface TestPlatformOptions {
  /** Where the clock stands until it is moved. Default: the clock of the machine, which runs. */
  now?: Date | string;
  /** Courts of an organization that is granted. Default: `Court 1` and `Court 2`. */
  courts?: CourtSeed[];
  /** Further organizations. */
  organizations?: {
    id?: string;
    name: string;
    courts?: CourtSeed[];
    /** Whether the external service may book them. Default: true. */
    granted?: boolean;
  }[];
  /** Users whom the external service has created. */
  users?: UserSeed[];
  /** What the token may do. Default: everything. */
  scopes?: readonly Scope[];
  /** Default: one that exists nowhere. */
  externalServiceId?: string;
  /** Default: one that could be one by its form, and is nobody's. */
  token?: string;
}

/** A user to begin with. */
export interface UserSeed {
  /** Default: one that is made. */
  id?: string;
  /** Kept in lower case. */
  email: string;
  /** Your own id of the user. */
  externalUserId: string;
  /** As it is read. */
  firstName: string;
  /** As it is read. */
  lastName: string;
  /** `YYYY-MM-DD`. */
  birthday?: string;
}
