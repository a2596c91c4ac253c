import { ApiError } from '../../api-error.ts';
import type { Database } from '../../db/connection/database.ts';
import { insertPartnerRequests, type PartnerRequestRow } from '../../db/queries/jobs/partner-requests.ts';
import type { PartnerRequestRecord } from './partner-request-record.ts';

/** Maximum number of unwritten requests in memory. Further ones are only counted. */
const maxWaiting = 10_000;
/**
 * Maximum number of rows between two writes for requests without a valid token and for requests that could not be
 * served. It keeps a flood of requests from becoming a flood of rows.
 */
const maxInFlood = 100;
/** The same for rejected items: five batches. */
const maxItems = 1_000;
/** Maximum number of counting rows in memory. Further requests are dropped, and their number is logged. */
const maxCounting = 1_000;

/**
 * Records partners' requests outside of the request path: in memory, and written in batches. They are kept for a
 * configured time.
 *
 * Floods are only counted. Rate limit rejections, and requests beyond the limits above, become one row per write (one
 * second) for each API token, operation and error. Such a row has the time, id and request id of the first request
 * (of items, also its index), and no details of its subject.
 */
export class PartnerRequestRecorder {
  readonly #database: Database;
  #waiting: PartnerRequestRow[] = [];
  #counting = new Map<string, PartnerRequestRow>();
  #inFlood = 0;
  #items = 0;
  #dropped = 0;
  /** Settles with the last write, so that closing also waits for it. */
  #flushed: Promise<unknown> = Promise.resolve();

  constructor(database: Database) {
    this.#database = database;
  }

  record(request: PartnerRequestRecord): void {
    const mayFlood = request.externalServiceId === undefined || request.errorType === 'service_unavailable';
    const isItem = request.itemIndex !== undefined;
    if (mayFlood) this.#inFlood += 1;
    if (isItem) this.#items += 1;
    const isFlood =
      request.errorType === 'rate_limit_exceeded' ||
      (mayFlood && this.#inFlood > maxInFlood) ||
      (isItem && this.#items > maxItems) ||
      this.#waiting.length >= maxWaiting;
    if (isFlood) this.#count(request);
    else this.#waiting.push({ ...request, requestCount: 1 });
  }

  #count(request: PartnerRequestRecord): void {
    const { id, at, externalServiceId, apiTokenId, operation, status, errorType } = request;
    const { milliseconds, requestId, callerRequestId, sdkVersion, itemIndex, dryRun } = request;
    const isItem = itemIndex !== undefined;
    const key = JSON.stringify([externalServiceId, apiTokenId, operation, status, errorType, isItem, dryRun]);
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
        itemIndex,
        dryRun,
      };
      this.#counting.set(key, { ...who, operation, status, errorType, issuePaths: [], requestCount: 1 });
    }
  }

  /**
   * Writes the buffered requests after a running write has finished. Returns how many requests had to be dropped. On
   * failure they are kept for the next time.
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
    this.#items = 0;
    if (batch.length === 0) return { dropped };
    this.#waiting = [];
    this.#counting = new Map();
    try {
      await insertPartnerRequests(this.#database.query, batch);
    } catch (error) {
      this.#dropped += dropped;
      // A permanent failure is not retried, because it would block everything behind it.
      const isPassing = error instanceof ApiError && error.type === 'service_unavailable';
      // Counting rows are kept unchanged. If they were written after all, they are not written again.
      const kept = isPassing ? batch.concat(this.#waiting) : this.#waiting;
      const lost = isPassing ? kept.splice(maxWaiting) : batch;
      this.#waiting = kept;
      for (const { requestCount } of lost) this.#dropped += requestCount;
      throw error;
    }
    return { dropped };
  }
}
