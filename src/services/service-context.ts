import type { Database } from '../db/connection/database.ts';

/** What every service function is given beside its input. */
export interface ServiceContext {
  database: Database;
  /** A new UUID, in the order of time (version 7), so that rows made together lie together. */
  newId: () => string;
  /** Unix milliseconds. */
  now: () => number;
  /** The request under which changes are recorded. */
  requestId: string;
  /** The `X-Request-Id` that a partner sent: shown to it, and to nobody else, with its changes. */
  callerRequestId?: string | undefined;
}
