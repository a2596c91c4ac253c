import { ApiError } from '../../errors.ts';
import { databaseUnavailable } from './database-failure.ts';

/** How long an answer of the database is believed: however many ask, it is asked once in that time. */
const cacheTtlMillis = 1_000;
/** How long after a statement was refused for want of room, connections or leave to write this says no. */
const starvedMillis = 3_000;
/** How long the database may take to answer. */
const answerMillis = 2_000;

/** Whether requests may be sent here. */
export class Readiness {
  readonly #ask: () => Promise<string | null>;
  readonly #monotonic: () => number;
  #asking: Promise<void> | undefined;
  #askedAt = Number.NEGATIVE_INFINITY;
  #starved: { at: number; code: string } | undefined;

  /** `ask` answers null, or why nothing can be written; on a connection of its own, so it never waits for partners. */
  constructor(ask: () => Promise<string | null>, monotonic: () => number = () => performance.now()) {
    this.#ask = ask;
    this.#monotonic = monotonic;
  }

  /** A statement has failed: remembered where it says that the server lacks something. */
  observe(error: unknown): void {
    const { code = '' } = error as { code?: string };
    // Classes 53 (insufficient resources) and 25006 (read only).
    if (code.startsWith('53') || code === '25006') this.#starved = { at: this.#monotonic(), code };
  }

  /** @throws ApiError `service_unavailable` when the database is away, starved, or takes no writes. */
  async check(): Promise<void> {
    if (this.#starved && this.#monotonic() - this.#starved.at < starvedMillis)
      throw unready({ code: this.#starved.code });
    if (!this.#asking || this.#monotonic() - this.#askedAt >= cacheTtlMillis) {
      this.#askedAt = this.#monotonic();
      this.#asking = this.#askOnce();
      // Whoever asks hears of it; nobody may have asked.
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

/** Why `check` has failed, in words for an administrator (docs/runbook.md). */
export function unreadyReason({ cause }: ApiError): string {
  const { code, message } = (cause ?? {}) as { code?: string; message?: string };
  const what = typeof cause === 'string' ? cause : (code ?? message ?? 'unknown');
  return unreadyReasons[what] ?? `The database cannot be used (${what}).`;
}

/** By what `check_writable` returns, and by SQLSTATE. */
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
