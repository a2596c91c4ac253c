import { refusals } from '../../errors.ts';

export const answerBudgetErrors = ['service_unavailable'] as const;
const refuse = refusals(answerBudgetErrors);

/**
 * The time that one request may spend waiting for the database. What it no longer waits for is ended by the timeouts of
 * the connection and of the server; a write that is committed after the answer is found by resending.
 */
export class AnswerBudget {
  #left: number;
  readonly #spent = new AbortController();

  constructor(millis: number) {
    this.#left = millis;
  }

  /** Aborted, with the refusal as its reason, once the budget is spent: nothing new is begun then. */
  get signal(): AbortSignal {
    return this.#spent.signal;
  }

  /** @throws ApiError `service_unavailable` when the budget is spent. */
  async wait<T>(work: Promise<T>): Promise<T> {
    const startedAt = performance.now();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        const refusal = refuse('service_unavailable', {
          retryAfterSeconds: 1,
          cause: 'answer budget spent',
        });
        reject(refusal);
        this.#spent.abort(refusal);
      }, this.#left);
    });
    try {
      return await Promise.race([work, late]);
    } finally {
      clearTimeout(timer);
      this.#left = Math.max(0, this.#left - (performance.now() - startedAt));
    }
  }
}
