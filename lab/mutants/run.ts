import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { quickFolder, startPostgresql } from '../../test/harness/servers/postgresql.ts';
import { forgetNotDrawn } from './draw.ts';
import { plantKnownFaults } from './known.ts';
import { knownFaults } from './known-faults.ts';
import { tellScores } from './scores.ts';

// `npm run lab -- mutants [folder, file or "known"…] [--changed] [--tests folder,file]`: changes the code in one place at a time
// and reports the changes that no test detects (docs/testing.md). Results are stored in `.mutants`, so that an interrupted run can
// continue.
const mutated = [
  'src/rules',
  'src/services',
  'src/rest',
  'src/graphql',
  'src/http',
  'src/errors.ts',
  'src/api-error.ts',
  'sdk/src',
];
/** The tests of the command line start it as a process. */
const notMutated = ['!**/*.generated.ts', '!sdk/src/cli/**'];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    changed: { type: 'boolean', default: false },
    /** Runs only these tests. Then code that runs once, when a module is loaded, is changed, too. */
    tests: { type: 'string' },
    /** Leaves out such code even with `--tests`, for slow tests. */
    'ignore-static': { type: 'boolean', default: false },
    /** Repeats mutants that have a result. */
    force: { type: 'boolean', default: false },
    /** Percentage of the mutants to test, drawn at random. */
    share: { type: 'string', default: '100' },
    /** Seed of the draw. */
    seed: { type: 'string', default: '1' },
    /** Number of concurrent Stryker runners. */
    concurrency: { type: 'string', default: '1' },
    /** Only prints the stored results. */
    scores: { type: 'boolean', default: false },
  },
});

if (values.scores) {
  process.stdout.write(tellScores(positionals.length > 0 ? positionals : mutated));
  process.exit();
}

const paths = values.changed ? changedFiles() : positionals.length > 0 ? positionals : mutated;
const code = paths.filter((path) => path !== 'known');
if (paths.length === 0) process.stdout.write('No file with mutants has changed.\n');

mkdirSync('.mutants', { recursive: true });
// All runs share one server. Stryker kills a run when a mutant hangs, which would leave a server behind.
const server = process.env.TEST_DATABASE_URL
  ? undefined
  : await startPostgresql({ settings: ['fsync=off', 'synchronous_commit=off'], dataFolder: quickFolder() });
process.env.TEST_DATABASE_URL ??= server!.url;
// Child processes also receive an interrupt. They store their results and end. Then this process ends.
process.on('SIGINT', () => {});
try {
  if (code.length > 0) process.exitCode = await runStryker(code);
  if (paths.includes('known') && !process.exitCode) {
    const { detected } = await plantKnownFaults(values);
    process.exitCode = detected === knownFaults.length ? 0 : 1;
  }
} finally {
  await server?.stop();
}

function changedFiles(): string[] {
  const git = (...args: string[]) =>
    execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean);
  const [base = 'HEAD'] = git('merge-base', 'HEAD', 'main');
  const changed = [
    ...git('diff', '--name-only', '--diff-filter=d', base),
    ...git('ls-files', '--others', '--exclude-standard'),
  ];
  return changed.filter(
    (path) => path.endsWith('.ts') && mutated.some((part) => path === part || path.startsWith(`${part}/`)),
  );
}

function runStryker(paths: string[]): Promise<number> {
  const patterns = paths.flatMap((path) => (path.endsWith('.ts') ? path : `${path}/**/*.ts`));
  const reportFile = `.mutants/${values.tests ? 'some' : 'all'}-tests.json`;
  if (existsSync(reportFile)) forgetNotDrawn(reportFile);
  const args = [
    ...['run', 'lab/mutants/stryker.json', '--mutate', [...patterns, ...notMutated].join(',')],
    ...['--incrementalFile', reportFile],
    ...(values.tests && !values['ignore-static'] ? [] : ['--ignoreStatic']),
    ...(values.force ? ['--force'] : []),
    // Half of these processes only run the draw, and end at once.
    ...['--checkers', 'draw', '--concurrency', `${2 * Number(values.concurrency)}`],
  ];
  const env = {
    ...process.env,
    MUTANTS_SHARE: values.share,
    MUTANTS_SEED: values.seed,
    ...(values.tests ? { MUTANTS_TESTS: values.tests } : {}),
  };
  const child = spawn('stryker', args, { stdio: 'inherit', env });
  return new Promise((resolve) => child.once('exit', (status) => resolve(status ?? 1)));
}
