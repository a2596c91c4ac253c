import { execFileSync } from 'node:child_process';
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { markBuild, type SdkBuild, sdkBuild } from './sdk-build.ts';

const top = fileURLToPath(new URL('..', import.meta.url));

/** The packages that npm installs with the SDK, each before its own dependencies. */
export const sdkDependencies = ['openapi-fetch', 'openapi-typescript-helpers'];

export const installedFolder = (name: string) => join(top, 'node_modules', name);

/**
 * Packs the SDK as npm publishes it. Builds in a copy, because several processes may pack at the same time. Needs no network.
 *
 * @param into a folder for the tarball
 * @param build gives the package the version and the changelog of a build
 * @returns the path of the tarball
 */
function packTarball(into: string, build?: SdkBuild): string {
  const copy = join(into, 'copy');
  // The test platform includes the rules.
  for (const name of ['sdk', 'src/rules', 'tsconfig.json'])
    cpSync(join(top, name), join(copy, name), { recursive: true });
  symlinkSync(join(top, 'node_modules'), join(copy, 'node_modules'));
  if (build) markBuild(copy, build);
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

/** The last build, so that the service packs only after a change. */
const packed = join(top, '.packed');

function packBuild(): Buffer {
  const build = sdkBuild(top);
  const kept = join(packed, `${build.hash}.tgz`);
  try {
    return readFileSync(kept);
  } catch {
    // Not packed yet.
  }
  const folder = mkdtempSync(join(tmpdir(), 'courtbridge-sdk-'));
  try {
    const tarball = readFileSync(packTarball(folder, build));
    keep(tarball, kept);
    return tarball;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Replaces the kept build. Does nothing if the folder of the project cannot be written. */
function keep(tarball: Buffer, path: string): void {
  try {
    mkdirSync(packed, { recursive: true });
    const others = globSync('*.tgz', { cwd: packed });
    const unfinished = `${path}.${process.pid}`;
    writeFileSync(unfinished, tarball);
    renameSync(unfinished, path);
    // Another process may have kept the same build meanwhile.
    for (const other of others.map((name) => join(packed, name)))
      if (other !== path) rmSync(other, { force: true });
  } catch {
    // The next start packs again.
  }
}

// `node scripts/pack-sdk.ts > sdk.tgz`: runs in the Dockerfile, and in the service if there is no packed file.
if (import.meta.main) process.stdout.write(packBuild());
