import { Bulkhead } from '../../db/connection/bulkhead.ts';
import { refusals } from '../../errors.ts';
import { rateLimitErrors } from '../limits/rate-limiter.ts';
import type { ServiceContext } from '../service-context.ts';
import { atOnce, sequenceChanges } from './sequence-changes.ts';

// Not in the document: how changes are waited for.
/** How many requests of one token may wait, in all processes together. */
export const maxWaiting = 5;
/** While anybody waits it is looked so often, for what other processes have changed. */
const lookMillis = 200;
/** After a change of this process it is looked at once, but no sooner than so long after the last look. */
const hintMillis = 25;
/** While draining, so that who asks again at once does not do so too often. */
const drainingMillis = 500;
/** How many of an external service read at once that one change has woken: the more wait, the more it would be. */
const wokenAtOnce = 4;
/** As long as an answer may take. */
const wokenMillis = 2_000;

const refuse = refusals(rateLimitErrors);

interface Waiter {
  externalServiceId: string;
  /** The newest number that it knows. */
  seen: number;
  wake: () => void;
}

/** A place among those of a token that wait. */
export interface WaitingPlace {
  /** Resolves when there is another number than `seen`, when the time is over, or at a drain. */
  until(externalServiceId: string, seen: number, milliseconds: number, hasLeft: AbortSignal): Promise<void>;
  /** Gives it back: whoever is answered after that may ask again at once. */
  leave(): Promise<void>;
}

/**
 * Numbers changes for the readers of this process, and wakes those that wait. Whoever waits holds no connection: for all of
 * them together one small call is made every now and then.
 */
export class ChangeWatch {
  readonly #context: Pick<ServiceContext, 'database' | 'now'>;
  /** Never rejects. */
  #lastNumbering: Promise<unknown> = Promise.resolve();
  /** That has not begun yet. */
  #nextNumbering: Promise<boolean> | undefined;
  readonly #waiters = new Set<Waiter>();
  readonly #woken = new Bulkhead({
    atOnce: () => wokenAtOnce,
    inLine: Number.POSITIVE_INFINITY,
    waitMillis: wokenMillis,
  });
  /** What stands in that line. */
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
   * Numbers what waits, all that was committed before the call. Whether nothing waits any more: where another process
   * numbers just then, that is not known. However many call, one connection is used.
   *
   * @throws ApiError `service_unavailable`.
   */
  number(): Promise<boolean> {
    // What is under way may have looked before the change that this caller knows of; what is about to begin has not.
    this.#nextNumbering ??= this.#afterTheLast(() => {
      this.#nextNumbering = undefined;
      return sequenceChanges(this.#context);
    });
    return this.#nextNumbering;
  }

  /**
   * A place for a request that is going to wait for so long at most.
   *
   * @param placeId a new id
   * @throws ApiError `rate_limit_exceeded` when as many of the token wait already, in whichever processes;
   * `service_unavailable`.
   */
  async enter(apiTokenId: string, placeId: string, milliseconds: number): Promise<WaitingPlace> {
    const { database } = this.#context;
    const place = { apiTokenId, placeId };
    const values = { ...place, milliseconds: Math.ceil(milliseconds), most: maxWaiting };
    const soonest = (await database.call('enter_change_wait', values)) as number | null;
    if (soonest !== null) {
      throw refuse('rate_limit_exceeded', {
        message: `${maxWaiting} requests with this API token wait for changes already. One of them is enough: each is answered at the next change.`,
        retryAfterSeconds: Math.max(1, Math.ceil(soonest / 1_000)),
      });
    }
    return {
      until: (...asked) => this.#wait(...asked),
      // Where it cannot be given back it ends by itself, when its time is over.
      leave: () =>
        database.call('leave_change_wait', place).then(
          () => {},
          () => {},
        ),
    };
  }

  /**
   * Reads for a request that was woken, in its turn; for all that wait at one place, once.
   *
   * @param what tells one reading of the external service from another
   * @throws ApiError `service_unavailable` when its turn does not come.
   */
  readWoken<Result>(externalServiceId: string, what: string, read: () => Promise<Result>): Promise<Result> {
    const key = `${externalServiceId} ${what}`;
    const shared = this.#reading.get(key) as Promise<Result> | undefined;
    if (shared) return shared;
    // It begins later than all that join it before, so it has whatever woke them.
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

  /** Something was changed in this process: whoever waits for it need not wait for the next look. */
  hint(): void {
    if (this.#waiters.size === 0) return;
    this.#isHinted = true;
    if (!this.#isLooking) this.#schedule(hintMillis - (performance.now() - this.#lookedAt));
  }

  /** Ends all waiting; who comes from now on waits for a moment only. */
  drain(): void {
    this.#isDraining = true;
    for (const { wake } of this.#waiters) wake();
  }

  get isDraining(): boolean {
    return this.#isDraining;
  }

  #wait(externalServiceId: string, seen: number, milliseconds: number, hasLeft: AbortSignal): Promise<void> {
    if (hasLeft.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        hasLeft.removeEventListener('abort', wake);
        this.#waiters.delete(waiter);
        resolve();
      };
      const waiter = { externalServiceId, seen, wake };
      const timer = setTimeout(
        wake,
        this.#isDraining ? Math.min(milliseconds, drainingMillis) : milliseconds,
      );
      hasLeft.addEventListener('abort', wake);
      this.#waiters.add(waiter);
      if (!this.#timer && !this.#isLooking) this.#schedule(lookMillis);
    });
  }

  /** Of what numbers in a process one is done at a time: it would be taken for another process that numbers just then. */
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
    const externalServiceIds = [...new Set([...this.#waiters].map((waiter) => waiter.externalServiceId))];
    try {
      // Numbers, too.
      const newest = (await this.#afterTheLast(() =>
        database.call('watch_changes', {
          now: new Date(now()).toISOString(),
          limit: atOnce,
          externalServiceIds: JSON.stringify(externalServiceIds),
        }),
      )) as Record<string, number>;
      for (const { externalServiceId, seen, wake } of this.#waiters) {
        const sequence = newest[externalServiceId];
        if (sequence !== undefined && sequence !== seen) wake();
      }
    } catch {
      // Whoever waits hears of it when the page is read in the end; meanwhile it may have passed.
    } finally {
      this.#isLooking = false;
      if (this.#waiters.size > 0) this.#schedule(this.#isHinted ? hintMillis : lookMillis);
    }
  }
}
