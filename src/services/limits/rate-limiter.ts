import { type ApiError, errorFactory } from '../../api-error.ts';

export interface RateLimitPolicy {
  /** Sustained requests per second. */
  perSecond: number;
  /** The maximum number of requests at once. */
  burst: number;
}

/**
 * Takes up to `wanted` permits of `key`, at least `needed` or none. The `returned` permits were taken before and not
 * used; a negative number is a debt. Returns how many were granted and how many are left, negative in debt.
 */
export type Bucket = (
  key: string,
  permits: { returned: number; needed: number; wanted: number },
  policy: RateLimitPolicy,
) => Promise<{ granted: number; left: number }>;

export interface RateLimitDecision {
  allowed: boolean;
  /** Requests that are still allowed at once. */
  remaining: number;
  retryAfterSeconds: number;
}

interface LocalState {
  /** The policy of the following numbers. */
  policy: RateLimitPolicy;
  permits: number;
  /** The size of the last batch. */
  batch: number;
  /** The remaining permits of the shared bucket after the last fetch. */
  left: number;
  takenAt: number;
  /** True if the last fetch got nothing, because fewer were left than needed. */
  isShort: boolean;
  taking: Promise<RateLimitDecision> | undefined;
}

/** Fetched permits that are not used within this time are returned with the next fetch. */
const keptMillis = 1_000;
const maxKeys = 20_000;

/**
 * Not in the document: rate limits by key. Permits are fetched from the shared bucket in batches, so that a limit
 * holds across processes but most requests need no round trip. The first batch is one permit. The size doubles while a
 * process uses them quickly, up to a tenth of the burst, because other processes cannot use permits that one process
 * leaves unused.
 */
export class RateLimiter {
  readonly policy: RateLimitPolicy;
  readonly #bucket: Bucket;
  readonly #monotonic: () => number;
  readonly #states = new Map<string, LocalState>();

  constructor(policy: RateLimitPolicy, bucket: Bucket, monotonic: () => number) {
    this.policy = policy;
    this.#bucket = bucket;
    this.#monotonic = monotonic;
  }

