import { refusals } from '../../errors.ts';

export const answerBudgetErrors = ['service_unavailable'] as const;
const refuse = refusals(answerBudgetErrors);

/**
 * How long a request may wait for the database, all in all: of a partner, every answer is then there within 2.5 s, of an operator,
 * within 3 s.
 */
export const answerMillis = { partner: 2_200, operator: 2_600 } as const;

/**
 * The time that one request may spend waiting for the database. What it no longer waits for is ended by the timeouts of
 * the connection and of the server; a write that is committed after the answer is found by resending.
 */
export class AnswerBudget {
  readonly #millis: number;
  #left: number;
  readonly #spent = new AbortController();
  /** Of the wait under way: stops its time, or lets it run. */
  #clock: { stop: () => void; start: () => void } | undefined;

  constructor(millis: number) {
    this.#millis = millis;
    this.#left = millis;
  }

  /** Aborted, with the refusal as its reason, once the budget is spent: nothing new is begun then. */
  get signal(): AbortSignal {
    return this.#spent.signal;
  }

  /** @throws ApiError `service_unavailable` when the budget is spent. */
  async wait<T>(work: Promise<T>): Promise<T> {
    let startedAt = 0;
    let timer: NodeJS.Timeout | undefined;
    const late = Promise.withResolvers<never>();
    const refuseLate = () => {
      const refusal = refuse('service_unavailable', { retryAfterSeconds: 1, cause: 'answer budget spent' });
      late.reject(refusal);
      this.#spent.abort(refusal);
    };
    const clock = {
      start: () => {
        startedAt = performance.now();
        timer = setTimeout(refuseLate, this.#left);
      },
      stop: () => {
        if (timer === undefined) return;
        clearTimeout(timer);
        timer = undefined;
        this.#left = Math.max(0, this.#left - (performance.now() - startedAt));
      },
    };
    this.#clock = clock;
    clock.start();
    try {
      return await Promise.race([work, late.promise]);
    } finally {
      clock.stop();
      this.#clock = undefined;
    }
  }

  /**
   * Within the work of a `wait`: what is waited for on purpose, holding nothing of the database, takes nothing of the
   * budget. What follows has a whole one, as a request of its own would.
   */
  async pause<T>(work: Promise<T>): Promise<T> {
    this.#clock?.stop();
    try {
      return await work;
    } finally {
      this.#left = this.#millis;
      this.#clock?.start();
    }
  }
}
