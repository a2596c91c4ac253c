import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';

// Testing all mutants of a folder takes longer than an evening. A random sample gives the score with a margin of error.

/** Returns a number from 0 to 1 that depends only on the text and the seed. So a larger share contains the mutants of a smaller one. */
export function lotOf(text: string, seed: string): number {
  return createHash('sha256').update(`${seed} ${text}`).digest().readUInt32BE() / 2 ** 32;
}

/** Returns the killed share in percent with its 95 % confidence interval (Wilson), for example `86.0 % (79 to 91)`. */
export function shareWithMargin(killed: number, survived: number): string {
  const judged = killed + survived;
  if (judged === 0) return 'not measured';
  const [share, z] = [killed / judged, 1.96];
  const middle = share + z ** 2 / (2 * judged);
  const reach = z * Math.sqrt((share * (1 - share)) / judged + z ** 2 / (4 * judged ** 2));
  const bound = (sum: number) => ((100 * sum) / (1 + z ** 2 / judged)).toFixed(0);
  return `${(100 * share).toFixed(1)} % (${bound(middle - reach)} to ${bound(middle + reach)})`;
}

const notDrawn = 'not drawn';
interface Mutant {
  id: string;
  fileName: string;
  mutatorName: string;
  replacement: string;
  location: { start: { line: number; column: number }; end: { line: number; column: number } };
}

/** Stryker asks a checker which mutants to test. This checker accepts the drawn ones. */
export const strykerPlugins = [
  {
    kind: 'Checker',
    name: 'draw',
    value: {
      init: async () => {},
      check: async (mutants: readonly Mutant[]) =>
        Object.fromEntries(mutants.map((mutant) => [mutant.id, isDrawn(mutant) ? passed : failed])),
      group: async (mutants: readonly Mutant[]) => [mutants.map(({ id }) => id)],
    },
  },
];
const passed = { status: 'passed' };
const failed = { status: 'compileError', reason: notDrawn };

function isDrawn({ fileName, mutatorName, replacement, location: { start, end } }: Mutant): boolean {
  const path = fileName.replace(/^.*?\/(?=(src|sdk\/src)\/)/, '');
  const position = `${start.line}:${start.column}-${end.line}:${end.column}`;
  const lot = lotOf(`${path} ${position} ${mutatorName} ${replacement}`, process.env.MUTANTS_SEED!);
  return 100 * lot < Number(process.env.MUTANTS_SHARE);
}

/** Removes the mutants that were not drawn from a report. Otherwise Stryker would reuse their status in a larger draw. */
export function forgetNotDrawn(reportFile: string): void {
  const report = JSON.parse(readFileSync(reportFile, 'utf8')) as {
    files: Record<string, { mutants: { status: string; statusReason?: string }[] }>;
  };
  for (const file of Object.values(report.files))
    file.mutants = file.mutants.filter(({ statusReason }) => statusReason !== notDrawn);
  writeFileSync(reportFile, JSON.stringify(report));
}
