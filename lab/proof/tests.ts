import { detectKnownFault } from '../mutants/known.ts';
import type { FaultName } from '../mutants/known-faults.ts';
import { isSystem, type RanTest, runVitest } from '../mutants/run-vitest.ts';
import type { Row } from '../report.ts';
import { atLeast, type Measured, type Options, scaled } from './promised.ts';

export interface Tests {
  files: readonly string[];
  /** Regular expression for names of tests. Defaults to all tests of the files. */
  pattern?: string;
  /** The factor for the number of inputs, compared with `npm test`, with the full share. */
  runs?: number;
  /** Numbers that the tests must reach in total, by what they count (`task.meta.measured`), with the full share. */
  reach?: Record<string, number>;
  /** Known faults that these tests must detect: the broken variants. */
  faults?: readonly FaultName[];
  /** Tests that show the checker itself a broken variant, and what it finds there. */
  shownByTests?: readonly { title: string; variant: string; found: string }[];
}

/** Runs tests, and reports how many passed and which numbers they reached. */
export async function measureTests(
  { files, pattern, runs = 1, reach = {}, faults = [], shownByTests = [] }: Tests,
  options: Options,
): Promise<Measured> {
  const broken: Measured['broken'] = [];
  // Planting a fault takes half a minute. The row about known faults plants some in a quick run.
  for (const fault of options.isQuick ? [] : faults) {
    options.note(`planting: ${fault}`);
    const { by, failed } = await detectKnownFault(fault);
    broken.push({ variant: fault, found: by && `${failed.length} failed, ${by.slice(by.indexOf('"'))}` });
  }
  const kinds = [files.filter((file) => !isSystem(file)), files.filter(isSystem)];
  const ran: RanTest[] = [];
  for (const some of kinds) if (some.length > 0) ran.push(...(await run(some, pattern, runs, options)));
  for (const { title, variant, found } of shownByTests)
    if (ran.some((test) => test.title === title && test.status === 'passed')) broken.push({ variant, found });
    else broken.push({ variant, found: undefined });
  return { figures: [passedOf(ran), ...reachedBy(ran, reach, options)], broken };
}

function passedOf(ran: RanTest[]): Row {
  const counted = ran.filter(({ status }) => status === 'passed' || status === 'failed');
  const failed = counted.filter(({ status }) => status === 'failed');
  const why = failed.map(({ title, failureMessages: [text = ''] }) => `"${title}": ${causeOf(text)}`);
  return {
    figure: 'tests',
    goal: 'all pass',
    measured: `${counted.length - failed.length} of ${counted.length} pass${why.length > 0 ? ` (${why.slice(0, 3).join('; ')})` : ''}`,
    met: counted.length > 0 && failed.length === 0,
  };
}

/** The first line of a failure, and of what caused it: a failed property names its cause further below. */
const causeOf = (text: string) =>
  [text, /^.*Caused by.*$/m.exec(text)?.[0]].flatMap((part) => part?.split('\n')[0] ?? []).join(', ');

function reachedBy(ran: RanTest[], reach: Record<string, number>, options: Options): Row[] {
  const totals = new Map<string, number>(Object.keys(reach).map((what) => [what, 0]));
  for (const { meta } of ran)
    for (const [what, count] of Object.entries(meta.measured ?? {}))
      totals.set(what, (totals.get(what) ?? 0) + count);
  return [...totals].map(([what, count]) =>
    reach[what] === undefined
      ? { figure: what, goal: 'no limit', measured: count.toLocaleString('en'), met: true }
      : atLeast(what, count, scaled(reach[what], options)),
  );
}

async function run(
  files: readonly string[],
  pattern: string | undefined,
  runs: number,
  { share, note }: Options,
): Promise<RanTest[]> {
  note(`vitest ${files.join(' ')}`);
  // Large numbers take longer than the limit of a usual run.
  const args = [...(pattern ? ['-t', pattern] : []), '--testTimeout=3600000'];
  const env = { TEST_RUNS: String(Math.max(runs * share, 0.01)), TEST_PROPERTY_MILLIS: '3500000' };
  const { tests, broken } = await runVitest(files, args, { env });
  if (broken.length > 0) throw new Error(broken[0]);
  return tests;
}
