import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { breakingChanges } from './breaking-changes.ts';
import { copyPromised, packSdk } from './pack-sdk.ts';
import { keepAsLastRelease, unpackLastRelease } from './sdk-last-release.ts';

// The end of `npm run release:version`: holds the new version of the SDK to what the last one promised, and keeps what it
// promises itself (docs/releasing.md).
const versionIn = (folder: string): string =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version;

const scratch = mkdtempSync(join(tmpdir(), 'courtbridge-sdk-'));
try {
  const { folder } = packSdk(scratch);
  const promised = join(scratch, 'promised');
  copyPromised(folder, promised);
  const lastRelease = unpackLastRelease(join(scratch, 'before'));
  const [before, now] = [versionIn(lastRelease), versionIn(promised)];
  const breaks = breakingChanges(lastRelease, promised);
  if (breaks.length > 0 && before.split('.')[0] === now.split('.')[0]) {
    process.stderr.write(
      `${now} would break what compiles with ${before}, which only a major version may. Take this back ` +
        `(git restore .), and mend it or note it as major:\n${breaks.join('\n')}\n`,
    );
    process.exitCode = 1;
  } else {
    keepAsLastRelease(folder);
    process.stdout.write(`Read the changelog, commit all as "sdk: release ${now}", then npm run release.\n`);
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
