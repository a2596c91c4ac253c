import { configDefaults, defineConfig } from 'vitest/config';
import config from '../vitest.config.ts';

/**
 * Configuration of the run on the oldest PostgreSQL: what reaches each SQL text. `test/db` calls every operation. `functions-checked.test.ts`,
 * which is not here, always runs the functions on that version.
 */
export default defineConfig({
  ...config,
  test: {
    ...config.test,
    include: [
      'test/db/**/*.test.ts',
      'test/both-doors.test.ts',
      'test/graphql/filters.test.ts',
      'test/rest/operations/{erase-user,list-*}.test.ts',
      'test/release/process/{pooler,database-away}.test.ts',
    ],
    exclude: configDefaults.exclude,
  },
});
