import { readFileSync } from 'node:fs';
import { shareWithMargin } from '../mutants/draw.ts';
import { detectKnownFault, plantKnownFaults } from '../mutants/known.ts';
import { knownFaults } from '../mutants/known-faults.ts';
import { scoresOf } from '../mutants/scores.ts';
import type { Row } from '../report.ts';
import type { Measured, Options } from './promised.ts';

/** The folders that the goal names. */
const folders = ['src/services', 'src/rest', 'src/errors.ts'];
const goal = 85;
const plantedInQuick = 3;

/** The mutation scores of this machine or, without any, those of docs/testing.md. Then every known fault is planted. */
export async function measureMutants(options: Options): Promise<Measured> {
  const { detected, planted } = options.isQuick
    ? await plantSome(options)
    : await plantKnownFaults({ force: true });
  const known = {
    figure: 'planted known faults that their test detects',
    goal: 'all',
    measured: `${detected} of ${planted}`,
    met: detected === planted,
  };
  return { figures: [...scores(), known], broken: [] };
}

function scores(): Row[] {
  const measured = folders.flatMap((folder) => {
    const { files = 0, judged = 0, killed = 0, survived = 0 } = scoresOf(folders).get(folder) ?? {};
    if (judged === 0) return [];
    const share = shareWithMargin(killed, survived);
    return [
      scoreOf(folder, share, `${share} of ${killed + survived} mutants, in ${judged} of ${files} files`),
    ];
  });
  return measured.length > 0 ? measured : committedScores();
}

/** The scores in docs/testing.md. They were measured there and then, not now. */
function committedScores(): Row[] {
  const page = readFileSync('docs/testing.md', 'utf8');
  const date = /^Scores of (.+?),/m.exec(page)?.[1] ?? 'an unknown date';
  return folders.flatMap((folder) => {
    const [, mutants, share] =
      new RegExp(`^\\| \`${folder}\` \\| (\\S+) \\| (.+?) \\|$`, 'm').exec(page) ?? [];
    if (share === undefined) return [];
    return [
      scoreOf(
        folder,
        share,
        `${share} of ${mutants} mutants, on ${date} (docs/testing.md); not measured now`,
      ),
    ];
  });
}

const scoreOf = (folder: string, share: string, measured: string): Row => ({
  figure: `mutants of ${folder} that the tests detect`,
  goal: `at least ${goal} %`,
  measured,
  met: Number.parseFloat(share) >= goal,
});

async function plantSome({ note }: Options): Promise<{ detected: number; planted: number }> {
  let detected = 0;
  for (const { fault } of knownFaults.slice(0, plantedInQuick)) {
    note(`planting: ${fault}`);
    if ((await detectKnownFault(fault)).by !== undefined) detected += 1;
  }
  return { detected, planted: plantedInQuick };
}
