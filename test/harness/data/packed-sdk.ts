import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { packSdk } from '../../../scripts/pack-sdk.ts';
import { madeOnce } from './made-once.ts';

const packedOnce = () => madeOnce('sdk', async (folder) => packSdk(folder));

/**
 * Copies the SDK as published into `package/` of a folder, and its dependencies into `node_modules/`. It is packed once per run. @returns
 * the path of `package/`
 */
export async function copyOfPackedSdk(into: string): Promise<string> {
  const made = await packedOnce();
  for (const name of ['package', 'node_modules'])
    cpSync(join(made, name), join(into, name), { recursive: true });
  return join(into, 'package');
}

/** Installs the SDK as published, and its dependencies, into `node_modules/` of a folder. */
export async function installPackedSdk(into: string): Promise<void> {
  const made = await packedOnce();
  cpSync(join(made, 'node_modules'), join(into, 'node_modules'), { recursive: true });
  cpSync(join(made, 'package'), join(into, 'node_modules/@courtbridge/sdk'), { recursive: true });
}
