import { readFileSync } from 'node:fs';
import type { TaskMeta } from 'vitest';
import '../../test/harness/measured.ts';

export interface RanTest {
  /** From `test/`. */
  file: string;
  /** With the titles of its describes: `outer > test`. */
  name: string;
  title: string;
  status: 'passed' | 'failed' | 'skipped' | 'pending' | 'todo';
  failureMessages: string[];
  meta: TaskMeta;
}

interface Report {
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: (Omit<RanTest, 'file' | 'name'> & { ancestorTitles: string[] })[];
  }[];
}

/** Reads a report of vitest (`--reporter=json`). `broken` are files without a failed test that could not be run. */
export function readVitestReport(file: string): { tests: RanTest[]; broken: string[] } {
  const { testResults } = JSON.parse(readFileSync(file, 'utf8')) as Report;
  const nameOf = (path: string) => path.slice(path.indexOf('/test/') + 1);
  return {
    tests: testResults.flatMap(({ name, assertionResults }) =>
      assertionResults.map((test) => ({
        ...test,
        file: nameOf(name),
        name: [...test.ancestorTitles, test.title].join(' > '),
      })),
    ),
    broken: testResults
      .filter(
        ({ status, assertionResults }) =>
          status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
      )
      .map(({ name, message }) => `${nameOf(name)}: ${message || 'a hook failed'}`),
  };
}
