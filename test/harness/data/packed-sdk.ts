import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { packSdk } from '../../../scripts/pack-sdk.ts';
import { madeOnce } from './made-once.ts';

const packedOnce = () => madeOnce('sdk', async (folder) => packSdk(folder));

/**
 * Copies the SDK as it is published into `package/` of a folder, and its dependencies into `node_modules/` there. It is packed
 * once in a run.
 *
 * @returns `package/`
 */
export async function copyOfPackedSdk(into: string): Promise<string> {
  const made = await packedOnce();
  for (const name of ['package', 'node_modules'])
    cpSync(join(made, name), join(into, name), { recursive: true });
  return join(into, 'package');
}

/** Installs the SDK as it is published, and its dependencies, into `node_modules/` of a folder. */
export async function installPackedSdk(into: string): Promise<void> {
  const made = await packedOnce();
  cpSync(join(made, 'node_modules'), join(into, 'node_modules'), { recursive: true });
  cpSync(join(made, 'package'), join(into, 'node_modules/@courtbridge/sdk'), { recursive: true });
}
