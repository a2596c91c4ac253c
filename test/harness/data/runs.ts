/** Number of property runs. `TEST_RUNS=5` runs five times as many (`.ci/nightly`: 25). */
export const runs = (few: number): number => Math.ceil(few * Number(process.env.TEST_RUNS ?? 1));
