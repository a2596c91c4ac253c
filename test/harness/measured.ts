import 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** Numbers that a test measured, by what they count. `npm run lab -- proof` reads them from the JSON report. */
    measured?: Record<string, number>;
  }
}
