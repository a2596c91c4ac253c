import { globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import config from '../vitest.config.ts';

process.env.TEST_DATABASE = 'embedded';

/**
 * Configuration of `npm run test:embedded`. Repeats on the embedded database the tests that support both databases. `npm test` runs them on
 * PostgreSQL.
 */
export default defineConfig({
  ...config,
  test: {
    ...config.test,
    include: globSync('test/**/*.test.ts').filter((path) =>
      readFileSync(path, 'utf8').includes('describe.each(databaseKinds)'),
    ),
  },
});
