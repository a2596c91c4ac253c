import { ApiError } from '../../api-error.ts';
import { databaseUnavailable } from './database-failure.ts';

/** How long the result of a check is cached. */
const cacheTtlMillis = 1_000;
/** How long the service is not ready after a statement failed because of disk, connections or write permission. */
const starvedMillis = 3_000;
/** Time limit for the response of the database. */
const answerMillis = 2_000;

/** Checks whether this process can serve requests. */
export class Readiness {
  readonly #ask: () => Promise<string | null>;
  readonly #monotonic: () => number;
  #asking: Promise<void> | undefined;
  #askedAt = Number.NEGATIVE_INFINITY;
  #starved: { at: number; code: string } | undefined;

  /** `ask` returns null, or why nothing can be written. It uses its own connection, so it does not wait for partners. */
  constructor(ask: () => Promise<string | null>, monotonic: () => number = () => performance.now()) {
    this.#ask = ask;
    this.#monotonic = monotonic;
  }

  /** Records a failed statement if it shows that the server lacks a resource. */
  observe(error: unknown): void {
    const { code = '' } = error as { code?: string };
    // Classes 53 (insufficient resources) and 25006 (read only).
    if (code.startsWith('53') || code === '25006') this.#starved = { at: this.#monotonic(), code };
  }

  /** @throws ApiError `service_unavailable` if the database is unavailable, out of resources, or read-only. */
  async check(): Promise<void> {
    if (this.#starved && this.#monotonic() - this.#starved.at < starvedMillis)
      throw unready({ code: this.#starved.code });
    if (!this.#asking || this.#monotonic() - this.#askedAt >= cacheTtlMillis) {
      this.#askedAt = this.#monotonic();
      this.#asking = this.#askOnce();
      // Callers receive the error. This prevents an unhandled rejection if there is no caller.
      this.#asking.catch(() => {});
    }
    await this.#asking;
  }

  async #askOnce(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(unready('no answer')), answerMillis);
    });
    try {
      const fault = await Promise.race([this.#ask(), late]);
      if (fault !== null) throw unready(fault);
    } catch (error) {
      throw error instanceof ApiError ? error : unready(error);
    } finally {
      clearTimeout(timer);
    }
  }
}

/** Returns why `check` failed, for administrators (docs/runbook.md). */
export function unreadyReason({ cause }: ApiError): string {
  const { code, message } = (cause ?? {}) as { code?: string; message?: string };
  const what = typeof cause === 'string' ? cause : (code ?? message ?? 'unknown');
  return unreadyReasons[what] ?? `The database cannot be used (${what}).`;
}

/** By the result of `check_writable`, and by SQLSTATE. */
export const unreadyReasons: Record<string, string> = {
  read_only: 'PostgreSQL is read-only.',
  25006: 'PostgreSQL is read-only.',
  53100: 'PostgreSQL lacks disk space.',
  53200: 'PostgreSQL lacks memory.',
  53300: 'PostgreSQL lacks connections.',
  'no answer': 'PostgreSQL did not respond within 2 s.',
  functions: 'This process could not renew the lease of its functions for a day.',
};

function unready(cause: unknown): ApiError {
  return databaseUnavailable(cause);
}
