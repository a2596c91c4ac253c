import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packSdk } from '../../sdk/pack.ts';
import { madeOnce } from './made-once.ts';

/**
 * The SDK as it is published, packed once in a run and copied into a folder.
 *
 * @returns its folder there, and the files that the tarball has
 */
export async function copyOfPackedSdk(into: string): Promise<{ folder: string; files: string[] }> {
  const made = await madeOnce('sdk', async (folder) => {
    const { files } = await packSdk(folder);
    writeFileSync(join(folder, 'files.json'), JSON.stringify(files));
  });
  const folder = join(into, 'package');
  cpSync(join(made, 'package'), folder, { recursive: true });
  return { folder, files: JSON.parse(readFileSync(join(made, 'files.json'), 'utf8')) };
}
