import { databaseUnavailable } from './database-failure.ts';

interface BulkheadOptions {
  /** How much work of one key may be under way at once: at least 1, and asked anew for each. */
  atOnce: () => number;
  /** How much may wait in line for it; more is refused at once. */
  inLine: number;
  /** How long a place in line is kept, in milliseconds. */
  waitMillis: number;
}

interface Line {
  underWay: number;
  waiting: Set<{ begin: () => void; refuse: () => void }>;
}

/**
 * Keeps what waits for one thing from holding every connection: of the work of one key only so much is under way at
 * once, the rest waits in line outside of the database, for a bounded time. (The bulkhead of Nygard's "Release It!".)
 */
export class Bulkhead {
  readonly #options: BulkheadOptions;
  readonly #lines = new Map<string, Line>();

  constructor(options: BulkheadOptions) {
    this.#options = options;
  }

  /**
   * Does the work when its turn has come.
   *
   * @throws ApiError `service_unavailable` when the line is full, or did not move in time.
   */
  async run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const line = this.#lines.get(key) ?? { underWay: 0, waiting: new Set() };
    this.#lines.set(key, line);
    if (line.waiting.size === 0 && line.underWay < this.#options.atOnce()) line.underWay += 1;
    else await this.#wait(key, line);
    try {
      return await work();
    } finally {
      line.underWay -= 1;
      this.#goOn(line);
      if (line.underWay === 0) this.#lines.delete(key);
    }
  }

  /** Places go to those who have waited longest. */
  #goOn(line: Line): void {
    for (const next of line.waiting) {
      if (line.underWay >= this.#options.atOnce()) return;
      line.underWay += 1;
      next.begin();
    }
  }

  /** Refuses all that wait in line: what is under way has shown that it would be in vain. */
  refuseWaiting(key: string): void {
    for (const { refuse } of this.#lines.get(key)?.waiting ?? []) refuse();
  }

  #wait(key: string, { waiting }: Line): Promise<void> {
    const { inLine, waitMillis } = this.#options;
    if (waiting.size >= inLine) throw databaseUnavailable(`too many wait for ${key}`);
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer);
        waiting.delete(place);
      };
      const place = {
        begin: () => {
          leave();
          resolve();
        },
        refuse: () => {
          leave();
          reject(databaseUnavailable(`${key} is held too long`));
        },
      };
      const timer = setTimeout(place.refuse, waitMillis);
      waiting.add(place);
    });
  }
}
