import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';
import { LongestFirst } from './test/harness/longest-first.ts';
import { SummaryReporter } from './test/harness/summary-reporter.ts';

export default defineConfig({
  resolve: {
    // The copy that Node takes, which the libraries use: under the condition `development` there is another.
    alias: [{ find: /^graphql$/, replacement: fileURLToPath(import.meta.resolve('graphql')) }],
  },
  test: {
    include: ['test/**/*.test.ts'],
    exclude: [
      ...configDefaults.exclude,
      // What starts processes and browsers: `npm run test:system`.
      'test/release/{process,browser,cli}/**',
      // Has packages of its own: `npm run test:sdk`.
      'test/release/packages/**',
    ],
    globalSetup: 'test/harness/global-setup.ts',
    setupFiles: 'test/harness/property-limit.ts',
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // A test that asserts nothing fails. What is polled for comes at once on a quiet machine; a busy one takes its time.
    expect: { requireAssertions: true, poll: { timeout: 20_000 } },
    // One module graph a worker: importing has no side effects (test/architecture.test.ts), and to import the ORM and
    // the schema anew takes each of the files half a second of CPU.
    isolate: false,
    // Files that wait, for clients, locks and processes, leave a core to others: more workers than the two cores of a small
    // machine.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    reporters: ['default', new SummaryReporter()],
  },
});
