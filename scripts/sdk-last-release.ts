import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { copyPromised } from './pack-sdk.ts';

/** The promises of the last SDK release: the types of each entry, `README.md` and `package.json`. */
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
