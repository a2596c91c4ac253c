import type { Database } from '../../db/connection/database.ts';
import { updateLastUses } from '../../db/queries/partners/api-tokens.ts';

/**
 * Records when each API token was last used, outside of the request path: in memory, and written every few seconds. A
 * crash loses only the last few seconds.
 */
export class TokenUseRecorder {
  readonly #database: Database;
  readonly #now: () => number;
  #lastUses = new Map<string, number>();

  constructor(database: Database, now: () => number) {
    this.#database = database;
    this.#now = now;
  }

  record(apiTokenId: string): void {
    this.#lastUses.set(apiTokenId, this.#now());
  }

  /** Writes the buffered uses. On failure they are kept for the next time. */
  async flush(): Promise<void> {
    if (this.#lastUses.size === 0) return;
    const lastUses = this.#lastUses;
    this.#lastUses = new Map();
    try {
      await updateLastUses(this.#database.query, lastUses);
    } catch (error) {
      for (const [id, at] of lastUses) if (!this.#lastUses.has(id)) this.#lastUses.set(id, at);
      throw error;
    }
  }
}
