import { ApiError } from '../errors.ts';

/** How long a request may wait for the database, all in all. Every answer is then there within 2.5 s. */
const answerMillis = 2_400;

/**
 * The time that one request may spend waiting for the database. What it no longer waits for ends by the timeouts of
 * the connection; a write that is committed after the answer is found by resending.
 */
export class AnswerBudget {
  #left = answerMillis;

  /** @throws ApiError `service_unavailable` when the budget is spent. */
  async wait<T>(work: Promise<T>): Promise<T> {
    const startedAt = performance.now();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(
        () =>
          reject(new ApiError('service_unavailable', { retryAfterSeconds: 1, cause: 'answer budget spent' })),
        this.#left,
      );
    });
    try {
      return await Promise.race([work, late]);
    } finally {
      clearTimeout(timer);
      this.#left = Math.max(0, this.#left - (performance.now() - startedAt));
    }
  }
}
