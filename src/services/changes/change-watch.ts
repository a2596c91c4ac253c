import { errorFactory } from '../../api-error.ts';
import { Bulkhead } from '../../db/connection/bulkhead.ts';
import { maxWaiting, tooManyWait } from '../../rules/requests/messages.ts';
import { rateLimitErrors } from '../limits/rate-limiter.ts';
import type { ServiceContext } from '../service-context.ts';
import { atOnce, sequenceChanges } from './sequence-changes.ts';

// Not in the document: how requests wait for changes.
/** Poll interval while a request waits, for changes by other processes. */
const lookMillis = 200;
/** After a change by this process, it polls at once, but no sooner than this long after the last poll. */
const hintMillis = 25;
/** Maximum wait while draining. It keeps clients from repeating their requests too often. */
const drainingMillis = 500;
/**
 * Maximum number of concurrent reads per external service after a wake-up. Without it, one change would cause as many
 * reads as requests wait.
 */
const wokenAtOnce = 4;
/** As long as a response may take. */
const wokenMillis = 2_000;

const createError = errorFactory(rateLimitErrors);

/** What the client has seen: the newest sequence number of its external service, or the state of a club's occupancy. */
type Seen = number | string;

interface Waiter {
  /** The external service or organization. */
  watchedId: string;
  seen: Seen;
  wake: () => void;
}

/** A slot among the waiting requests of a token. */
export interface WaitSlot {
  /** Resolves when what is newest of the external service or organization differs from `seen`, on timeout, or on drain. */
  until(watchedId: string, seen: Seen, milliseconds: number, hasLeft: AbortSignal): Promise<void>;
  /** Releases the slot. Wait for it before you respond, so that the client may send its next request at once. */
  leave(): Promise<void>;
}

/**
 * Sequences changes for the readers of this process, and wakes waiting requests. Waiting requests hold no connection.
 * One small periodic query serves all of them.
 */
