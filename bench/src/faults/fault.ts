/** A line of the table: what was measured beside what it is held to. */
export interface Row {
  figure: string;
  goal: string;
  measured: string;
  met: boolean;
}

/** Provokes one fault on real processes of its own, and answers what was measured. */
export type Fault = (options: FaultOptions) => Promise<Row[]>;

export interface FaultOptions {
  /** How long the longest loads last. */
  seconds: number;
  /** Of everything random. */
  seed: number;
  /** Says how far it is. */
  note: (text: string) => void;
}
