import { configDefaults, defineConfig } from 'vitest/config';
import config from '../vitest.config.ts';

/** Configuration of `npm run test:system`. Runs the slow tests, which start processes and browsers. */
export default defineConfig({
  ...config,
  test: {
    ...config.test,
    include: ['test/release/{process,browser,cli}/**/*.test.ts'],
    exclude: configDefaults.exclude,
    // Ends what hangs. On a busy machine, starting a process can take ten times as long as on a quiet one.
    testTimeout: 1_200_000,
    hookTimeout: 1_200_000,
    // A busy machine can be slower than the limits of time of the program. All other failures count at once.
    retry: { count: 1, condition: /\b503\b|[Tt]imeout|service_unavailable|'primary' to be 'replica'/ },
    expect: { ...config.test!.expect, poll: { timeout: 120_000 } },
    globalSetup: [config.test!.globalSetup as string, 'test/harness/pack-first.ts'],
    // Clients of the sandbox, and processes that start or end, wait most of the time.
    maxConcurrency: 6,
    maxWorkers: 4,
  },
});
