import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { SummaryReporter } from '../../harness/summary-reporter.ts';

/** Configuration of `npm run test:sdk`. Tests the package as partners get it, from a real registry, on every runtime and compiler. */
export default defineConfig({
  root: fileURLToPath(new URL('../../..', import.meta.url)),
  test: {
    include: ['test/release/packages/**/*.test.ts'],
    globalSetup: ['test/harness/global-setup.ts', 'test/release/packages/pack-once.ts'],
    testTimeout: 240_000,
    hookTimeout: 240_000,
    maxWorkers: 2,
    expect: { requireAssertions: true },
    reporters: ['default', new SummaryReporter()],
  },
});