  /**
   * Takes permits of `key`, all or none, or returns how long to wait. A request for more than a burst takes a whole
   * burst, so it is allowed when the bucket is full.
   *
   * @param policy if the key has its own
   * @param held how many of the permits the request has taken already. If it is rejected, they are returned.
   */
  async take(key: string, permits = 1, policy = this.policy, held = 0): Promise<RateLimitDecision> {
    const cost = Math.min(permits, policy.burst);
    const state = this.#state(key, policy);
    state.permits += held;
    while (true) {
      if (state.permits >= cost && !this.#isOld(state)) {
        state.permits -= cost;
        return { allowed: true, remaining: state.permits + state.left, retryAfterSeconds: 0 };
      }
      const now = this.#monotonic();
      if (state.isShort && this.#waitMillis(state, now, cost) > 0) return this.#refusal(state, now, cost);
      if (!state.taking) {
        state.taking = this.#fetch(key, state, cost).finally(() => {
          state.taking = undefined;
        });
        return state.taking;
      }
      await state.taking;
    }
  }

  /**
   * Takes permits that are owed already, even if there are not enough. Then further requests are rejected until the debt
   * is refilled.
   */
  async charge(key: string, permits: number, policy = this.policy): Promise<RateLimitDecision> {
    const state = this.#state(key, policy);
    const returned = this.#unused(state) - permits;
    state.permits = 0;
    const { left } = await this.#bucket(key, { returned, needed: 1, wanted: 0 }, policy);
    const now = this.#monotonic();
    Object.assign(state, { left, takenAt: now, isShort: left < 1 });
    return state.isShort
      ? this.#refusal(state, now, 1)
      : { allowed: true, remaining: left, retryAfterSeconds: 0 };
  }

  /** Returns the rejection that `take` would return, as far as this process knows without a query. */
  exhausted(key: string): RateLimitDecision | undefined {
    const state = this.#states.get(key);
    const now = this.#monotonic();
    const isExhausted = state?.isShort && this.#waitMillis(state, now, 1) > 0;
    return isExhausted ? this.#refusal(state, now, 1) : undefined;
  }

  /** Returns what is left of `key`, as far as this process knows without a query. It takes nothing. */
  known(key: string): RateLimitDecision {
    const state = this.#states.get(key);
    if (!state) return { allowed: true, remaining: this.policy.burst, retryAfterSeconds: 0 };
    const { burst, perSecond } = state.policy;
    const rejection = this.exhausted(key);
    if (rejection) return rejection;
    const refilled = ((this.#monotonic() - state.takenAt) * perSecond) / 1_000;
    const remaining = Math.min(burst, Math.floor(state.permits + state.left + refilled));
    return { allowed: true, remaining, retryAfterSeconds: 0 };
  }

  #isOld({ takenAt }: LocalState): boolean {
    return this.#monotonic() - takenAt > keptMillis;
  }

  /** Returns how many fetched permits the shared bucket would hold, if they had never been taken. It may have become full. */
  #unused({ policy, permits, left, takenAt }: LocalState): number {
    const room = policy.burst - left - ((this.#monotonic() - takenAt) * policy.perSecond) / 1_000;
    return Math.max(0, Math.min(permits, Math.ceil(room)));
  }

  /** Returns how long it takes, from `now`, until `cost` permits are available. */
  #waitMillis({ policy, permits, left, takenAt }: LocalState, now: number, cost: number): number {
    return takenAt - now + ((cost - permits - left) * 1_000) / policy.perSecond;
  }

  #refusal(state: LocalState, now: number, cost: number): RateLimitDecision {
    const { policy, permits, left, takenAt } = state;
    const known = permits + left + ((now - takenAt) * policy.perSecond) / 1_000;
    const retryAfterSeconds = Math.max(1, Math.ceil(this.#waitMillis(state, now, cost) / 1_000));
    return { allowed: false, remaining: Math.max(0, Math.floor(known)), retryAfterSeconds };
  }

  /** Takes `cost` permits from the shared bucket, and further ones for the next requests. */
  async #fetch(key: string, state: LocalState, cost: number): Promise<RateLimitDecision> {
    const { policy } = state;
    const batch = Math.min(Math.max(1, Math.floor(policy.burst / 10)), Math.max(1, state.batch * 2));
    const returned = this.#unused(state);
    state.permits = 0;
    const wanted = Math.max(batch, cost);
    const { granted, left } = await this.#bucket(key, { returned, needed: cost, wanted }, policy);
    const now = this.#monotonic();
    state.batch = batch;
    state.permits += granted;
    state.left = left;
    state.takenAt = now;
    state.isShort = granted < cost;
    if (state.isShort) return this.#refusal(state, now, cost);
    state.permits -= cost;
    return { allowed: true, remaining: state.permits + left, retryAfterSeconds: 0 };
  }

  #state(key: string, policy: RateLimitPolicy): LocalState {
    let state = this.#states.get(key);
    // State from another policy is invalid.
    if (state?.policy.perSecond !== policy.perSecond || state.policy.burst !== policy.burst) {
      // The oldest state is evicted first. The bucket refills its permits anyway.
      if (this.#states.size >= maxKeys) this.#states.delete(this.#states.keys().next().value as string);
      state = { policy, permits: 0, batch: 0, left: 0, takenAt: 0, isShort: false, taking: undefined };
      this.#states.set(key, state);
    }
    if (this.#isOld(state)) state.batch = 0;
    return state;
  }
}

export const rateLimitErrors = ['rate_limit_exceeded'] as const;
const createError = errorFactory(rateLimitErrors);

export function rateLimitExceeded({ retryAfterSeconds }: RateLimitDecision): ApiError {
  return createError('rate_limit_exceeded', { retryAfterSeconds });
}
