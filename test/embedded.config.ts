import { globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import config from '../vitest.config.ts';

process.env.TEST_DATABASE = 'embedded';

/** `npm run test:embedded`: once more, on the embedded database, what speaks to either. `npm test` runs it on PostgreSQL. */
export default defineConfig({
  ...config,
  test: {
    ...config.test,
    include: globSync('test/**/*.test.ts').filter((path) =>
      readFileSync(path, 'utf8').includes('describe.each(databaseKinds)'),
    ),
  },
});
