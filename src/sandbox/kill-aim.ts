/** Long enough to see how long a client works on a page. */
const firstMillis = 1_000;
/** Signals and processes are not more exact. */
const leastWidth = 2;

/**
 * Finds the time after a page at which a client stores its cursor, by bisection. A client that stores the cursor before the data is then
 * killed between the two. Times are milliseconds after the page was sent.
 */
export class KillAim {
  /** A client killed at this time read the page again. */
  #early: number;
  /** A client killed at this time had stored the cursor. */
  #late: number | undefined;
  readonly #random: () => number;

  constructor(earliest: number, random: () => number) {
    this.#early = earliest;
    this.#random = random;
  }

  /** Returns when to kill the client after the next page. */
  next(): number {
    if (this.#late === undefined) return firstMillis;
    const width = Math.max(leastWidth, (this.#late - this.#early) / 2);
    return (this.#early + this.#late + (this.#random() - 0.5) * width) / 2;
  }

  observe(millis: number, isStored: boolean): void {
    if (isStored) this.#late = Math.min(millis, this.#late ?? millis);
    else this.#early = Math.max(millis, this.#early);
    // Clients are not equally fast each time.
    if (this.#late !== undefined && this.#late < this.#early)
      [this.#early, this.#late] = [this.#late, this.#early];
  }
}
