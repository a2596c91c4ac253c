import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { openPostgresql } from '../../src/db/connection/open-postgresql.ts';
import { readFunctionFiles } from '../../src/db/functions/functions.ts';
import { migrate } from '../../src/db/migrate.ts';
import { execute, withDatabase } from '../../test/harness/global-setup.ts';
import { lotOf, shareWithMargin } from './draw.ts';
import { listSqlMutants, type SqlMutant } from './list-sql-mutants.ts';
import { copyRepository, failingTests, hashOf, interruption, isDoubtful } from './sandbox.ts';

/** The result of a mutant: killed by a test, survived, or rejected by PostgreSQL. Rejected mutants do not count. */
type Fate = { killedBy: string } | { survived: string } | { rejected: string };
interface Known {
  /** A hash of the unchanged code and tests, once all tests have passed. */
  passed: string;
  fates: Record<string, Fate>;
}

const sandbox = '.mutants/sql';
const knownFile = '.mutants/sql.json';

/** Changes the SQL functions in a copy of the repository, one place at a time. For each change, runs the tests until one fails. */
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

  copyRepository(sandbox);
  const all = files.flatMap((file) =>
    listSqlMutants(readFileSync(file, 'utf8')).map((mutant) => ({ file, mutant })),
  );
  const todo = all.filter(({ mutant }) => 100 * lotOf(mutant.key, options.seed) < Number(options.share));
  const unknown = todo.filter(({ mutant }) => !isKnown(mutant));
  const asItIs = hashOf(globSync('src/**/*.{ts,sql}').sort()) + testsHash;
  if (unknown.length > 0 && known.passed !== asItIs) {
    const failed = failingTest(tests);
    if (failed !== undefined) throw new Error(`A test fails without any change: ${failed}`);
    known.passed = asItIs;
    keep();
  }
  const database = await makeDatabase();
  const functions = readFunctionFiles();
  const isInterrupted = interruption();
  for (const [index, { file, mutant }] of unknown.entries()) {
    const original = readFileSync(file, 'utf8');
    const rejected = await refusalOf(database.url, functions.split(original).join(mutant.text));
    if (rejected === undefined) writeFileSync(`${sandbox}/${file}`, mutant.text);
    const near = nearTests(file, tests);
    const killedBy =
      rejected === undefined ? ((near[0] && failingTest(near)) ?? failingTest(tests, near)) : undefined;
    writeFileSync(`${sandbox}/${file}`, original);
    if (await isInterrupted()) break;
    known.fates[mutant.key] =
      rejected !== undefined ? { rejected } : killedBy !== undefined ? { killedBy } : { survived: testsHash };
    keep();
    const fate = rejected ? 'rejected' : killedBy ? `killed by ${killedBy}` : 'SURVIVED';
    print(`${index + 1}/${unknown.length} ${file}:${mutant.line} ${described(mutant)}: ${fate}`);
  }
  await database.drop();
  for (const file of files) report(file, listSqlMutants(readFileSync(file, 'utf8')), known.fates);
  reportDrawn(
    todo.map(({ mutant }) => known.fates[mutant.key]),
    all.length,
  );
}

/** Returns the tests with the name of the SQL file. They kill most of its mutants, much sooner than all tests would. */
function nearTests(file: string, tests: string[]): string[] {
  const near = globSync(`test/**/*${basename(file, '.sql')}*{,/**}.test.ts`);
  return near.filter((path) => tests.some((folder) => path.startsWith(folder)));
}

/** Returns a failed test, preferably one that did not time out. */
function failingTest(tests: string[], passed: string[] = []): string | undefined {
  // Some mutants make a test wait forever.
  const options = ['--bail', '1', '--testTimeout', '100000'];
  const failed = failingTests(sandbox, [
    ...options,
    ...passed.flatMap((path) => ['--exclude', path]),
    ...tests,
  ]);
  return failed.find((test) => !isDoubtful(test)) ?? failed[0];
}

async function makeDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  const serverUrl = process.env.TEST_DATABASE_URL!;
  const name = `courtbridge_mutants_${process.pid}`;
  await execute(serverUrl, `create database ${name}`);
  const url = withDatabase(serverUrl, name);
  const database = await openPostgresql({ url, poolSize: 2 });
  await migrate(database);
  await database.close();
  // After an interrupt, the server may already have stopped.
  return { url, drop: () => execute(serverUrl, `drop database ${name}`).catch(() => {}) };
}

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
  const open = mutants.length - killed - survived.length - having('rejected').length;
  print(
    `${file}: ${score} %, ${killed} killed, ${survived.length} survived${open ? `, ${open} not tested` : ''}`,
  );
  for (const mutant of survived)
    print(`  ${file}:${mutant.line} ${mutant.functionName}: ${described(mutant)}`);
}

function reportDrawn(fates: (Fate | undefined)[], of: number): void {
  const count = (what: string) => fates.filter((fate) => fate && what in fate).length;
  const [killed, survived, rejected] = [count('killedBy'), count('survived'), count('rejected')];
  const inDoubt = fates.filter((fate) => fate && 'killedBy' in fate && isDoubtful(fate.killedBy)).length;
  print(
    `${fates.length} of ${of} drawn: ${killed} killed (${inDoubt} by a test that timed out), ${survived} survived, ${rejected} rejected: ` +
      shareWithMargin(killed, survived),
  );
}

function described({ from, to }: SqlMutant): string {
  const short = (text: string) => text.trim().replace(/\s+/g, ' ').slice(0, 70);
  return `"${short(from)}" -> "${short(to)}"`;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
