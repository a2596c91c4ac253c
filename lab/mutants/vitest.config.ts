import { defineConfig, mergeConfig } from 'vitest/config';
import { LongestFirst } from '../../test/harness/longest-first.ts';
import config from '../../vitest.config.ts';

const given = process.env.MUTANTS_TESTS?.split(',').map((path) =>
  path.endsWith('.test.ts') ? path : `${path}/**/*.test.ts`,
);

/** The first failure ends a run, so short files come first. */
class ShortestFirst extends LongestFirst {
  override async sort(files: Parameters<LongestFirst['sort']>[0]): ReturnType<LongestFirst['sort']> {
    return (await super.sort(files)).reverse();
  }
}

/** Leaves out tests that run the code in another process, which does not know the active mutant. */
const merged = mergeConfig(
  config,
  defineConfig({
    test: {
      reporters: [],
      sequence: { sequencer: ShortestFirst },
      // Some mutants make a test hang. A failed test ends it sooner than Stryker, which waits longer and then restarts the whole process.
      // Without mutants, the longest test takes nearly 10 s in a single worker.
      testTimeout: 20_000,
      expect: { poll: { timeout: 5_000 } },
      exclude: [
        // Tests of pages, files, packages and processes.
        'test/{architecture,generated-files,pages,promises,readme}.test.ts',
        'test/sdk/{documentation,last-release,package}.test.ts',
        'test/release/{process,browser,cli}/**',
      ],
    },
  }),
);
// This replaces `test/**`. A merge would join both lists.
if (given) merged.test!.include = given;

export default merged;
