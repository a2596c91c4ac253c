import type { Database } from '../db/connection/database.ts';

export interface ServiceContext {
  database: Database;
  /** Returns a new UUID (version 7). Ids sort by creation time, so that rows of the same time are stored together. */
  newId: () => string;
  /** Unix milliseconds. */
  now: () => number;
  /** The request id that changes are recorded with. */
  requestId: string;
  /** The partner's own `X-Request-Id`. Only that partner sees it, with its changes. */
  callerRequestId?: string | undefined;
}
