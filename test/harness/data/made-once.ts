import { existsSync, mkdirSync, mkdtempSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inject } from 'vitest';

/** A new empty folder, which goes when the run ends. */
export function scratchFolder(): string {
  return mkdtempSync(join(inject('scratch'), 's-'));
}

/**
 * Makes a folder once in a run: the worker that asks first makes it, the others wait for it.
 *
 * @param make fills the folder; it is moved when it is full, so that nobody sees half of it
 * @returns the folder, which nobody may change
 */
export async function madeOnce(name: string, make: (folder: string) => Promise<unknown>): Promise<string> {
  const made = join(inject('scratch'), name);
  const failed = `${made}.failed`;
  const making = `${made}.making`;
  try {
    mkdirSync(making);
  } catch {
    while (!existsSync(made)) {
      if (existsSync(failed))
        throw new Error(`${name} could not be made; the first test that asked says why`);
      await sleep(20);
    }
    return made;
  }
  try {
    const folder = mkdtempSync(join(inject('scratch'), 'm-'));
    await make(folder);
    renameSync(folder, made);
  } catch (error) {
    writeFileSync(failed, '');
    throw error;
  }
  return made;
}
