import type { Database } from '../db/database.ts';
import { ApiError } from '../errors.ts';

/** What operators see of a partner's request: no token, no body. */
export interface PartnerRequestRecord {
  id: string;
  /** ISO 8601. */
  at: string;
  /** Of the token; undefined where none has passed. */
  externalServiceId: string | undefined;
  operation: string;
  /** The external court booking id, or the external user id. */
  externalId: string | undefined;
  status: number;
  errorType: string | undefined;
  issuePaths: string[];
  milliseconds: number;
  /** Of our own. */
  requestId: string;
  /** The `X-Request-Id` that the partner sent. */
  callerRequestId: string | undefined;
}

/** In memory at most, until they are written; further ones are dropped and counted. */
const maxWaiting = 10_000;
/** Of requests without a token that passed, between two writings: a flood of them must not become one of rows. */
const maxUnattributed = 100;

/** Keeps what partners sent, off the request path: in memory, written in batches, for a set time. */
export class PartnerRequestRecorder {
  readonly #database: Database;
  #waiting: PartnerRequestRecord[] = [];
  #unattributed = 0;
  #dropped = 0;

  constructor(database: Database) {
    this.#database = database;
  }

  record(request: PartnerRequestRecord): void {
    if (request.externalServiceId === undefined) this.#unattributed += 1;
    const flooded = request.externalServiceId === undefined && this.#unattributed > maxUnattributed;
    if (flooded || this.#waiting.length >= maxWaiting) this.#dropped += 1;
    else this.#waiting.push(request);
  }

  /** Writes what has come together; answers how many had to be dropped. On failure it is kept for the next time. */
  async flush(): Promise<{ dropped: number }> {
    const dropped = this.#dropped;
    const batch = this.#waiting;
    this.#dropped = 0;
    this.#unattributed = 0;
    if (batch.length === 0) return { dropped };
    this.#waiting = [];
    try {
      await this.#database.query(
        `insert into partner_requests
           (id, at, external_service_id, operation, external_id, status, error_type, issue_paths, milliseconds, request_id,
            caller_request_id)
         select id, at, "externalServiceId", operation, "externalId", status, "errorType",
           array(select jsonb_array_elements_text("issuePaths")), milliseconds, "requestId",
           "callerRequestId"
         from jsonb_to_recordset($1::jsonb) as r (
           id uuid, at timestamptz, "externalServiceId" uuid, operation text, "externalId" text, status smallint,
           "errorType" text, "issuePaths" jsonb, milliseconds float8, "requestId" text,
           "callerRequestId" text
         )
         on conflict (id) do nothing`,
        [JSON.stringify(batch)],
      );
    } catch (error) {
      // What the database will never take is not tried again: it would hold up everything behind it.
      const isPassing = error instanceof ApiError && error.type === 'service_unavailable';
      if (isPassing) this.#waiting = batch.concat(this.#waiting).slice(0, maxWaiting);
      else this.#dropped += batch.length;
      throw error;
    }
    return { dropped };
  }
}
