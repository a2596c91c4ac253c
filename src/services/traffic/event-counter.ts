/** Something that happened, how often, and when: Unix milliseconds. */
export interface CountedEvent<Thing> {
  thing: Thing;
  count: number;
  firstAt: number;
  lastAt: number;
  /** Of the last: the log has it. */
  requestId: string;
}

/**
 * Counts what may happen often, so that it is written down now and then, once however often it was. After a crash what was not
 * written is missing.
 */
export class EventCounter<Thing> {
  readonly #now: () => number;
  #counted = new Map<string, CountedEvent<Thing>>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Whether it is counted already, or there is room: not more than so many things are told apart. */
  takes(thing: Thing, most: number): boolean {
    return this.#counted.size < most || this.#counted.has(JSON.stringify(thing));
  }

  add(thing: Thing, requestId: string): void {
    const at = this.#now();
    this.#put({ thing, count: 1, firstAt: at, lastAt: at, requestId });
  }

  /** Writes what has come together. On failure what is not written is kept for the next time. */
  async flush(write: (counted: CountedEvent<Thing>) => Promise<unknown>): Promise<void> {
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

  #put(counted: CountedEvent<Thing>): void {
    const key = JSON.stringify(counted.thing);
    const known = this.#counted.get(key);
    if (!known) {
      this.#counted.set(key, counted);
      return;
    }
    const last = known.lastAt > counted.lastAt ? known : counted;
    this.#counted.set(key, {
      thing: known.thing,
      count: known.count + counted.count,
      firstAt: Math.min(known.firstAt, counted.firstAt),
      lastAt: last.lastAt,
      requestId: last.requestId,
    });
  }
}

/** How often and when, as an audit event tells it. */
export function timesOf({ count, firstAt, lastAt }: CountedEvent<unknown>) {
  const toText = (millis: number) => new Date(millis).toISOString();
  return { count, firstAt: toText(firstAt), lastAt: toText(lastAt) };
}
