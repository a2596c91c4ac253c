import { databaseUnavailable } from '../../db/connection/database-failure.ts';
import { hashToken } from '../values/secret-formats.ts';
import { limitKeyOf } from './limit-key.ts';
import { localBucket } from './rate-limit-bucket.ts';
import {
  type Bucket,
  type RateLimitDecision,
  RateLimiter,
  type RateLimitPolicy,
  rateLimitExceeded,
} from './rate-limiter.ts';

interface Dependencies {
  policy: RateLimitPolicy;
  /** Buckets that are shared by all processes. */
  shared: Bucket;
  /** Milliseconds from a monotonic clock. */
  monotonic: () => number;
}

interface Secret {
  secret: string;
  /** True if its checksum is valid. A secret without a checksum is counted before it is looked up. */
  isWellFormed: boolean;
}

// Not in the document: how many unauthenticated look-ups the database handles. Each failed look-up below `unnoticed`
// may need a second statement for its shared bucket. In total a process makes at most 30 + 30 + 80 + 80 a second.
const unnoticed = { perSecond: 30, burst: 30 };
/** During a flood of failures: the total for addresses that have not failed recently. */
const fromOthers = { perSecond: 80, burst: 20 };
/** The total for addresses that have failed recently or have no attempts left. They may also send a valid secret. */
const fromFailing = { perSecond: 80, burst: 20 };
/**
 * Maximum number of concurrent look-ups of unknown secrets, so that a flood is detected before all of it has been sent
 * to the database.
 */
const atOnce = 4;
const maxWaiting = 1_000;
/** Longer than any response may take. */
const waitMillis = 3_000;
/** Time for which a flood is assumed to last, and for which the failure of an address is remembered. */
const floodMillis = 1_000;
const failingMillis = 60_000;
const maxRemembered = 10_000;

/**
 * Limits failed authentication with unknown API tokens, operator tokens and sessions. There is a limit per address and
 * a total limit, so that a flood from many addresses cannot overload the database.
 *
 * A secret that this process has seen as valid is never rejected, only looked up again. An unknown one is accepted
 * from an address that has not failed, as long as there are not too many of those.
 */
export class FailedAttempts {
  readonly #monotonic: () => number;
  /** By address: every failure, in this process. */
  readonly #here: RateLimiter;
  /** By address: attempts that failed in the database, across processes. */
  readonly #everywhere: RateLimiter;
  readonly #unnoticed: RateLimiter;
  readonly #fromOthers: RateLimiter;
  readonly #fromFailing: RateLimiter;
  /** Hashes of secrets that were valid at their last look-up. */
  readonly #valid = new Recent();
  readonly #failing = new Recent();
  #floodedUntil = Number.NEGATIVE_INFINITY;
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  constructor({ policy, shared, monotonic }: Dependencies) {
    const local = (of: RateLimitPolicy) => new RateLimiter(of, localBucket(monotonic), monotonic);
    this.#monotonic = monotonic;
    this.#here = local(policy);
    this.#everywhere = new RateLimiter(policy, shared, monotonic);
    this.#unnoticed = local(unnoticed);
    this.#fromOthers = local(fromOthers);
    this.#fromFailing = local(fromFailing);
  }

  /**
   * Counts a failure that needed no look-up.
   *
   * @throws ApiError `rate_limit_exceeded`.
   */
  async failed(address: string): Promise<undefined> {
    allow(await this.#here.take(limitKeyOf(address)));
    return undefined;
  }

  /**
   * Looks up a secret with `ask`, which returns undefined if it is unknown. Unknown secrets are counted as failures.
   *
   * @throws ApiError `rate_limit_exceeded`; `service_unavailable` if too many look-ups are queued.
   */
  async lookUp<Found>(
    { secret, isWellFormed }: Secret,
    address: string,
    ask: () => Promise<Found | undefined>,
  ): Promise<Found | undefined> {
    const key = limitKeyOf(address);
    const hash = hashToken(secret).toString('base64');
    const isKnown = this.#valid.has(hash);
    const isCountedBefore = !isKnown && !isWellFormed;
    if (isCountedBefore) allow(await this.#here.take(key));
    const found = isKnown ? await ask() : await this.#inTurn(key, ask);
    if (found !== undefined) {
      this.#valid.add(hash, this.#monotonic());
      return found;
    }
    this.#valid.delete(hash);
    await this.#countFailure(key, isCountedBefore);
    return undefined;
  }

  /**
   * Returns how many attempts an address has left, as far as this process knows. It counts nothing and does not query
   * the database.
   */
  left(address: string): RateLimitDecision {
    const key = limitKeyOf(address);
    const [here, everywhere] = [this.#here.known(key), this.#everywhere.known(key)];
    const isTighter =
      here.remaining < everywhere.remaining || here.retryAfterSeconds > everywhere.retryAfterSeconds;
    return isTighter ? here : everywhere;
  }

  get policy(): RateLimitPolicy {
    return this.#here.policy;
  }

  async #inTurn<Found>(key: string, ask: () => Promise<Found>): Promise<Found> {
    const arrivedAt = this.#monotonic();
    if (this.#waiting.length >= maxWaiting) throw databaseUnavailable('too many look-ups wait');
    // A slot that becomes free is passed to the next in the queue, so that a new request cannot take it.
    if (this.#running < atOnce) this.#running += 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      // The client already has a timeout response.
      if (this.#monotonic() - arrivedAt > waitMillis) throw databaseUnavailable('look-up waited too long');
      // Checked only now, because others may have failed while it was queued.
      await this.#permit(key);
      return await ask();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }

  async #permit(key: string): Promise<void> {
    const exhausted = this.#here.exhausted(key) ?? this.#everywhere.exhausted(key);
    const now = this.#monotonic();
    if (!exhausted && now >= this.#floodedUntil) return;
    const failedAt = this.#failing.at(key);
    const isFailing = exhausted !== undefined || (failedAt !== undefined && now - failedAt < failingMillis);
    const decision = await (isFailing ? this.#fromFailing : this.#fromOthers).take('all');
    if (!decision.allowed) throw rateLimitExceeded(exhausted ?? decision);
  }

  async #countFailure(key: string, isCounted: boolean): Promise<void> {
    const now = this.#monotonic();
    this.#failing.add(key, now);
    if (!(await this.#unnoticed.take('all')).allowed) this.#floodedUntil = now + floodMillis;
    if (!isCounted) allow(await this.#here.take(key));
    // During a flood only the count of this process is used. A further statement for each failure would double the
    // load.
    if (now >= this.#floodedUntil) allow(await this.#everywhere.take(key));
  }
}

function allow(decision: RateLimitDecision): void {
  if (!decision.allowed) throw rateLimitExceeded(decision);
}

/** Remembers when something last happened, for the most recent keys. */
class Recent {
  readonly #times = new Map<string, number>();

  add(key: string, at: number): void {
    this.#times.delete(key);
    if (this.#times.size >= maxRemembered) this.#times.delete(this.#times.keys().next().value as string);
    this.#times.set(key, at);
  }

  at(key: string): number | undefined {
    return this.#times.get(key);
  }

  has(key: string): boolean {
    return this.#times.has(key);
  }

  delete(key: string): void {
    this.#times.delete(key);
  }
}
