import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

// `npm run keep-release -- commit`: stores the service of a commit as the last release. The test of two versions on one database runs it
// together with the current version (docs/releasing.md).
const [commit] = process.argv.slice(2);
if (commit === undefined || commit.startsWith('-')) {
  process.stderr.write('Usage: npm run keep-release -- commit\n');
  process.exit(1);
}
const archive = 'test/release/previous/service.tar.gz';
execFileSync(
  'git',
  [
    'archive',
    '--format=tar.gz',
    '-9',
    `--output=${archive}`,
    commit,
    'src',
    // The service shows these at /docs.
    'docs/partners',
    'package.json',
    'package-lock.json',
  ],
  { cwd: fileURLToPath(new URL('..', import.meta.url)), stdio: 'inherit' },
);
process.stdout.write(`Stored the service of ${commit} in ${archive}. Commit it with the release.\n`);
