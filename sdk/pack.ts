import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSdk } from './build.ts';

/** Makes the package as it is published in a folder of its own, so that nothing old can get into it. */
export async function packSdk(folder: string): Promise<{ folder: string; tarball: string; files: string[] }> {
  const staged = join(folder, 'package');
  mkdirSync(join(staged, 'dist'), { recursive: true });
  await buildSdk(join(staged, 'dist'));
  for (const file of ['README.md', 'CHANGELOG.md', 'LICENSE']) {
    cpSync(fileURLToPath(new URL(file, import.meta.url)), join(staged, file));
  }
  const manifest = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'));
  const repository = builtFrom();
  writeFileSync(
    join(staged, 'package.json'),
    `${JSON.stringify({ ...manifest, ...(repository ? { repository } : {}) }, null, 2)}\n`,
  );
  const report = execFileSync('npm', ['pack', '--json', '--pack-destination', folder], {
    cwd: staged,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  // npm 11 answers a list, npm 12 an object by name.
  const [packed] = Object.values(JSON.parse(report)) as { filename: string; files: { path: string }[] }[];
  return {
    folder: staged,
    tarball: join(folder, packed!.filename),
    files: packed!.files.map(({ path }) => path).sort(),
  };
}

/** The repository that a CI system builds from: a registry takes no provenance without it. */
function builtFrom(): { type: 'git'; url: string; directory: string } | undefined {
  const { GITHUB_SERVER_URL, GITHUB_REPOSITORY, CI_PROJECT_URL } = process.env;
  const url = GITHUB_REPOSITORY ? `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}` : CI_PROJECT_URL;
  return url ? { type: 'git', url: `git+${url}.git`, directory: 'sdk' } : undefined;
}
