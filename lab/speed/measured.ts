import type { Turn } from './turn.ts';

export interface Spread {
  median: number;
  least: number;
  most: number;
}

export interface Measured {
  /** Milliseconds of CPU per request, of service and database together. `database` is the database's part. */
  cpu: Spread;
  database: Spread;
  rate: Spread;
  p99: Spread;
}

export const cpuOf = ({ serviceMillis, databaseMillis }: Turn): number => serviceMillis + databaseMillis;

export function spreadOf(values: number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  const median = (sorted[Math.floor(middle)]! + sorted[Math.ceil(middle)]!) / 2;
  return { median, least: sorted[0]!, most: sorted.at(-1)! };
}

export function measuredOf(turns: Turn[]): Measured {
  return {
    cpu: spreadOf(turns.map(cpuOf)),
    database: spreadOf(turns.map(({ databaseMillis }) => databaseMillis)),
    rate: spreadOf(turns.map(({ rate }) => rate)),
    p99: spreadOf(turns.map(({ p99 }) => p99)),
  };
}

/** Divides our value by theirs in each round. Both turns of a round run right after each other. */
export function ratios(ours: Turn[], theirs: Turn[], of: (turn: Turn) => number): Spread {
  return spreadOf(ours.map((turn, round) => of(turn) / of(theirs[round]!)));
}

/** For example `0.77 (0.75–0.80)`. */
export const show = ({ median, least, most }: Spread, digits: number): string =>
  `${median.toFixed(digits)} (${least.toFixed(digits)}–${most.toFixed(digits)})`;
