import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { toPublic } from './pack-sdk.ts';

// The end of `npm run release`: publishes what the registry has not, and tags it. Only for this time the manifest is not
// `private`, by which nobody can publish by hand (docs/releasing.md).
const manifest = fileURLToPath(new URL('../sdk/package.json', import.meta.url));
const guarded = readFileSync(manifest, 'utf8');

// Ended by Ctrl+C the changesets' tool ends, and this goes on to take the guard back.
process.on('SIGINT', () => {});
writeFileSync(manifest, toPublic(guarded));
try {
  const { status } = spawnSync('changeset', ['publish', ...process.argv.slice(2)], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
} finally {
  writeFileSync(manifest, guarded);
}
