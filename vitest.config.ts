import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';
import { SummaryReporter } from './test/harness/summary-reporter.ts';

export default defineConfig({
  resolve: {
    // The copy that Node takes, which the libraries use: under the condition `development` there is another.
    alias: [{ find: /^graphql$/, replacement: fileURLToPath(import.meta.resolve('graphql')) }],
  },
  test: {
    include: ['test/**/*.test.ts'],
    // Has packages of its own: `npm run test:sdk`.
    exclude: [...configDefaults.exclude, 'test/sdk-published/**'],
    globalSetup: 'test/harness/global-setup.ts',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    reporters: ['default', new SummaryReporter()],
  },
});
