import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { shareWithMargin } from './draw.ts';
import { listSqlMutants } from './list-sql-mutants.ts';

interface Judgements {
  killed: number;
  survived: number;
}

/** The part of Stryker's report (mutation-testing-report-schema) that is read here. */
interface StrykerReport {
  files: Record<string, { source: string; mutants: { status: string }[] }>;
}

interface SqlReport {
  fates: Record<string, object>;
}

interface Score extends Judgements {
  files: number;
  /** The files with a result. */
  judged: number;
}

/**
 * Returns the stored results for the current code, for each given folder and each folder in it. It runs no tests. An interrupted run counts
 * as far as it got.
 */
export function scoresOf(folders: readonly string[]): Map<string, Score> {
  const judge = judgeByReports();
  const scores = new Map<string, Score>();
  for (const asked of folders)
    for (const path of globSync(asked.endsWith('.ts') ? asked : `${asked}/**/*.{ts,sql}`).sort()) {
      if (path.endsWith('.generated.ts')) continue;
      const judged = judge(path, readFileSync(path, 'utf8'));
      for (const folder of new Set([asked, dirname(path)])) {
        const score = scores.get(folder) ?? { files: 0, judged: 0, killed: 0, survived: 0 };
        scores.set(folder, score);
        score.files += 1;
        if (!judged) continue;
        score.judged += 1;
        score.killed += judged.killed;
        score.survived += judged.survived;
      }
    }
  return scores;
}

/** The scores as a Markdown table. */
export const tellScores = (folders: readonly string[]): string =>
  [
    '| folder | files measured | mutants | survived | killed |',
    '|---|---|---|---|---|',
    ...[...scoresOf(folders)].map(
      ([folder, { files, judged, killed, survived }]) =>
        `| ${folder} | ${judged} of ${files} | ${killed + survived} | ${survived} | ${shareWithMargin(killed, survived)} |`,
    ),
  ].join('\n');

/** The result is undefined for a file that was not tested, has changed since, or has no mutants. */
function judgeByReports(): (path: string, source: string) => Judgements | undefined {
  const reports = ['some', 'all'].map((tests) => readReport<StrykerReport>(`${tests}-tests`));
  const { fates } = readReport<SqlReport>('sql') ?? { fates: {} };
  const judgements = (fates: string[], killing: string[], surviving: string[]): Judgements | undefined => {
    const count = (which: string[]) => fates.filter((fate) => which.includes(fate)).length;
    const counts = { killed: count(killing), survived: count(surviving) };
    return counts.killed + counts.survived > 0 ? counts : undefined;
  };
  return (path, source) => {
    if (path.endsWith('.sql')) {
      const known = listSqlMutants(source).flatMap(({ key }) => Object.keys(fates[key] ?? {}));
      return judgements(known, ['killedBy'], ['survived']);
    }
    const file = reports.map((report) => report?.files[path]).find((file) => file?.source === source);
    const statuses = file?.mutants.map(({ status }) => status) ?? [];
    // Without coverage, a mutant survives.
    return judgements(statuses, ['Killed', 'Timeout'], ['Survived', 'NoCoverage']);
  };
}

function readReport<Report>(name: string): Report | undefined {
  const path = `.mutants/${name}.json`;
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
}
