import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, resolve } from 'node:path';
import { readFunctionFiles } from '../../src/db/functions.ts';
import { migrate } from '../../src/db/migrate.ts';
import { openPostgresql } from '../../src/db/open-postgresql.ts';
import { execute, withDatabase } from '../../test/harness/global-setup.ts';
import { lotOf, shareWithMargin } from './draw.ts';
import { listSqlMutants, type SqlMutant } from './list-sql-mutants.ts';

/** What became of a mutant: the test that noticed it; or PostgreSQL, which refused it, and it does not count. */
type Fate = { killedBy: string } | { survived: string } | { refused: string };
interface Known {
  /** Of what the tests passed on as it is. */
  passed: string;
  fates: Record<string, Fate>;
}

const sandbox = '.mutants/sql';
const knownFile = '.mutants/sql.json';
/** Said of a test that came to no end: it noticed something that waits for ever, or the machine was busy. */
const doubtful = ' (came to no end)';

/** Changes the SQL functions in a copy of the repository, one place at a time, and runs the tests until one fails. */
export async function runSqlMutants(
  paths: string[],
  options: { tests?: string | undefined; force?: boolean; share: string; seed: string },
): Promise<void> {
  const tests = options.tests?.split(',') ?? ['test/rest', 'test/services', 'test/db'];
  const known: Known =
    existsSync(knownFile) && !options.force
      ? JSON.parse(readFileSync(knownFile, 'utf8'))
      : { passed: '', fates: {} };
  const files = paths.flatMap((path) => (path.endsWith('.sql') ? path : globSync(`${path}/*.sql`))).sort();
  const testsHash = hashOf([...globSync('test/{harness,rest,services,db}/**/*.ts').sort()]) + tests;
  const isKnown = ({ key }: SqlMutant) => {
    const fate = known.fates[key];
    return fate !== undefined && (!('survived' in fate) || fate.survived === testsHash);
  };
  const keep = () => writeFileSync(knownFile, JSON.stringify(known, null, 2));

  copyRepository();
  const all = files.flatMap((file) =>
    listSqlMutants(readFileSync(file, 'utf8')).map((mutant) => ({ file, mutant })),
  );
  const todo = all.filter(({ mutant }) => 100 * lotOf(mutant.key, options.seed) < Number(options.share));
  const unknown = todo.filter(({ mutant }) => !isKnown(mutant));
  const asItIs = hashOf(globSync('src/**/*.{ts,sql}').sort()) + testsHash;
  if (unknown.length > 0 && known.passed !== asItIs) {
    const failed = failingTest(tests);
    if (failed !== undefined) throw new Error(`Nothing is changed, and a test fails: ${failed}`);
    known.passed = asItIs;
    keep();
  }
  const database = await makeDatabase();
  const functions = readFunctionFiles();
  let interrupted = false;
  process.once('SIGINT', () => {
    interrupted = true;
  });
  for (const [index, { file, mutant }] of unknown.entries()) {
    const original = readFileSync(file, 'utf8');
    const refused = await refusalOf(database.url, functions.split(original).join(mutant.text));
    if (refused === undefined) writeFileSync(`${sandbox}/${file}`, mutant.text);
    const near = nearTests(file, tests);
    const killedBy =
      refused === undefined ? ((near[0] && failingTest(near)) ?? failingTest(tests, near)) : undefined;
    writeFileSync(`${sandbox}/${file}`, original);
    // Also lets a signal be noticed.
    await new Promise((resume) => setImmediate(resume));
    if (interrupted) break;
    known.fates[mutant.key] =
      refused !== undefined ? { refused } : killedBy !== undefined ? { killedBy } : { survived: testsHash };
    keep();
    const fate = refused ? 'refused' : killedBy ? `killed by ${killedBy}` : 'SURVIVED';
    print(`${index + 1}/${unknown.length} ${file}:${mutant.line} ${described(mutant)}: ${fate}`);
  }
  await database.drop();
  for (const file of files) report(file, listSqlMutants(readFileSync(file, 'utf8')), known.fates);
  reportDrawn(
    todo.map(({ mutant }) => known.fates[mutant.key]),
    all.length,
  );
}

/** Tests with the name of the file: one of them notices most of what is changed there, and much sooner than all would. */
function nearTests(file: string, tests: string[]): string[] {
  const near = globSync(`test/**/*${basename(file, '.sql')}*{,/**}.test.ts`);
  return near.filter((path) => tests.some((folder) => path.startsWith(folder)));
}

