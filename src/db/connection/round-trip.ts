const remembered = 32;

/** The time on the way to the database and back: the shortest of the last measurements, which waited least. */
export class RoundTrip {
  #millis: number[] = [];

  /** Measures a statement that takes the database no time. */
  async of<Answer>(answer: Promise<Answer>): Promise<Answer> {
    const sentAt = performance.now();
    const one = await answer;
    this.#millis = [performance.now() - sentAt, ...this.#millis.slice(0, remembered - 1)];
    return one;
  }

  /** 0 before the first measurement. */
  get millis(): number {
    return Math.min(...(this.#millis.length > 0 ? this.#millis : [0]));
  }
}
