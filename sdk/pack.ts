import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSdk } from './build.ts';

/** Makes the package as it is published in a folder of its own, so that nothing old can get into it. */
export async function packSdk(folder: string): Promise<{ folder: string; tarball: string }> {
  const staged = join(folder, 'package');
  mkdirSync(join(staged, 'dist'), { recursive: true });
  await buildSdk(join(staged, 'dist'));
  for (const file of ['package.json', 'README.md', 'CHANGELOG.md', 'LICENSE']) {
    cpSync(fileURLToPath(new URL(file, import.meta.url)), join(staged, file));
  }
  const report = execFileSync('npm', ['pack', '--json', '--pack-destination', folder], {
    cwd: staged,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  // npm 11 answers a list, npm 12 an object by name.
  const [packed] = Object.values(JSON.parse(report)) as { filename: string }[];
  return { folder: staged, tarball: join(folder, packed!.filename) };
}
