import { defineConfig, mergeConfig } from 'vitest/config';
import { LongestFirst } from '../../test/harness/longest-first.ts';
import config from '../../vitest.config.ts';

const given = process.env.MUTANTS_TESTS?.split(',').map((path) =>
  path.endsWith('.test.ts') ? path : `${path}/**/*.test.ts`,
);

/** The first test that fails is the last that is run. */
class ShortestFirst extends LongestFirst {
  override async sort(files: Parameters<LongestFirst['sort']>[0]): ReturnType<LongestFirst['sort']> {
    return (await super.sort(files)).reverse();
  }
}

/** Tests that run the code in their own process: a process that they start would not know which mutant is meant. */
const merged = mergeConfig(
  config,
  defineConfig({
    test: {
      reporters: [],
      sequence: { sequencer: ShortestFirst },
      // Many a mutant makes something hang. A test that fails ends it sooner than Stryker, which waits longer, ends the whole
      // process, and starts a new one. As it is, the longest test takes nearly ten seconds, all of them in one worker.
      testTimeout: 20_000,
      expect: { poll: { timeout: 5_000 } },
      exclude: [
        // Of pages, files, packages and processes.
        'test/{architecture,generated-files,pages,promises,readme}.test.ts',
        'test/sdk/{documentation,last-release,package}.test.ts',
        'test/release/{process,browser}/**',
      ],
    },
  }),
);
// In place of `test/**`: arrays that are merged are joined.
if (given) merged.test!.include = given;

export default merged;
