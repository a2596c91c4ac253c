import { errorFactory } from '../../api-error.ts';

export const answerBudgetErrors = ['service_unavailable'] as const;
const createError = errorFactory(answerBudgetErrors);

/**
 * Maximum total time that a request may wait for the database. With it, partners get every response within 2.5 s and
 * operators within 3 s.
 */
export const answerMillis = { partner: 2_200, operator: 2_600 } as const;

/**
 * The time that one request may spend waiting for the database. An abandoned statement is ended by the timeouts of the
 * connection and the server. If a write is committed after the response, the client finds it by resending.
 */
export class AnswerBudget {
  readonly #millis: number;
  #left: number;
  readonly #spent = new AbortController();
  /** Pauses and resumes the time of the current wait. */
  #clock: { stop: () => void; start: () => void } | undefined;

  constructor(millis: number) {
    this.#millis = millis;
    this.#left = millis;
  }

  /** Aborted when the budget is spent, with the error as its reason. Nothing new may begin then. */
  get signal(): AbortSignal {
    return this.#spent.signal;
  }

  /** @throws ApiError `service_unavailable` when the budget is spent. */
  async wait<T>(work: Promise<T>): Promise<T> {
    let startedAt = 0;
    let timer: NodeJS.Timeout | undefined;
    const late = Promise.withResolvers<never>();
    const rejectLate = () => {
      const rejection = createError('service_unavailable', {
        retryAfterSeconds: 1,
        cause: 'answer budget spent',
      });
      late.reject(rejection);
      this.#spent.abort(rejection);
    };
    const clock = {
      start: () => {
        startedAt = performance.now();
        timer = setTimeout(rejectLate, this.#left);
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
   * Within the work of a `wait`: waits on purpose, without holding database resources and without using the budget.
   * Afterwards the budget is full again, as for a new request.
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
