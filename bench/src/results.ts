import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { isTrial, shortening } from './length.ts';
import { note } from './measured.ts';
import { drawPictures, type Results } from './pictures.ts';

const folder = new URL('../results/', import.meta.url);
const fileOf = (name: string) => new URL(`${name}.json`, folder);
/** Stores a result in `bench/results/` and redraws the charts. A trial does neither. */
export function keepResult<Name extends keyof Results>(name: Name, result: Results[Name]): void {
  if (isTrial) {
    note(`This is a trial (${shortening.join(', ')}). Results and charts stay unchanged.`);
    return;
  }
  mkdirSync(folder, { recursive: true });
  writeFileSync(fileOf(name), `${JSON.stringify(result, null, 2)}\n`);
  drawPictures(readResult);
}

export function readResult<Name extends keyof Results>(name: Name): Results[Name] | undefined {
  return existsSync(fileOf(name)) ? JSON.parse(readFileSync(fileOf(name), 'utf8')) : undefined;
}
