import type { Part } from '../../../proof/report.ts';

export type { Row } from '../../../proof/report.ts';

/** Provokes one fault on its own processes and returns the measurements. */
export type Fault = Part<{
  /** Duration of the longest loads. */
  seconds: number;
  seed: number;
}>;

export type FaultOptions = Parameters<Fault>[0];
