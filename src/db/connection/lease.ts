/**
 * How long a process can use its functions without renewing its lease. After a longer time without renewal, the
 * functions are dropped. Between the two, no process can be using them.
 */
export const leaseMillis = 24 * 60 * 60 * 1_000;
export const functionsKeptDays = 30;

/** A process's lease on its functions in the database. */
export class Lease {
  readonly #now: () => number;
  #endsAt: number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
    this.#endsAt = now() + leaseMillis;
  }

  /** Returns whether the functions can still be called. */
  get holds(): boolean {
    return this.#now() < this.#endsAt;
  }

  renewed(): void {
    this.#endsAt = this.#now() + leaseMillis;
  }
}
