import { ApiError } from '../errors.ts';
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
  #starvedAt = Number.NEGATIVE_INFINITY;

  /** `ask` answers null, or why nothing can be written; on a connection of its own, so it never waits for partners. */
  constructor(ask: () => Promise<string | null>, monotonic: () => number = () => performance.now()) {
    this.#ask = ask;
    this.#monotonic = monotonic;
  }

  /** A statement has failed: remembered where it says that the server lacks something. */
  observe(error: unknown): void {
    const { code = '' } = error as { code?: string };
    // Classes 53 (insufficient resources) and 25006 (read only).
    if (code.startsWith('53') || code === '25006') this.#starvedAt = this.#monotonic();
  }

  /** @throws ApiError `service_unavailable` when the database is away, starved, or takes no writes. */
  async check(): Promise<void> {
    if (this.#monotonic() - this.#starvedAt < starvedMillis) throw unready('starved');
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

/** Why `check` has failed, in words for an administrator. */
export function unreadyReason({ cause }: ApiError): string {
  if (typeof cause === 'string') return reasons[cause] ?? cause;
  const { code, message } = (cause ?? {}) as { code?: string; message?: string };
  return `The database cannot be used (${code ?? message ?? 'unknown'}).`;
}

const reasons: Record<string, string> = {
  starved:
    'PostgreSQL reported within the last 3 s that it lacks disk, memory or connections, or is read-only.',
  'no answer': 'PostgreSQL did not respond within 2 s.',
  read_only: 'PostgreSQL is read-only: a standby, or a primary that was set so.',
  functions: 'This process could not renew the lease of its functions for a day. Restart it.',
};

function unready(cause: unknown): ApiError {
  return databaseUnavailable(cause);
}
