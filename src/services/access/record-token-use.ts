import type { Database } from '../../db/connection/database.ts';

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
      await this.#database.query(
        `update api_tokens t set last_used_at = greatest(t.last_used_at, to_timestamp(u.millis / 1000))
         from unnest($1::uuid[], $2::float8[]) as u (id, millis)
         where t.id = u.id`,
        [[...lastUses.keys()], [...lastUses.values()]],
      );
    } catch (error) {
      for (const [id, at] of lastUses) if (!this.#lastUses.has(id)) this.#lastUses.set(id, at);
      throw error;
    }
  }
}
