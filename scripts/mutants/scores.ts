import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { shareWithMargin } from './draw.ts';
import { listSqlMutants } from './list-sql-mutants.ts';

/** How many mutants of a file are judged. */
interface Judgements {
  killed: number;
  survived: number;
}

/** What Stryker keeps (mutation-testing-report-schema), as far as it is read here. */
interface StrykerReport {
  files: Record<string, { source: string; mutants: { status: string }[] }>;
}

/** What `sql.ts` keeps. */
interface SqlReport {
  fates: Record<string, object>;
}

/**
 * What is known in `.mutants` of the code as it is now, as a table of Markdown: a row for each of the folders that are asked for, and one for
 * each folder in it. Nothing is tried. Of a run that was interrupted it counts what it came to.
 */
export function tellScores(folders: readonly string[]): string {
  const judge = judgeByReports();
  const rows = new Map<string, Judgements & { files: number; judged: number }>();
  for (const asked of folders)
    for (const path of globSync(asked.endsWith('.ts') ? asked : `${asked}/**/*.{ts,sql}`).sort()) {
      if (path.endsWith('.generated.ts')) continue;
      const judged = judge(path, readFileSync(path, 'utf8'));
      for (const folder of new Set([asked, dirname(path)])) {
        const row = rows.get(folder) ?? { files: 0, judged: 0, killed: 0, survived: 0 };
        rows.set(folder, row);
        row.files += 1;
        if (!judged) continue;
        row.judged += 1;
        row.killed += judged.killed;
        row.survived += judged.survived;
      }
    }
  return [
    '| folder | files measured | mutants | survived | killed |',
    '|---|---|---|---|---|',
    ...[...rows].map(
      ([folder, { files, judged, killed, survived }]) =>
        `| ${folder} | ${judged} of ${files} | ${killed + survived} | ${survived} | ${shareWithMargin(killed, survived)} |`,
    ),
  ].join('\n');
}

/** Undefined of a file that was not tried, has changed since, or has nothing to change. */
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
    // What no test reaches is noticed by none.
    return judgements(statuses, ['Killed', 'Timeout'], ['Survived', 'NoCoverage']);
  };
}

function readReport<Report>(name: string): Report | undefined {
  const path = `.mutants/${name}.json`;
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
}
