/** True for nightly runs: every version and runtime, not only the oldest and the newest. */
export const isWhole = process.env.TEST_MATRIX === 'all';

/** Returns the versions to test, of a list that begins with the oldest. */
export const versionsOf = <Version>(all: readonly Version[]): Version[] =>
  isWhole ? [...all] : [all.at(0)!, all.at(-1)!];
