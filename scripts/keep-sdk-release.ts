import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { breakingChanges } from './breaking-changes.ts';
import { packSdk } from './pack-sdk.ts';
import { copyPromised, keepAsLastRelease, unpackLastRelease } from './sdk-last-release.ts';

// The last step of `npm run release:version`: compares the new version of the SDK with the promises of the last one. Then it stores the new
// promises (docs/releasing.md).
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
      `${now} would break what compiles with ${before}. Only a major version may do that. Undo this ` +
        `(git restore .), then fix the break or record it as major:\n${breaks.join('\n')}\n`,
    );
    process.exitCode = 1;
  } else {
    keepAsLastRelease(folder);
    process.stdout.write(
      `Review the changelog, commit all as "sdk: release ${now}", then run npm run release.\n`,
    );
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
