import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const top = fileURLToPath(new URL('..', import.meta.url));

/**
 * Packs the SDK as npm publishes it: in a copy, since who packs at the same time would build into the same `dist`.
 *
 * @param into a folder, which gets the tarball, and unpacked beside it `package/`
 * @returns the paths of both
 */
export function packSdk(into: string): { tarball: string; folder: string } {
  const copy = join(into, 'copy');
  for (const name of ['sdk', 'tsconfig.json']) cpSync(join(top, name), join(copy, name), { recursive: true });
  symlinkSync(join(top, 'node_modules'), join(copy, 'node_modules'));
  const manifest = join(copy, 'sdk/package.json');
  writeFileSync(manifest, toPublic(readFileSync(manifest, 'utf8')));
  execFileSync('npm', ['pack', '--silent', '--pack-destination', into], {
    cwd: join(copy, 'sdk'),
    stdio: 'pipe',
  });
  const tarball = join(into, globSync('*.tgz', { cwd: into })[0]!);
  execFileSync('tar', ['-xzf', tarball, '-C', into]);
  return { tarball, folder: join(into, 'package') };
}

/**
 * The manifest as it is published. In the sources it is `private`: who packs or publishes by hand may have switched scripts
 * off (`--ignore-scripts`), so that nothing is built; npm publishes no such package, nor a tarball of it.
 */
export function toPublic(manifest: string): string {
  const { private: _, ...published } = JSON.parse(manifest);
  return `${JSON.stringify(published, null, 2)}\n`;
}

/** Copies what a packed version promises, which the next one is held to. */
export function copyPromised(packed: string, folder: string): void {
  mkdirSync(folder, { recursive: true });
  const types = globSync('dist/*.d.ts', { cwd: packed });
  for (const file of [...types, 'README.md', 'package.json']) {
    cpSync(join(packed, file), join(folder, basename(file)));
  }
}
