import { firstLineOf, type Row, unmeasured } from '../report.ts';

/** The result of a row. */
export interface Measured {
  figures: Row[];
  /** The broken variants that the checker was shown first. `found` is what it reported, or undefined if it noticed nothing. */
  broken: { variant: string; found: string | undefined }[];
}

export interface Options {
  /** Share of the goal's numbers to measure, from 0 to 1. */
  share: number;
  /** Takes seconds: leaves out what cannot be scaled down. */
  isQuick: boolean;
  note: (text: string) => void;
}

/** A promise of docs/proof.md and how it is measured. */
export interface Promised {
  /** `npm run lab -- proof name` measures only this row. */
  name: string;
  section: 'Correctness' | 'Faults';
  promise: string;
  goal: string;
  /** One sentence about the measurement. */
  how: string;
  /** True if `--quick` includes this row. CI runs the tests of the other rows anyway. */
  inQuick?: boolean;
  measure: (options: Options) => Promise<Measured>;
}

/** Scales a number of the goal by the share. At least 1. */
export const scaled = (count: number, { share }: Pick<Options, 'share'>): number =>
  Math.max(1, Math.ceil(count * share));

/** Returns a figure that must be 0. `examples` explains a violation. */
export const none = (figure: string, count: number, examples: readonly string[] = []): Row => ({
  figure,
  goal: '0',
  measured:
    count === 0 ? '0' : `${count}${examples.length > 0 ? ` (${examples.slice(0, 3).join('; ')})` : ''}`,
  met: count === 0,
});

/** Returns a figure that must reach a number. */
export const atLeast = (figure: string, count: number, goal: number): Row => ({
  figure,
  goal: `at least ${goal.toLocaleString('en')}`,
  measured: count.toLocaleString('en'),
  met: count >= goal,
});

/** The first missed figure of a broken variant: what the checker found. A variant that could not be measured shows nothing. */
export function firstMissed(rows: readonly Row[]): string | undefined {
  const missed = rows.find(({ figure, met }) => !met && figure !== unmeasured);
  return missed && `${missed.figure}: ${missed.measured}`;
}

/** Measures a row in several ways. One that throws is a missed figure, and the next one runs. */
export async function together(...ways: (() => Promise<Measured>)[]): Promise<Measured> {
  const all: Measured[] = [];
  for (const way of ways) all.push(await way().catch(notMeasured));
  return { figures: all.flatMap(({ figures }) => figures), broken: all.flatMap(({ broken }) => broken) };
}

/** A row that threw. */
export const notMeasured = (error: unknown): Measured => ({
  figures: [{ figure: unmeasured, goal: '', measured: firstLineOf(error), met: false }],
  broken: [],
});
