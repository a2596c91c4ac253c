export interface Row {
  figure: string;
  goal: string;
  measured: string;
  met: boolean;
}

/** Provokes one fault on its own processes and returns the measurements. */
export type Fault = (options: FaultOptions) => Promise<Row[]>;

export interface FaultOptions {
  /** Duration of the longest loads. */
  seconds: number;
  seed: number;
  note: (text: string) => void;
}
