import { instantOf } from './instant.ts';

/** The platform's time. */
export interface Clock {
  /** Unix milliseconds. */
  now(): number;
  /** The time of a write: later than that of the one before, by a microsecond at least. */
  next(): string;
  advance(milliseconds: number): void;
  /** `YYYY-MM-DD`, in UTC. */
  today(): string;
}

/** @param start Unix milliseconds, where the clock stands still until it is moved; without, it is that of the machine. */
export function createClock(start: number | undefined): Clock {
  let moved = 0;
  let written = 0;
  const now = () => (start ?? Date.now()) + moved;
  return {
    now,
    next: () => {
      written = Math.max(now() * 1_000, written + 1);
      return instantOf(written);
    },
    advance: (milliseconds) => {
      moved += milliseconds;
    },
    today: () => new Date(now()).toISOString().slice(0, 10),
  };
}
