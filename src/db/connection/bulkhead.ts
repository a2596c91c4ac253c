import { databaseUnavailable } from './database-failure.ts';

interface BulkheadOptions {
  /** Maximum number of concurrent tasks per key, at least 1. Called for each task. */
  atOnce: () => number;
  /** Maximum length of the queue per key. More tasks are rejected immediately. */
  inLine: number;
  /** Maximum time in the queue, in milliseconds. */
  waitMillis: number;
}

interface Line {
  underWay: number;
  waiting: Set<{ begin: () => void; refuse: () => void }>;
}

/**
 * Prevents tasks that wait for one resource from using all connections. Per key, only a limited number runs at the same
 * time. The others wait outside the database for a limited time. (The bulkhead of Nygard's "Release It!".)
 */
export class Bulkhead {
  readonly #options: BulkheadOptions;
  readonly #lines = new Map<string, Line>();

  constructor(options: BulkheadOptions) {
    this.#options = options;
  }

  /**
   * Runs the work when its turn comes.
   *
   * @throws ApiError `service_unavailable` if the queue is full, or the wait takes too long.
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

  /** Starts the tasks that have waited longest. */
  #goOn(line: Line): void {
    for (const next of line.waiting) {
      if (line.underWay >= this.#options.atOnce()) return;
      line.underWay += 1;
      next.begin();
    }
  }

  /** Rejects all queued tasks of a key, because a running task has shown that they would fail. */
  rejectWaiting(key: string): void {
    for (const { refuse } of this.#lines.get(key)?.waiting ?? []) refuse();
  }

  #wait(key: string, { waiting }: Line): Promise<void> {
    const { inLine, waitMillis } = this.#options;
    if (waiting.size >= inLine) throw databaseUnavailable(`too many wait for ${key}`);
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer);
        waiting.delete(waiter);
      };
      const waiter = {
        begin: () => {
          leave();
          resolve();
        },
        refuse: () => {
          leave();
          reject(databaseUnavailable(`${key} is held too long`));
        },
      };
      const timer = setTimeout(waiter.refuse, waitMillis);
      waiting.add(waiter);
    });
  }
}
