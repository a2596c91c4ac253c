import type { Scope } from '../../../src/rules/requests/scope.ts';

/** A court that exists at the start: its name, or more fields. */
export type CourtSeed =
  | string
  | {
      /** Default: a generated id. */
      id?: string;
      /** The name. Lists are sorted by it. */
      name: string;
      /** If false, the court cannot be booked. Default: true. */
      active?: boolean;
    };

/** The initial state of a platform. None of it is reported as a change. */
export interface TestPlatformOptions {
  /** The time at which the clock is stopped until you move it. Default: the machine's clock, which runs. */
  now?: Date | string;
  /** The courts of an organization that the external service may book. Default: `Court 1` and `Court 2`. */
  courts?: CourtSeed[];
  /** Further organizations. */
  organizations?: {
    id?: string;
    name: string;
    /** The IANA name of its time zone. Default: `UTC`. */
    timeZone?: string;
    courts?: CourtSeed[];
    /** If true, the external service may book its courts. Default: true. */
    granted?: boolean;
  }[];
  /** The users that the external service has created. */
  users?: UserSeed[];
  /** The permissions of the token. Default: all. */
  scopes?: readonly Scope[];
  /** The id of the external service. Default: one that does not exist. */
  externalServiceId?: string;
  /** The token. Default: one with a valid format that belongs to nobody. */
  token?: string;
}

/** A user that exists at the start. */
export interface UserSeed {
  /** Default: a generated id. */
  id?: string;
  /** The e-mail address. It is stored in lower case. */
  email: string;
  /** Your own id of the user. */
  externalUserId: string;
  /** The first name. */
  firstName: string;
  /** The last name. */
  lastName: string;
  /** The birthday, `YYYY-MM-DD`. */
  birthday?: string;
}
