import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sdkGuides } from './readme-blocks.ts';

/** The promises of the last SDK release: the types of each entry, `README.md`, the guides and `package.json`. */
const archive = fileURLToPath(new URL('../sdk/last-release.tar.gz', import.meta.url));

/** Unpacks the last release into a new folder. Its types need their dependencies in `node_modules` next to that folder. */
export function unpackLastRelease(folder: string, from = archive): string {
  mkdirSync(folder);
  execFileSync('tar', ['-xzf', from, '-C', folder]);
  return folder;
}

/** Stores a packed version as the last release. */
export function keepAsLastRelease(packed: string, to = archive): void {
  const promised = mkdtempSync(join(tmpdir(), 'courtbridge-promised-'));
  try {
    copyPromised(packed, promised);
    execFileSync('tar', ['-czf', to, '-C', promised, '.']);
  } finally {
    rmSync(promised, { recursive: true, force: true });
  }
}

/** Copies the promises of a packed version, with which the next version is compared. The SDK's guides have most of the examples. */
export function copyPromised(packed: string, folder: string): void {
  mkdirSync(folder, { recursive: true });
  const types = globSync('dist/*.d.{ts,cts}', { cwd: packed });
  for (const file of [...types, 'README.md', 'package.json']) {
    cpSync(join(packed, file), join(folder, basename(file)));
  }
  for (const guide of sdkGuides) cpSync(guide, join(folder, basename(guide)));
}
