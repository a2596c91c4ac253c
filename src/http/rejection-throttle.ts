import { setTimeout as sleep } from 'node:timers/promises';

/** Rejections of one caller: this many at once, then one every `spacingMillis`. */
const atOnce = 100;
const spacingMillis = 10;
/** The smallest value of `Retry-After`. A caller that respects it is not delayed. */
const longestMillis = 1_000;
/** Maximum number of delayed rejections in a process. Further ones are sent at once. */
const maxHeld = 1_000;
const maxCallers = 10_000;

/**
 * Delays the rejections of a caller that is over its limit and keeps sending. Without a delay, each rejection triggers
 * the next request at once. Then 32 clients of one partner occupy a processor with 6,000 rejections a second, and
 * another partner's calls take three times as long. Rejections sent together would trigger requests together, so they
 * are spaced (`npm run lab -- faults overload`).
 */
export class RejectionThrottle {
  readonly #monotonic: () => number;
  /** The time of each caller's next rejection, with the most recently rejected caller last. */
  readonly #turns = new Map<string, number>();
  #held = 0;

  /** @param monotonic milliseconds from a monotonic clock */
  constructor(monotonic: () => number) {
    this.#monotonic = monotonic;
  }

  /**
   * Resolves when the rejection may be sent, at most one second after the request arrived.
   *
   * @param caller the id of its token, or the address that is rate limited
   * @param elapsed milliseconds since the request arrived
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
