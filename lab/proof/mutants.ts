import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { detectKnownFault } from '../mutants/known.ts';
import { knownFaults } from '../mutants/known-faults.ts';
import type { Row } from '../report.ts';
import type { Measured, Options } from './promised.ts';

/** The folders that the goal names. */
const folders = ['src/services', 'src/rest', 'src/errors.ts'];
const goal = 85;
const plantedInQuick = 3;

/** The mutation scores of this machine or, without any, those of docs/testing.md. Then every known fault is planted. */
export async function measureMutants(options: Options): Promise<Measured> {
  const known = options.isQuick ? plantSome(options) : await plantAll();
  return { figures: [...scores(), known], broken: [] };
}

function scores(): Row[] {
  if (!existsSync('.mutants/all-tests.json') && !existsSync('.mutants/some-tests.json'))
    return committedScores();
  const printed = execFileSync(process.execPath, ['lab/mutants/run.ts', '--scores', ...folders], {
    encoding: 'utf8',
  });
  return folders.map((folder) => {
    const cells = cellsOf(printed, folder);
    return scoreOf(
      folder,
      cells?.at(-1) ?? '',
      cells ? `${cells.at(-1)} of ${cells[2]} mutants, in ${cells[1]} files` : 'no result',
    );
  });
}

/** The scores in docs/testing.md. They were measured there and then, not now. */
function committedScores(): Row[] {
  const page = readFileSync('docs/testing.md', 'utf8');
  const date = /^Scores of (.+?),/m.exec(page)?.[1] ?? 'an unknown date';
  return folders.flatMap((folder) => {
    const cells = cellsOf(page, folder);
    if (!cells) return [];
    return [
      scoreOf(
        folder,
        cells[2]!,
        `${cells[2]} of ${cells[1]} mutants, on ${date} (docs/testing.md); not measured now`,
      ),
    ];
  });
}

/** The cells of the row of a folder in a table. */
const cellsOf = (text: string, folder: string) =>
  text
    .split('\n')
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim().replaceAll('`', '')),
    )
    .find(([first]) => first === folder);

const scoreOf = (folder: string, percentage: string, measured: string): Row => ({
  figure: `mutants of ${folder} that the tests detect`,
  goal: `at least ${goal} %`,
  measured,
  met: Number.parseFloat(percentage) >= goal,
});

function plantSome({ note }: Options): Row {
  const some = knownFaults.slice(0, plantedInQuick);
  const missed = some.filter(({ fault }) => {
    note(`planting: ${fault}`);
    return detectKnownFault(fault).by === undefined;
  });
  return knownRow(some.length - missed.length, some.length);
}

/** Plants every known fault again. */
async function plantAll(): Promise<Row> {
  const child = spawn(process.execPath, ['lab/mutants/run.ts', 'known', '--force'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (chunk) => {
    said += chunk;
    // Its lines are the progress.
    process.stderr.write(chunk);
  });
  await new Promise((resolve) => child.once('close', resolve));
  const [, detected, planted] = /^(\d+) of (\d+) known faults are detected/m.exec(said) ?? [];
  if (planted === undefined) throw new Error('the known faults were not planted to the end');
  return knownRow(Number(detected), Number(planted));
}

const knownRow = (detected: number, planted: number): Row => ({
  figure: 'planted known faults that their test detects',
  goal: 'all',
  measured: `${detected} of ${planted}`,
  met: detected === planted,
});
