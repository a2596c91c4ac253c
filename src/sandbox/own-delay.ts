/** How often the delay is measured. */
const intervalMillis = 20;
/** Shorter ones do not change a verdict. */
const leastMillis = 2;
const keptMillis = 600_000;

/**
 * Measures how late the timers of this process are. A busy machine also delays a client on it, and a busy process notices requests late, so
 * that the pauses of a client are not exact.
 */
export class OwnDelay {
  #late: { at: number; millis: number }[] = [];
  readonly #timer: NodeJS.Timeout;

  constructor() {
    let before = Date.now();
    this.#timer = setInterval(() => {
      const now = Date.now();
      this.add(now, now - before - intervalMillis);
      before = now;
    }, intervalMillis).unref();
  }

  add(at: number, millis: number): void {
    if (millis < leastMillis) return;
    this.#late.push({ at, millis });
    if (this.#late[0]!.at < at - 2 * keptMillis)
      this.#late = this.#late.filter((one) => one.at > at - keptMillis);
  }

  /** Returns the longest delay around a time, in milliseconds. */
  around(time: number): number {
    // A delay has begun before it is measured.
    const isAround = ({ at, millis }: { at: number; millis: number }) =>
      at >= time - intervalMillis && at - millis - intervalMillis <= time + intervalMillis;
    return Math.max(0, ...this.#late.filter(isAround).map(({ millis }) => millis));
  }

  close(): void {
    clearInterval(this.#timer);
  }
}
