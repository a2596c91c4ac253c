/**
 * How long a process goes on without having renewed the lease of its functions; and after how long without renewal they
 * are dropped. Between the two no process can be using them: that is how it is known.
 */
export const leaseMillis = 24 * 60 * 60 * 1_000;
export const functionsKeptDays = 30;

/** The lease that a process has of its functions in the database. */
export class Lease {
  readonly #now: () => number;
  #endsAt: number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
    this.#endsAt = now() + leaseMillis;
  }

  /** Whether the functions may still be called. */
  get holds(): boolean {
    return this.#now() < this.#endsAt;
  }

  renewed(): void {
    this.#endsAt = this.#now() + leaseMillis;
  }
}
