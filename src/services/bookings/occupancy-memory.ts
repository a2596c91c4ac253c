export interface CourtTimes {
  courtId: string;
  occupied: { startDate: string; endDate: string }[];
}

/** By the id of the court. */
export type KeptCourts = ReadonlyMap<string, CourtTimes & { version: string }>;

/** A time takes about 150 bytes, a court and a range as much as two. */
const most = 100_000;

/**
 * Keeps the times of courts that were read last, by organization and range, so that a read after a change needs only the court
 * that changed. They are the same for all external services. Each reader first asks the database for access and versions.
 */
export class OccupancyMemory {
  /** The one that was kept last is last. */
  readonly #kept = new Map<string, { courts: KeptCourts; size: number }>();
  #size = 0;

  get(range: string): KeptCourts {
    return this.#kept.get(range)?.courts ?? new Map();
  }

  /** Replaces what is kept of a range. Drops the ranges that have not been read for longest if there is too much. */
  keep(range: string, courts: KeptCourts): void {
    this.#drop(range);
    const size = [...courts.values()].reduce((sum, { occupied }) => sum + occupied.length + 2, 2);
    this.#kept.set(range, { courts, size });
    this.#size += size;
    for (const oldest of this.#kept.keys()) {
      if (this.#size <= most) break;
      this.#drop(oldest);
    }
  }

  #drop(range: string): void {
    this.#size -= this.#kept.get(range)?.size ?? 0;
    this.#kept.delete(range);
  }
}
