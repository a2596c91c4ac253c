import { table, unmeasured } from '../report.ts';
import type { Promised } from './promised.ts';
import { isMet, type Result, type Results } from './results.ts';

/** Rows with more figures show only how many were met, and those that were missed. */
const mostFigures = 5;

/** Returns `docs/proof.md`: each promise with its goal and its last measurement. */
export function pageOf(promises: readonly Promised[], results: Results): string {
  const verdicts = promises.map(({ name }) => verdictOf(results[name]));
  const met = verdicts.filter((verdict) => verdict === 'met').length;
  const missed = verdicts.filter((verdict) => verdict === '**missed**').length;
  return `# Proof

For administrators, and for engineers of partners. This page lists what Courtbridge promises about correctness and faults, and what was
measured. \`npm run lab -- proof\` writes it.

Promises met: ${met} of ${promises.length}. Missed: ${missed}. Not measured: ${promises.length - met - missed}. The service, PostgreSQL and the clients shared one machine with two cores. All
processes are real, and PostgreSQL writes to its disk where durability is measured.

## Repeat it

\`\`\`sh
npm run lab -- proof                # every row; hours
npm run lab -- proof feed webhooks  # only these rows; the others keep their results
npm run lab -- proof --quick        # small numbers, at most three minutes; this page stays as it is
\`\`\`

The command prints each row when it is measured, and ends with exit code 1 if one is not met. [results.json](../lab/proof/results.json) has every
figure.

## Correctness

${resultsOf('Correctness', promises, results)}
## Faults

${resultsOf('Faults', promises, results)}
## Broken variants

Each checker is first shown a broken variant, which it must report. If it finds nothing, the row is missed.

${brokenOf(promises, results)}
## Methods

${howOf(promises, results)}`;
}

const resultsOf = (section: Promised['section'], promises: readonly Promised[], results: Results) =>
  table(
    ['row', 'promise', 'goal', 'measured', 'verdict'],
    promises
      .filter((row) => row.section === section)
      .map(({ name, promise, goal }) => [
        `\`${name}\``,
        promise,
        goal,
        measuredIn(results[name]),
        verdictOf(results[name]),
      ]),
  );

const brokenOf = (promises: readonly Promised[], results: Results) =>
  table(
    ['row', 'broken variant', 'what the checker found'],
    promises.flatMap(({ name }) =>
      (results[name]?.broken ?? []).map(({ variant, found }) => [
        `\`${name}\``,
        variant,
        found ?? '**nothing**',
      ]),
    ),
  );

const howOf = (promises: readonly Promised[], results: Results) =>
  table(
    ['row', 'how', 'last measured'],
    promises.map(({ name, how }) => [`\`${name}\``, how, conditionsOf(results[name])]),
  );

function verdictOf(result: Result | undefined): string {
  if (result === undefined) return 'not measured';
  if (isMet(result)) return 'met';
  const { figures, broken } = result;
  const isMissed =
    broken.some(({ found }) => found === undefined) ||
    figures.some(({ figure, met }) => !met && figure !== unmeasured);
  return isMissed ? '**missed**' : 'not measured';
}

function measuredIn(result: Result | undefined): string {
  if (result === undefined) return '';
  const { figures } = result;
  const line = ({ figure, measured, met }: Result['figures'][number]) =>
    `${figure}: ${measured}${met ? '' : ' (**missed**)'}`;
  if (figures.length <= mostFigures) return figures.map(line).join('<br>');
  const missed = figures.filter(({ met }) => !met);
  return [`${figures.length - missed.length} of ${figures.length} figures met`, ...missed.map(line)].join(
    '<br>',
  );
}

const conditionsOf = (result: Result | undefined) =>
  result
    ? `${result.date.slice(0, 10)}, version ${result.version}, PostgreSQL ${result.postgresql}, ${result.seconds} s`
    : 'never';
