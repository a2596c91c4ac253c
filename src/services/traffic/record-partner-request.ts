import type { Database } from '../../db/connection/database.ts';
import { ApiError } from '../../errors.ts';
import type { PartnerRequestRecord, PartnerRequestRow } from './partner-request-record.ts';
import { writePartnerRequests } from './write-partner-requests.ts';

/** In memory at most, until they are written; further ones are counted. */
const maxWaiting = 10_000;
/**
 * Of requests without a token that passed, and of those that could not be served, between two writings: a flood of them
 * must not become one of rows.
 */
const maxInFlood = 100;
/** Rows that count, in memory at most; what is beyond is dropped, and told to the log. */
const maxCounting = 1_000;

/**
 * Keeps what partners sent, off the request path: in memory, written in batches, for a set time.
 *
 * What comes in floods is counted: refusals by the rate limit, and what is over the limits above, are one row a writing,
 * which is a second, of each API token, operation and error. Such a row has time, id and request id of the first, and
 * nothing of what it was about.
 */
export class PartnerRequestRecorder {
  readonly #database: Database;
  #waiting: PartnerRequestRow[] = [];
  #counting = new Map<string, PartnerRequestRow>();
  #inFlood = 0;
  #dropped = 0;
  /** Settles with the last writing: who closes waits for it, too. */
  #flushed: Promise<unknown> = Promise.resolve();

  constructor(database: Database) {
    this.#database = database;
  }

  record(request: PartnerRequestRecord): void {
    const mayFlood = request.externalServiceId === undefined || request.errorType === 'service_unavailable';
    if (mayFlood) this.#inFlood += 1;
    const isFlood =
      request.errorType === 'rate_limit_exceeded' ||
      (mayFlood && this.#inFlood > maxInFlood) ||
      this.#waiting.length >= maxWaiting;
    if (isFlood) this.#count(request);
    else this.#waiting.push({ ...request, requestCount: 1 });
  }

  #count(request: PartnerRequestRecord): void {
    const { id, at, externalServiceId, apiTokenId, operation, status, errorType } = request;
    const { milliseconds, requestId, callerRequestId, sdkVersion } = request;
    const key = JSON.stringify([externalServiceId, apiTokenId, operation, status, errorType]);
    const row = this.#counting.get(key);
    if (row) row.requestCount += 1;
    else if (this.#counting.size >= maxCounting) this.#dropped += 1;
    else {
      const who = {
        id,
        at,
        externalServiceId,
        apiTokenId,
        milliseconds,
        requestId,
        callerRequestId,
        sdkVersion,
      };
      this.#counting.set(key, { ...who, operation, status, errorType, issuePaths: [], requestCount: 1 });
    }
  }

  /**
   * Writes what has come together, after what is being written; answers how many requests had to be dropped. On failure it
   * is kept for the next time.
   */
  flush(): Promise<{ dropped: number }> {
    const flushed = this.#flushed.then(() => this.#flush());
    this.#flushed = flushed.catch(() => {});
    return flushed;
  }

  async #flush(): Promise<{ dropped: number }> {
    const dropped = this.#dropped;
    const batch = [...this.#waiting, ...this.#counting.values()];
    this.#dropped = 0;
    this.#inFlood = 0;
    if (batch.length === 0) return { dropped };
    this.#waiting = [];
    this.#counting = new Map();
    try {
      await writePartnerRequests(this.#database, batch);
    } catch (error) {
      this.#dropped += dropped;
      // What the database will never take is not tried again: it would hold up everything behind it.
      const isPassing = error instanceof ApiError && error.type === 'service_unavailable';
      // As they are, those that count too: they may have been written after all, and are then not written again.
      const kept = isPassing ? batch.concat(this.#waiting) : this.#waiting;
      const lost = isPassing ? kept.splice(maxWaiting) : batch;
      this.#waiting = kept;
      for (const { requestCount } of lost) this.#dropped += requestCount;
      throw error;
    }
    return { dropped };
  }
}