export class ChangeWatch {
  readonly #context: Pick<ServiceContext, 'database' | 'now'>;
  /** Never rejects. */
  #lastNumbering: Promise<unknown> = Promise.resolve();
  /** Has not begun yet. */
  #nextSequencing: Promise<boolean> | undefined;
  readonly #waiters = new Set<Waiter>();
  readonly #woken = new Bulkhead({
    atOnce: () => wokenAtOnce,
    inLine: Number.POSITIVE_INFINITY,
    waitMillis: wokenMillis,
  });
  /** Reads that are queued. */
  readonly #reading = new Map<string, Promise<unknown>>();
  #timer: NodeJS.Timeout | undefined;
  #isLooking = false;
  #isHinted = false;
  #lookedAt = Number.NEGATIVE_INFINITY;
  #isDraining = false;

  constructor(context: Pick<ServiceContext, 'database' | 'now'>) {
    this.#context = context;
  }

  /**
   * Sequences all changes that were committed before the call. Returns true if no unsequenced change is left. Returns
   * false if another process is sequencing at the same time. Concurrent calls share one connection.
   *
   * @throws ApiError `service_unavailable`.
   */
  sequence(): Promise<boolean> {
    // A running call may have started before the caller's change was committed. The next one has not.
    this.#nextSequencing ??= this.#afterTheLast(() => {
      this.#nextSequencing = undefined;
      return sequenceChanges(this.#context);
    });
    return this.#nextSequencing;
  }

  /**
   * Reserves a slot for a request that is going to wait for up to `milliseconds`.
   *
   * @param slotId a new id
   * @throws ApiError `rate_limit_exceeded` if too many requests of the token already wait, in any process;
   * `service_unavailable`.
   */
  async enter(apiTokenId: string, slotId: string, milliseconds: number): Promise<WaitSlot> {
    const { database } = this.#context;
    const slot = { apiTokenId, slotId };
    const values = { ...slot, milliseconds: Math.ceil(milliseconds), most: maxWaiting };
    const soonest = (await database.call('enter_change_wait', values)) as number | null;
    if (soonest !== null) {
      throw createError('rate_limit_exceeded', {
        message: tooManyWait,
        retryAfterSeconds: Math.max(1, Math.ceil(soonest / 1_000)),
      });
    }
    return {
      until: (...asked) => this.#wait(...asked),
      // If releasing fails, the slot expires at the end of its time.
      leave: () =>
        database.call('leave_change_wait', slot).then(
          () => {},
          () => {},
        ),
    };
  }

  /**
   * Reads for a request that was woken, when its turn comes. Requests that wait at the same position share one read.
   *
   * @param what distinguishes different reads of the same external service
   * @throws ApiError `service_unavailable` if its turn does not come.
   */
  readWoken<Result>(externalServiceId: string, what: string, read: () => Promise<Result>): Promise<Result> {
    const key = `${externalServiceId} ${what}`;
    const shared = this.#reading.get(key) as Promise<Result> | undefined;
    if (shared) return shared;
    // The read begins after all requests that share it have joined, so it includes the change that woke them.
    const begun = Promise.resolve().then(() =>
      this.#woken.run(externalServiceId, () => {
        this.#reading.delete(key);
        return read();
      }),
    );
    this.#reading.set(key, begun);
    begun.catch(() => this.#reading.delete(key));
    return begun;
  }

  /** Something was changed in this process. Wakes waiting requests without waiting for the next poll. */
  hint(): void {
    if (this.#waiters.size === 0) return;
    this.#isHinted = true;
    if (!this.#isLooking) this.#schedule(hintMillis - (performance.now() - this.#lookedAt));
  }

  /** Wakes all waiting requests. Later ones wait only briefly. */
  drain(): void {
    this.#isDraining = true;
    for (const { wake } of this.#waiters) wake();
  }

  get isDraining(): boolean {
    return this.#isDraining;
  }

  #wait(watchedId: string, seen: Seen, milliseconds: number, hasLeft: AbortSignal): Promise<void> {
    if (hasLeft.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        hasLeft.removeEventListener('abort', wake);
        this.#waiters.delete(waiter);
        resolve();
      };
      const waiter = { watchedId, seen, wake };
      const timer = setTimeout(
        wake,
        this.#isDraining ? Math.min(milliseconds, drainingMillis) : milliseconds,
      );
      hasLeft.addEventListener('abort', wake);
      this.#waiters.add(waiter);
      if (!this.#timer && !this.#isLooking) this.#schedule(lookMillis);
    });
  }

  /**
   * Runs sequencing calls of this process one at a time. Concurrent ones would look like another process that is
   * sequencing.
   */
  #afterTheLast<Result>(number: () => Promise<Result>): Promise<Result> {
    const numbering = this.#lastNumbering.then(number);
    this.#lastNumbering = numbering.catch(() => {});
    return numbering;
  }

  #schedule(milliseconds: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#look(), Math.max(0, milliseconds));
  }

  async #look(): Promise<void> {
    this.#timer = undefined;
    if (this.#waiters.size === 0) return;
    this.#isLooking = true;
    this.#isHinted = false;
    this.#lookedAt = performance.now();
    const { database, now } = this.#context;
    const watchedIds = [...new Set([...this.#waiters].map((waiter) => waiter.watchedId))];
    try {
      // This call also sequences changes.
      const newest = (await this.#afterTheLast(() =>
        database.call('watch_changes', {
          now: new Date(now()).toISOString(),
          limit: atOnce,
          watchedIds: JSON.stringify(watchedIds),
        }),
      )) as Record<string, Seen>;
      for (const { watchedId, seen, wake } of this.#waiters) {
        const found = newest[watchedId];
        if (found !== undefined && found !== seen) wake();
      }
    } catch {
      // The failure may be temporary. If not, waiting requests get the error when they read their page.
    } finally {
      this.#isLooking = false;
      if (this.#waiters.size > 0) this.#schedule(this.#isHinted ? hintMillis : lookMillis);
    }
  }
}
