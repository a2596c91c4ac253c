import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const top = fileURLToPath(new URL('../../..', import.meta.url));

export interface Version {
  /** `src/bin/main.ts`, or `src/main.ts` in releases before 0.2. */
  entry: string;
  remove(): void;
}

/** The last release, as stored by `npm run keep-release`, with the current dependencies. */
export function unpackLastRelease(): Version {
  return version((folder) => {
    const archive = join(top, 'test/release/previous/service.tar.gz');
    const { status, stderr } = spawnSync('tar', ['-xzf', archive, '-C', folder], { encoding: 'utf8' });
    if (status !== 0) throw new Error(`the last release cannot be unpacked: ${stderr}`);
  });
}

export function readLastRelease(path: string): string {
  const archive = join(top, 'test/release/previous/service.tar.gz');
  const { status, stdout } = spawnSync('tar', ['-xzOf', archive, path], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`the last release has no ${path}`);
  return stdout;
}

/** A future version: the current one with a change in a file of its functions. */
export function nextVersion(file: string, change: (source: string) => string): Version {
  return changedVersion({ [`src/db/functions/${file}`]: change });
}

/** The current version with changes in its files. */
export function changedVersion(changes: Record<string, (source: string) => string>): Version {
  return version((folder) => {
    cpSync(join(top, 'src'), join(folder, 'src'), { recursive: true });
    cpSync(join(top, 'docs/partners'), join(folder, 'docs/partners'), { recursive: true });
    cpSync(join(top, 'package.json'), join(folder, 'package.json'));
    for (const [file, change] of Object.entries(changes)) {
      const path = join(folder, file);
      const source = readFileSync(path, 'utf8');
      const changed = change(source);
      if (changed === source) throw new Error(`nothing was changed in ${file}`);
      writeFileSync(path, changed);
    }
  });
}

function version(fill: (folder: string) => void): Version {
  const folder = mkdtempSync(join(tmpdir(), 'courtbridge-version-'));
  fill(folder);
  symlinkSync(join(top, 'node_modules'), join(folder, 'node_modules'));
  const entry = ['src/bin/main.ts', 'src/main.ts']
    .map((path) => join(folder, path))
    .find((path) => existsSync(path))!;
  return {
    entry,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
