import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Measured, Promised } from './promised.ts';

/** The last full measurement of a row. */
export interface Result extends Measured {
  /** ISO date of the measurement. */
  date: string;
  /** Version of the package, and the commit if there is one. */
  version: string;
  postgresql: string;
  seconds: number;
}

/** Results by the name of their row. */
export type Results = Record<string, Result>;

const file = fileURLToPath(new URL('results.json', import.meta.url));

export const readResults = (): Results =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Results) : {};

/** Writes the results in the order of the promises. Results of former rows are dropped. */
export function writeResults(results: Results, promises: readonly Promised[]): void {
  const kept = promises.flatMap(({ name }) => (results[name] ? [[name, results[name]]] : []));
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(kept), null, 2)}\n`);
}

/** A row is met if every figure is, and the checker noticed every broken variant. */
export const isMet = ({ figures, broken }: Measured): boolean =>
  figures.length > 0 && figures.every(({ met }) => met) && broken.every(({ found }) => found !== undefined);
