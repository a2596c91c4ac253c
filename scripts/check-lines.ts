// `npm run check` prints the hand-written lines of each folder in line-limits.json, and fails above its limit.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** Why more lines are needed, and which code or tests they replace. */
type Raise = { by: number; reason: string; replaces: string };
type Limits = Record<string, { lines: number; raises: Raise[] }>;

/** A limit may be this much above the count. So saved lines are not spent elsewhere without a reason. */
const room = 200;

export function compareLines(limits: Limits, countOf: (folder: string) => number) {
  const counts = Object.entries(limits).map(([folder, { lines, raises }]) => {
    const limit = raises.reduce((sum, { by }) => sum + by, lines);
    return { folder, count: countOf(folder), limit };
  });
  return {
    lines: counts.map(({ folder, count, limit }) => `${folder}: ${count} lines of at most ${limit}`),
    faults: counts.flatMap(({ folder, count, limit }) => {
      if (count > limit) return `${folder} is too long. Remove ${count - limit} lines, or add a raise.`;
      return count < limit - room ? `The limit of ${folder} is too high. Lower it to ${count}.` : [];
    }),
  };
}

if (import.meta.main) {
  const isHandWritten = (file: string) =>
    existsSync(file) && /(?<!\.generated|schema)\.([cm]?[jt]s|sql|css|graphql)$/.test(file);
  const { lines, faults } = compareLines(
    JSON.parse(readFileSync('scripts/line-limits.json', 'utf8')),
    (folder) =>
      execFileSync('git', ['ls-files', '-co', '--exclude-standard', folder], { encoding: 'utf8' })
        .split('\n')
        .filter(isHandWritten)
        .reduce((sum, file) => sum + readFileSync(file, 'utf8').split('\n').length - 1, 0),
  );
  process.stdout.write(`${[...lines, ...faults].join('\n')}\n`);
  process.exitCode = faults.length > 0 ? 1 : 0;
}