/** So that no file of the repository is ever a changed one. */
function copyRepository(): void {
  rmSync(sandbox, { recursive: true, force: true });
  mkdirSync(sandbox, { recursive: true });
  for (const path of ['src', 'sdk', 'docs', 'test', 'package.json', 'tsconfig.json', 'vitest.config.ts'])
    cpSync(path, `${sandbox}/${path}`, { recursive: true });
  symlinkSync(resolve('node_modules'), `${sandbox}/node_modules`);
}

/** The first test that fails, or undefined. */
function failingTest(tests: string[], passed: string[] = []): string | undefined {
  rmSync(`${sandbox}/report.json`, { force: true });
  const args = ['run', '--root', sandbox, '--bail', '1', '--reporter', 'json', '--outputFile', 'report.json'];
  // Many a mutant makes something wait for ever.
  args.push('--testTimeout', '100000', '--passWithNoTests');
  const { status } = spawnSync(
    'vitest',
    [...args, ...passed.flatMap((path) => ['--exclude', path]), ...tests],
    {
      timeout: 900_000,
      killSignal: 'SIGINT',
    },
  );
  if (status === 0) return undefined;
  if (!existsSync(`${sandbox}/report.json`)) return 'no test: it did not begin, or did not end';
  const { testResults } = JSON.parse(readFileSync(`${sandbox}/report.json`, 'utf8')) as {
    testResults: {
      name: string;
      assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
    }[];
  };
  const failed = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter((result) => result.status === 'failed')
      .map(({ fullName, failureMessages: [message = ''] }) => {
        const limit = message.includes('Test timed out') ? doubtful : '';
        return `${name.slice(name.indexOf('/test/') + 1)} "${fullName}"${limit}`;
      }),
  );
  return (
    failed.find((test) => !test.endsWith(doubtful)) ?? failed[0] ?? `a file that could not be run${doubtful}`
  );
}

/** A migrated database to try functions on. */
async function makeDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  const serverUrl = process.env.TEST_DATABASE_URL!;
  const name = `courtbridge_mutants_${process.pid}`;
  await execute(serverUrl, `create database ${name}`);
  const url = withDatabase(serverUrl, name);
  const database = await openPostgresql({ url, poolSize: 2 });
  await migrate(database);
  await database.close();
  // After an interrupt the server may be gone already.
  return { url, drop: () => execute(serverUrl, `drop database ${name}`).catch(() => {}) };
}

/** Why PostgreSQL does not take these functions, if it does not. */
function refusalOf(url: string, functions: string): Promise<string | undefined> {
  return execute(url, `begin; create schema functions; ${functions}; rollback`).then(
    () => undefined,
    (error) => (error as Error).message,
  );
}

function report(file: string, mutants: SqlMutant[], fates: Record<string, Fate>): void {
  const having = (what: string) => mutants.filter(({ key }) => fates[key] && what in fates[key]);
  const [killed, survived] = [having('killedBy').length, having('survived')];
  const score = ((100 * killed) / Math.max(1, killed + survived.length)).toFixed(1);
  const open = mutants.length - killed - survived.length - having('refused').length;
  print(
    `${file}: ${score} %, ${killed} killed, ${survived.length} survived${open ? `, ${open} not tried` : ''}`,
  );
  for (const mutant of survived)
    print(`  ${file}:${mutant.line} ${mutant.functionName}: ${described(mutant)}`);
}

function reportDrawn(fates: (Fate | undefined)[], of: number): void {
  const count = (what: string) => fates.filter((fate) => fate && what in fate).length;
  const [killed, survived, refused] = [count('killedBy'), count('survived'), count('refused')];
  const inDoubt = fates.filter(
    (fate) => fate && 'killedBy' in fate && fate.killedBy.endsWith(doubtful),
  ).length;
  print(
    `${fates.length} of ${of} drawn: ${killed} killed (${inDoubt} by a test that came to no end), ${survived} survived, ${refused} refused: ` +
      shareWithMargin(killed, survived),
  );
}

function described({ from, to }: SqlMutant): string {
  const short = (text: string) => text.trim().replace(/\s+/g, ' ').slice(0, 70);
  return `"${short(from)}" -> "${short(to)}"`;
}

function hashOf(files: string[]): string {
  const hash = createHash('sha256');
  for (const file of files) hash.update(file).update(readFileSync(file));
  return hash.digest('hex').slice(0, 16);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
