import { instantAt } from '../../../../src/rules/instant.ts';

export interface Clock {
  /** Unix milliseconds. */
  now(): number;
  /** Returns the time of a write, at least a microsecond later than the previous one. */
  next(): string;
  advance(milliseconds: number): void;
  /** `YYYY-MM-DD`, in UTC. */
  today(): string;
}

/** @param start the time at which the clock is stopped until it is moved, in Unix milliseconds; undefined means the machine's clock */
export function createClock(start: number | undefined): Clock {
  let moved = 0;
  let written = 0;
  const now = () => (start ?? Date.now()) + moved;
  return {
    now,
    next: () => {
      written = Math.max(now() * 1_000, written + 1);
      return instantAt(written);
    },
    advance: (milliseconds) => {
      moved += milliseconds;
    },
    today: () => new Date(now()).toISOString().slice(0, 10),
  };
}
