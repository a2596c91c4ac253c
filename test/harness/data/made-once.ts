import { existsSync, mkdirSync, mkdtempSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inject } from 'vitest';

/** Creates an empty folder that is removed when the run ends. */
export function scratchFolder(): string {
  return mkdtempSync(join(inject('scratch'), 's-'));
}

/**
 * Creates a folder once per run. The first worker that needs it creates it, and the others wait.
 * @param make fills the folder, which is moved into place once complete
 * @returns the folder, which must not be changed
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
