import { isWhole } from '../../harness/data/runs.ts';

/** Returns the versions to test, of a list that begins with the oldest. */
export const versionsOf = <Version>(all: readonly Version[]): Version[] =>
  isWhole ? [...all] : [all.at(0)!, all.at(-1)!];
