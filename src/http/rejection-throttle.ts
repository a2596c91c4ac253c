import { setTimeout as sleep } from 'node:timers/promises';

/** Refusals of one caller: so many at once, then one every so many milliseconds. */
const atOnce = 100;
const spacingMillis = 10;
/** The least that `Retry-After` says: a caller that keeps to it notices nothing. */
const longestMillis = 1_000;
/** In a process, of all callers: what is beyond is answered at once. */
const maxHeld = 1_000;
const maxCallers = 10_000;

/**
 * Holds back the refusals of a caller that is over its limit and goes on. Answered as they come, each brings the next request
 * at once: 32 clients of one partner then have a processor busy with 6,000 refusals a second, and another partner's calls take
 * three times as long. Answered together, they come together again: so one after the other (`npm run bench -- faults overload`).
 */
export class RejectionThrottle {
  readonly #monotonic: () => number;
  /** By caller: when its next refusal is to be answered. The caller refused last stands last. */
  readonly #turns = new Map<string, number>();
  #held = 0;

  /** @param monotonic milliseconds of a clock that never goes back */
  constructor(monotonic: () => number) {
    this.#monotonic = monotonic;
  }

  /**
   * Resolves when the caller may be told: a second after its request came at the latest.
   *
   * @param caller the id of its token, or the address by which it is limited
   * @param elapsed milliseconds since its request came
   */
  async turn(caller: string, elapsed: number): Promise<void> {
    const wait = Math.min(this.#waitOf(caller), longestMillis - elapsed);
    if (wait <= 0 || this.#held >= maxHeld) return;
    this.#held += 1;
    await sleep(wait);
    this.#held -= 1;
  }

  #waitOf(caller: string): number {
    const now = this.#monotonic();
    const turn = Math.max(
      this.#turns.get(caller) ?? Number.NEGATIVE_INFINITY,
      now - (atOnce - 1) * spacingMillis,
    );
    this.#turns.delete(caller);
    if (this.#turns.size >= maxCallers) this.#turns.delete(this.#turns.keys().next().value as string);
    this.#turns.set(caller, Math.min(turn + spacingMillis, now + longestMillis));
    return turn - now;
  }
}
