import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const top = fileURLToPath(new URL('..', import.meta.url));

/** The packages that npm installs with the SDK, each before its own dependencies. */
export const sdkDependencies = ['openapi-fetch', 'openapi-typescript-helpers'];

export const installedFolder = (name: string) => join(top, 'node_modules', name);

/**
 * Packs the SDK as npm publishes it. Builds in a copy, because several processes may pack at the same time. Needs no network.
 *
 * @param into a folder for the tarball
 * @returns the path of the tarball
 */
function packTarball(into: string): string {
  const copy = join(into, 'copy');
  // The test platform includes the rules.
  for (const name of ['sdk', 'src/rules', 'tsconfig.json'])
    cpSync(join(top, name), join(copy, name), { recursive: true });
  symlinkSync(join(top, 'node_modules'), join(copy, 'node_modules'));
  const manifest = join(copy, 'sdk/package.json');
  writeFileSync(manifest, toPublic(readFileSync(manifest, 'utf8')));
  // Not an npm script, because npm may find another Node in PATH, or may be set to run no scripts.
  execFileSync(process.execPath, ['build.ts'], { cwd: join(copy, 'sdk'), stdio: 'pipe' });
  const options = ['--silent', '--offline', '--ignore-scripts', '--pack-destination', into];
  execFileSync('npm', ['pack', ...options], { cwd: join(copy, 'sdk'), stdio: 'pipe' });
  return join(into, globSync('*.tgz', { cwd: into })[0]!);
}

/**
 * Packs the SDK and unpacks it.
 *
 * @param into a folder for the tarball, the unpacked `package/`, and `node_modules/` with the dependencies
 * @returns the paths of the tarball and of `package/`
 */
export function packSdk(into: string): { tarball: string; folder: string } {
  const tarball = packTarball(into);
  execFileSync('tar', ['-xzf', tarball, '-C', into]);
  for (const name of sdkDependencies) {
    cpSync(installedFolder(name), join(into, 'node_modules', name), { recursive: true });
  }
  return { tarball, folder: join(into, 'package') };
}

/**
 * Returns the manifest as it is published. The manifest in the repository is `private`, so npm publishes neither the folder nor a tarball
 * of it. Otherwise, packing by hand with `--ignore-scripts` could publish a package without a build.
 */
export function toPublic(manifest: string): string {
  const { private: _, ...published } = JSON.parse(manifest);
  return `${JSON.stringify(published, null, 2)}\n`;
}

// `node scripts/pack-sdk.ts > sdk.tgz`: runs in the Dockerfile, and in the service if there is no packed file.
if (import.meta.main) {
  const folder = mkdtempSync(join(tmpdir(), 'courtbridge-sdk-'));
  try {
    process.stdout.write(readFileSync(packTarball(folder)));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
