/** An event with its count and times, in Unix milliseconds. */
export interface CountedEvent<Resource> {
  resource: Resource;
  count: number;
  firstAt: number;
  lastAt: number;
  /** The request id of the last one. It can be found in the log. */
  requestId: string;
}

/**
 * Counts frequent events, so that each is recorded only once per interval. Events that are not written yet are lost in
 * a crash.
 */
export class EventCounter<Resource> {
  readonly #now: () => number;
  #counted = new Map<string, CountedEvent<Resource>>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Returns true if the event is already counted, or if fewer than `most` different events are. */
  takes(resource: Resource, most: number): boolean {
    return this.#counted.size < most || this.#counted.has(JSON.stringify(resource));
  }

  add(resource: Resource, requestId: string): void {
    const at = this.#now();
    this.#put({ resource, count: 1, firstAt: at, lastAt: at, requestId });
  }

  /** Writes the counted events. If that fails, unwritten ones are kept for the next time. */
  async flush(write: (counted: CountedEvent<Resource>) => Promise<unknown>): Promise<void> {
    const counted = this.#counted;
    this.#counted = new Map();
    for (const [key, each] of counted) {
      try {
        await write(each);
        counted.delete(key);
      } catch (error) {
        for (const kept of counted.values()) this.#put(kept);
        throw error;
      }
    }
  }

  #put(counted: CountedEvent<Resource>): void {
    const key = JSON.stringify(counted.resource);
    const known = this.#counted.get(key);
    if (!known) {
      this.#counted.set(key, counted);
      return;
    }
    const last = known.lastAt > counted.lastAt ? known : counted;
    this.#counted.set(key, {
      resource: known.resource,
      count: known.count + counted.count,
      firstAt: Math.min(known.firstAt, counted.firstAt),
      lastAt: last.lastAt,
      requestId: last.requestId,
    });
  }
}

/** Returns the count and times for an audit event. */
export function timesOf({ count, firstAt, lastAt }: CountedEvent<unknown>) {
  const toText = (millis: number) => new Date(millis).toISOString();
  return { count, firstAt: toText(firstAt), lastAt: toText(lastAt) };
}
