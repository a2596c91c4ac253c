import { type ApiError, refusals } from '../../errors.ts';

/** A token bucket's size and speed. */
export interface RateLimitPolicy {
  /** Requests a second, sustained. */
  perSecond: number;
  /** Requests at once. */
  burst: number;
}

/** Takes up to `wanted` permits of `key`: how many there were, and how many are left. */
export type Bucket = (
  key: string,
  wanted: number,
  policy: RateLimitPolicy,
) => Promise<{ granted: number; left: number }>;

export interface RateLimitDecision {
  allowed: boolean;
  /** Requests that may still be made at once. */
  remaining: number;
  /** Seconds until one more is allowed. */
  retryAfterSeconds: number;
}

interface LocalState {
  /** What the numbers beside are of. */
  policy: RateLimitPolicy;
  permits: number;
  /** How many were fetched last. */
  batch: number;
  /** What the bucket held when this process was last there. */
  left: number;
  takenAt: number;
  emptyUntil: number;
  taking: Promise<void> | undefined;
}

/** Permits decision out of the shared bucket and not used by then are let go. */
const keptMillis = 1_000;
const maxKeys = 20_000;

/**
 * Not in the document: limits, by key. Permits are fetched from the bucket in batches, so that a limit holds across
 * processes and yet costs a round trip only once in so many requests. A batch is one permit at first, and twice the last
 * one while a process uses them up at once, to a tenth of a burst: what a process does not use is lost to the others.
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
   * Uses permits of `key`, all or none, or says how long to wait. What costs more than a burst costs a burst.
   *
   * @param policy where the key has one of its own
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

  /** The refusal that `take` would answer, as far as this process knows without asking. */
  exhausted(key: string): RateLimitDecision | undefined {
    const state = this.#states.get(key);
    const now = this.#monotonic();
    return state && state.permits === 0 && now < state.emptyUntil ? this.#refusal(state, now, 1) : undefined;
  }

  /** What is left of `key`, as far as this process knows without asking; nothing is used. */
  known(key: string): RateLimitDecision {
    const state = this.#states.get(key);
    if (!state) return { allowed: true, remaining: this.policy.burst, retryAfterSeconds: 0 };
    const { burst, perSecond } = state.policy;
    const refusal = this.exhausted(key);
    if (refusal) return refusal;
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
    // What is known under another policy holds no more.
    if (state?.policy.perSecond !== policy.perSecond || state.policy.burst !== policy.burst) {
      // Oldest first out: what it held is refilled in the bucket anyway.
      if (this.#states.size >= maxKeys) this.#states.delete(this.#states.keys().next().value as string);
      state = { policy, permits: 0, batch: 0, left: 0, takenAt: 0, emptyUntil: 0, taking: undefined };
      this.#states.set(key, state);
    }
    return state;
  }
}

export const rateLimitErrors = ['rate_limit_exceeded'] as const;
const refuse = refusals(rateLimitErrors);

/** The refusal of a limit that is used up. */
export function rateLimitExceeded({ retryAfterSeconds }: RateLimitDecision): ApiError {
  return refuse('rate_limit_exceeded', { retryAfterSeconds });
}
