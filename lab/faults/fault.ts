import type { Part } from '../report.ts';

export type { Row } from '../report.ts';

/** Provokes one fault on its own processes and returns the measurements. */
export type Fault = Part<{
  /** Duration of the longest loads. */
  seconds: number;
  seed: number;
  /** Measures a broken variant instead, in which the fault must report a missed goal. Shows that it notices one. */
  isBroken: boolean;
}>;

/** The usual seed of all random values. */
export const seed = 20_261_121;

export type FaultOptions = Parameters<Fault>[0];
