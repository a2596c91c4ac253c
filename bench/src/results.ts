import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { note } from './measured.ts';
import { drawPictures, type Results } from './pictures.ts';

const folder = new URL('../results/', import.meta.url);
const fileOf = (name: string) => new URL(`${name}.json`, folder);
const shortening = ['BENCH_REQUESTS', 'BENCH_ROUNDS', 'BENCH_CONNECTIONS'];
const isTrial = shortening.some((name) => process.env[name] !== undefined);

/** How many requests are under way at once. */
export const connections = Number(process.env.BENCH_CONNECTIONS ?? 16);

/** How long to measure; the environment shortens it for a trial. */
export function lengthOf(usual: { requests: number; rounds: number }) {
  return {
    requests: Number(process.env.BENCH_REQUESTS ?? usual.requests),
    rounds: Number(process.env.BENCH_ROUNDS ?? usual.rounds),
  };
}

/** Keeps what was measured in `bench/results/`, and draws the pictures anew; a trial changes neither. */
export function keepResult<Name extends keyof Results>(name: Name, result: Results[Name]): void {
  if (isTrial) {
    note(`A trial (${shortening.join(', ')}): results and pictures stay as they are.`);
    return;
  }
  mkdirSync(folder, { recursive: true });
  writeFileSync(fileOf(name), `${JSON.stringify(result, null, 2)}\n`);
  drawPictures(readResult);
}

/** What was measured last; undefined where nothing was. */
export function readResult<Name extends keyof Results>(name: Name): Results[Name] | undefined {
  return existsSync(fileOf(name)) ? JSON.parse(readFileSync(fileOf(name), 'utf8')) : undefined;
}
