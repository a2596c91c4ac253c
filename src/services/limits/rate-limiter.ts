import { type ApiError, errorFactory } from '../../api-error.ts';

export interface RateLimitPolicy {
  /** Sustained requests per second. */
  perSecond: number;
  /** The maximum number of requests at once. */
  burst: number;
}

/** Takes up to `wanted` permits of `key`. Returns how many were granted and how many are left. */
export type Bucket = (
  key: string,
  wanted: number,
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
  emptyUntil: number;
  taking: Promise<void> | undefined;
}

/** Fetched permits that are not used within this time are discarded. */
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
   * burst.
   *
   * @param policy if the key has its own
   */
  async take(key: string, permits = 1, policy = this.policy): Promise<RateLimitDecision> {
    const wanted = Math.min(permits, policy.burst);
    const state = this.#state(key, policy);
    while (true) {
      const now = this.#monotonic();
      if (now - state.takenAt > keptMillis) {
        state.permits = 0;
        state.batch = 0;
      }
      if (state.permits >= wanted) {
        state.permits -= wanted;
        return { allowed: true, remaining: state.permits + state.left, retryAfterSeconds: 0 };
      }
      if (now < state.emptyUntil) return this.#refusal(state, now, wanted);
      state.taking ??= this.#fetch(key, state, wanted).finally(() => {
        state.taking = undefined;
      });
      await state.taking;
    }
  }

  /** Returns the rejection that `take` would return, as far as this process knows without a query. */
  exhausted(key: string): RateLimitDecision | undefined {
    const state = this.#states.get(key);
    const now = this.#monotonic();
    return state && state.permits === 0 && now < state.emptyUntil ? this.#refusal(state, now, 1) : undefined;
  }

  /** Returns what is left of `key`, as far as this process knows without a query. It takes nothing. */
  known(key: string): RateLimitDecision {
    const state = this.#states.get(key);
    if (!state) return { allowed: true, remaining: this.policy.burst, retryAfterSeconds: 0 };
    const { burst, perSecond } = state.policy;
    const rejection = this.exhausted(key);
    if (rejection) return rejection;
    const since = this.#monotonic() - state.takenAt;
    const kept = since > keptMillis ? 0 : state.permits;
    const remaining = Math.min(burst, Math.floor(kept + state.left + (since * perSecond) / 1_000));
    return { allowed: true, remaining, retryAfterSeconds: 0 };
  }

  #refusal(state: LocalState, now: number, wanted: number): RateLimitDecision {
    const furtherMillis = ((wanted - state.permits - 1) * 1_000) / state.policy.perSecond;
    const seconds = Math.ceil((state.emptyUntil - now + furtherMillis) / 1_000);
    return { allowed: false, remaining: 0, retryAfterSeconds: Math.max(1, seconds) };
  }

  async #fetch(key: string, state: LocalState, wanted: number): Promise<void> {
    const { policy } = state;
    const batch = Math.min(Math.max(1, Math.floor(policy.burst / 10)), Math.max(1, state.batch * 2));
    const asked = Math.max(batch, wanted - state.permits);
    const { granted, left } = await this.#bucket(key, asked, policy);
    state.batch = batch;
    state.permits += granted;
    state.left = left;
    state.takenAt = this.#monotonic();
    if (state.permits < wanted) state.emptyUntil = state.takenAt + 1_000 / policy.perSecond;
  }

  #state(key: string, policy: RateLimitPolicy): LocalState {
    let state = this.#states.get(key);
    // State from another policy is invalid.
    if (state?.policy.perSecond !== policy.perSecond || state.policy.burst !== policy.burst) {
      // The oldest state is evicted first. The bucket refills its permits anyway.
      if (this.#states.size >= maxKeys) this.#states.delete(this.#states.keys().next().value as string);
      state = { policy, permits: 0, batch: 0, left: 0, takenAt: 0, emptyUntil: 0, taking: undefined };
      this.#states.set(key, state);
    }
    return state;
  }
}

export const rateLimitErrors = ['rate_limit_exceeded'] as const;
const createError = errorFactory(rateLimitErrors);

export function rateLimitExceeded({ retryAfterSeconds }: RateLimitDecision): ApiError {
  return createError('rate_limit_exceeded', { retryAfterSeconds });
}
