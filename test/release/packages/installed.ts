import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { inject } from 'vitest';
import { run } from '../../harness/clients/sdk-consumer.ts';

/** Returns the path of a file in this folder's packages, such as `verdaccio/bin/verdaccio`. */
export const installed = (path: string) => fileURLToPath(new URL(`node_modules/${path}`, import.meta.url));

/** Returns the version of a package, or undefined: only the whole matrix needs the development dependencies. */
export const versionOf = (name: string): string | undefined => {
  const manifest = installed(`${name}/package.json`);
  return existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')).version : undefined;
};

/** Runs npm in a folder with one registry and without the user's configuration. */
export function npm(
  folder: string,
  args: string[],
  {
    registry = 'http://127.0.0.1:1',
    userconfig = '/dev/null',
  }: { registry?: string; userconfig?: string } = {},
): Promise<string> {
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: folder,
    npm_config_registry: registry,
    npm_config_userconfig: userconfig,
    npm_config_update_notifier: 'false',
    npm_config_audit: 'false',
    npm_config_fund: 'false',
  };
  return run('npm', args, folder, env, 120_000);
}

/** Installs the packed SDK into a folder without a registry. Each package must come before those that depend on it. */
export async function installSdk(folder: string): Promise<void> {
  for (const tarball of [...inject('dependencies'), inject('tarball')])
    await npm(folder, ['install', tarball]);
}
