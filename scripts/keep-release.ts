import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

// `npm run keep-release -- commit`: keeps the service of a commit as the last release. The test of two versions on one
// database starts it beside the present one (docs/releasing.md).
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
    // What it shows at /docs.
    'docs/partners',
    'package.json',
    'package-lock.json',
  ],
  { cwd: fileURLToPath(new URL('..', import.meta.url)), stdio: 'inherit' },
);
process.stdout.write(`${archive} is the service of ${commit}. Commit it with the release.\n`);
