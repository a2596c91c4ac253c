import { readFileSync } from 'node:fs';
import { detectKnownFault, plantKnownFaults } from '../mutants/known.ts';
import { knownFaults } from '../mutants/known-faults.ts';
import type { Row } from '../report.ts';
import type { Measured, Options } from './promised.ts';

/** The folders that the goal names. */
const folders = ['src/services', 'src/rest'];
const goal = 85;
const plantedInQuick = 3;

/** The mutation scores of docs/testing.md. Then every known fault is planted. */
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

/** The scores of docs/testing.md, which were measured at its date. */
function scores(): Row[] {
  const page = readFileSync('docs/testing.md', 'utf8');
  const date = /^Scores of (.+?),/m.exec(page)?.[1] ?? 'an unknown date';
  return folders.flatMap((folder) => {
    const row = new RegExp(`^\\| \`${folder}\` \\| (\\S+) \\| (.+?) \\|$`, 'm');
    const [, mutants, share] = row.exec(page) ?? [];
    if (share === undefined) return [];
    return {
      figure: `mutants of ${folder} that the tests detect`,
      goal: `at least ${goal} %`,
      measured: `${share} of ${mutants} mutants, on ${date} (docs/testing.md); not measured now`,
      met: Number.parseFloat(share) >= goal,
    };
  });
}

async function plantSome({ note }: Options): Promise<{ detected: number; planted: number }> {
  let detected = 0;
  for (const { fault } of knownFaults.slice(0, plantedInQuick)) {
    note(`planting: ${fault}`);
    if ((await detectKnownFault(fault)).by !== undefined) detected += 1;
  }
  return { detected, planted: plantedInQuick };
}
