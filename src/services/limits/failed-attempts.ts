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
  /** Of failed attempts, by address. */
  policy: RateLimitPolicy;
  /** Buckets that all processes share. */
  shared: Bucket;
  /** Milliseconds of a clock that never goes back. */
  monotonic: () => number;
}

interface Secret {
  secret: string;
  /** Whether its checksum fits; where it cannot have one it is counted before it is looked up. */
  isWellFormed: boolean;
}

// Not in the document: how much anonymous work the database does. Each failed look-up below `unnoticed` may cost a
// statement for its shared bucket beside its own; all in all a process makes at most 30 + 30 + 80 + 80 a second.
const unnoticed = { perSecond: 30, burst: 30 };
/** While many fail: of addresses that have not failed lately, all together. */
const fromOthers = { perSecond: 80, burst: 20 };
/** Of addresses that have failed lately or run out of attempts: a good secret may come from there, too. */
const fromFailing = { perSecond: 80, burst: 20 };
/** Look-ups of secrets that are not known here, at once: so that a flood is noticed before it is all under way. */
const atOnce = 4;
const maxWaiting = 1_000;
/** Longer than any answer may take. */
const waitMillis = 3_000;
/** How long many failures, and those of an address, are kept in mind. */
const floodMillis = 1_000;
const failingMillis = 60_000;
const maxRemembered = 10_000;

/**
 * What failed authentication may cost: by API tokens, operators' tokens and sessions that are nobody's. It is limited by
 * address, and in all, so that a flood from many addresses costs the database no more.
 *
 * A secret that this process has seen valid is never refused: it is only asked for anew. One that it does not know
 * gets through from an address that has not failed, as long as there are not too many of those.
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
  /** Hashes of secrets that were valid when they were last looked up. */
  readonly #valid = new Recent();
  /** When addresses failed last. */
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
   * Counts a try that needed no look-up.
   *
   * @throws ApiError `rate_limit_exceeded`.
   */
  async failed(address: string): Promise<undefined> {
    allow(await this.#here.take(limitKeyOf(address)));
    return undefined;
  }

  /**
   * Looks a secret up by `ask`, which answers undefined when it is nobody's; that is counted.
   *
   * @throws ApiError `rate_limit_exceeded`; `service_unavailable` when too many wait for their turn.
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

  /** How many attempts an address has left, as far as this process knows: nothing is counted, and the database not asked. */
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
    // A place that becomes free is handed on: nobody who comes in between takes it.
    if (this.#running < atOnce) this.#running += 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      // Answered already: its time was up.
      if (this.#monotonic() - arrivedAt > waitMillis) throw databaseUnavailable('look-up waited too long');
      // Judged only now: while it waited, others may have failed.
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
    // In a flood the count of this process has to do: another statement for each would double it.
    if (now >= this.#floodedUntil) allow(await this.#everywhere.take(key));
  }
}

function allow(decision: RateLimitDecision): void {
  if (!decision.allowed) throw rateLimitExceeded(decision);
}

/** When something was last so; of the latest. */
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
