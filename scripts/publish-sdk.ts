import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { toPublic } from './pack-sdk.ts';

// The last step of `npm run release`: publishes and tags versions that the registry does not have. The manifest is `private` except during
// this step, so that nobody publishes by hand (docs/releasing.md).
const manifest = fileURLToPath(new URL('../sdk/package.json', import.meta.url));
const guarded = readFileSync(manifest, 'utf8');

// Ctrl+C ends only the tool of changesets. This process continues and restores `private`.
process.on('SIGINT', () => {});
writeFileSync(manifest, toPublic(guarded));
try {
  const { status } = spawnSync('changeset', ['publish', ...process.argv.slice(2)], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
} finally {
  writeFileSync(manifest, guarded);
}
