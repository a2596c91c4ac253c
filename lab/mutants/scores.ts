import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { table } from '../report.ts';
import { shareWithMargin } from './draw.ts';

/** The part of Stryker's report (mutation-testing-report-schema) that is read here. */
interface StrykerReport {
  files: Record<string, { source: string; mutants: { status: string }[] }>;
}

interface Score {
  files: number;
  /** The files with a result. */
  judged: number;
  killed: number;
  survived: number;
}

/**
 * Returns the stored results for the current code, for each given folder and each folder in it. It runs no tests. An interrupted run counts
 * as far as it got.
 */
function scoresOf(folders: readonly string[]): Map<string, Score> {
  const reports = ['some', 'all'].flatMap((tests) => readReport(`.mutants/${tests}-tests.json`));
  const scores = new Map<string, Score>();
  for (const asked of folders)
    for (const path of globSync(asked.endsWith('.ts') ? asked : `${asked}/**/*.ts`).sort()) {
      if (path.endsWith('.generated.ts')) continue;
      const source = readFileSync(path, 'utf8');
      const judged = reports.map(({ files }) => files[path]).find((file) => file?.source === source);
      const statuses = judged?.mutants.map(({ status }) => status) ?? [];
      const count = (...which: string[]) => statuses.filter((status) => which.includes(status)).length;
      const killed = count('Killed', 'Timeout');
      // Without coverage, a mutant survives.
      const survived = count('Survived', 'NoCoverage');
      for (const folder of new Set([asked, dirname(path)])) {
        const score = scores.get(folder) ?? { files: 0, judged: 0, killed: 0, survived: 0 };
        scores.set(folder, score);
        score.files += 1;
        score.judged += killed + survived > 0 ? 1 : 0;
        score.killed += killed;
        score.survived += survived;
      }
    }
  return scores;
}

/** The scores as a Markdown table. */
export const tellScores = (folders: readonly string[]): string =>
  table(
    ['folder', 'files measured', 'mutants', 'survived', 'killed'],
    [...scoresOf(folders)].map(([folder, { files, judged, killed, survived }]) => [
      folder,
      `${judged} of ${files}`,
      `${killed + survived}`,
      `${survived}`,
      shareWithMargin(killed, survived),
    ]),
  );

const readReport = (path: string): StrykerReport[] =>
  existsSync(path) ? [JSON.parse(readFileSync(path, 'utf8'))] : [];
