import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { packSdk } from '../../../scripts/pack-sdk.ts';
import { madeOnce } from './made-once.ts';

/**
 * The SDK as it is published, packed once in a run and copied into a folder.
 *
 * @returns its folder there
 */
export async function copyOfPackedSdk(into: string): Promise<string> {
  const made = await madeOnce('sdk', async (folder) => packSdk(folder));
  const folder = join(into, 'package');
  cpSync(join(made, 'package'), folder, { recursive: true });
  return folder;
}
