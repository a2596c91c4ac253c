/** So many sets of a property's values; with `TEST_RUNS=5` five times as many (`.ci/run`). */
export const runs = (few: number): number => Math.ceil(few * Number(process.env.TEST_RUNS ?? 1));
