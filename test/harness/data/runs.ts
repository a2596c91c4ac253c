/** Number of property runs. `TEST_RUNS=5` runs five times as many (`.ci/nightly`: 25). */
export const runs = (few: number): number => Math.ceil(few * Number(process.env.TEST_RUNS ?? 1));

/** True for nightly runs (`TEST_MATRIX=all`): every version, runtime and page, not only the oldest, the newest and one of a kind. */
export const isWhole = process.env.TEST_MATRIX === 'all';

/** Returns the pages to look at, of a list that the same code writes. */
export const samplesOf = <Page>(pages: readonly Page[]): Page[] =>
  pages.filter((_page, index) => isWhole || index % 4 === 0);
