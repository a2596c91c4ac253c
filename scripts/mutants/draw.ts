import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';

// A folder has more mutants than an evening: some of them, drawn at random over all of it, tell the score with its margin.

/** From 0 to 1; of the same text and seed always the same, so that a larger share has what a smaller one has. */
export function lotOf(text: string, seed: string): number {
  return createHash('sha256').update(`${seed} ${text}`).digest().readUInt32BE() / 2 ** 32;
}

/** The share that was noticed, in percent, and between what the true one is 19 times of 20 (Wilson): `86.0 % (79 to 91)`. */
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

/** For Stryker, which asks a checker which mutants are worth trying: those that are drawn. */
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
  const place = `${start.line}:${start.column}-${end.line}:${end.column}`;
  const lot = lotOf(`${path} ${place} ${mutatorName} ${replacement}`, process.env.MUTANTS_SEED!);
  return 100 * lot < Number(process.env.MUTANTS_SHARE);
}

/** Stryker would keep that, too, for a larger draw. */
export function forgetNotDrawn(reportFile: string): void {
  const report = JSON.parse(readFileSync(reportFile, 'utf8')) as {
    files: Record<string, { mutants: { status: string; statusReason?: string }[] }>;
  };
  for (const file of Object.values(report.files))
    file.mutants = file.mutants.filter(({ statusReason }) => statusReason !== notDrawn);
  writeFileSync(reportFile, JSON.stringify(report));
}
