import { configDefaults, defineConfig } from 'vitest/config';
import config from '../vitest.config.ts';

/** `npm run test:system`: what starts processes and browsers, and may take its time. */
export default defineConfig({
  ...config,
  test: {
    ...config.test,
    include: ['test/release/{process,browser}/**/*.test.ts'],
    exclude: configDefaults.exclude,
  },
});
