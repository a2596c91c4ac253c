import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { quickFolder, startPostgresql } from '../../test/harness/servers/postgresql.ts';
import { forgetNotDrawn } from './draw.ts';
import { plantKnownFaults } from './known.ts';
import { tellScores } from './scores.ts';
import { runSqlMutants } from './sql.ts';

// `npm run test:mutants -- [folder, file, "sql" or "known"…] [--changed] [--tests folder,file]`: changes the code in one place
// at a time, and says what no test notices (docs/testing.md). What is known is kept in `.mutants`, so that it can be
// interrupted and goes on where it was.
const mutated = ['src/services', 'src/rest', 'src/graphql', 'src/http', 'src/errors.ts', 'sdk/src'];
const sqlFolder = 'src/db/functions';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    changed: { type: 'boolean', default: false },
    /** Only these, and then what is done once, when a module is loaded, is changed as well. */
    tests: { type: 'string' },
    /** Not even then: where these tests are slow. */
    'ignore-static': { type: 'boolean', default: false },
    /** Judges anew what is known. */
    force: { type: 'boolean', default: false },
    /** Only so many of a hundred, drawn at random over all that is given. */
    share: { type: 'string', default: '100' },
    /** Another draw. */
    seed: { type: 'string', default: '1' },
    /** How many runners Stryker has at once. */
    concurrency: { type: 'string', default: '1' },
    /** Tries nothing: tells what is known. */
    scores: { type: 'boolean', default: false },
  },
});

if (values.scores) {
  process.stdout.write(`${tellScores(positionals.length > 0 ? positionals : [...mutated, sqlFolder])}\n`);
  process.exit();
}

const paths = values.changed ? changedFiles() : positionals.length > 0 ? positionals : mutated;
const isSql = (path: string) => path === 'sql' || path.startsWith(sqlFolder);
const isKnown = paths.includes('known');
const sql = paths.filter(isSql).map((path) => path.replace(/^sql$/, sqlFolder));
const code = paths.filter((path) => !isSql(path) && path !== 'known');
if (paths.length === 0) process.stdout.write('Nothing that is tried has changed.\n');

mkdirSync('.mutants', { recursive: true });
// One server for all runs: what Stryker ends, since a mutant hangs, would leave its own behind.
const server = process.env.TEST_DATABASE_URL
  ? undefined
  : await startPostgresql({ settings: ['fsync=off', 'synchronous_commit=off'], dataFolder: quickFolder() });
process.env.TEST_DATABASE_URL ??= server!.url;
// An interrupt goes to the children, too, which keep what they know and end; then this process does.
process.on('SIGINT', () => {});
try {
  if (code.length > 0) process.exitCode = await runStryker(code);
  if (sql.length > 0 && !process.exitCode) await runSqlMutants(sql, values);
  if (isKnown && !process.exitCode) process.exitCode = (await plantKnownFaults(values)) ? 0 : 1;
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
    (path) =>
      (path.endsWith('.ts') && mutated.some((part) => path === part || path.startsWith(`${part}/`))) ||
      (path.endsWith('.sql') && path.startsWith(sqlFolder)),
  );
}

function runStryker(paths: string[]): Promise<number> {
  const patterns = paths.flatMap((path) => (path.endsWith('.ts') ? path : `${path}/**/*.ts`));
  const reportFile = `.mutants/${values.tests ? 'some' : 'all'}-tests.json`;
  if (existsSync(reportFile)) forgetNotDrawn(reportFile);
  const args = [
    ...['run', 'scripts/mutants/stryker.json', '--mutate', [...patterns, '!**/*.generated.ts'].join(',')],
    ...['--incrementalFile', reportFile],
    ...(values.tests && !values['ignore-static'] ? [] : ['--ignoreStatic']),
    ...(values.force ? ['--force'] : []),
    // Half of these draw, and end at once.
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
