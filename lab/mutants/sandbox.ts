import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { resolve } from 'node:path';
import { readVitestReport } from './vitest-report.ts';

/** Marks a test that timed out. Either the test detected an endless wait, or the machine was busy. */
const doubtful = ' (came to no end)';
export const isDoubtful = (failed: string) => failed.endsWith(doubtful);

/** Copies the files that tests need, so that the repository itself is never changed. */
export function copyRepository(sandbox: string): void {
  rmSync(sandbox, { recursive: true, force: true });
  mkdirSync(sandbox, { recursive: true });
  for (const path of ['src', 'sdk', 'docs', 'test', 'package.json', 'tsconfig.json', 'vitest.config.ts'])
    cpSync(path, `${sandbox}/${path}`, { recursive: true });
  symlinkSync(resolve('node_modules'), `${sandbox}/node_modules`);
}

/** Runs vitest in the copy. Returns the failed tests as `test/file.test.ts "outer > test"`. */
export function failingTests(sandbox: string, args: readonly string[]): string[] {
  const reportFile = `${sandbox}/report.json`;
  rmSync(reportFile, { force: true });
  const { status } = spawnSync(
    'vitest',
    [
      ...['run', '--root', sandbox, '--reporter', 'json', '--outputFile', 'report.json', '--passWithNoTests'],
      ...args,
    ],
    { timeout: 900_000, killSignal: 'SIGINT' },
  );
  if (status === 0) return [];
  if (!existsSync(reportFile)) return [`no report, because the run did not begin or end${doubtful}`];
  const failed = readVitestReport(reportFile)
    .tests.filter(({ status }) => status === 'failed')
    .map(({ file, name, failureMessages: [message = ''] }) => {
      const limit = message.includes('Test timed out') ? doubtful : '';
      return `${file} "${name}"${limit}`;
    });
  return failed.length > 0 ? failed : [`a test file that failed to run${doubtful}`];
}

/**
 * Returns a function to call after each step. It resolves to true after an interrupt. It yields first, because a signal is only handled
 * between other work.
 */
export function interruption(): () => Promise<boolean> {
  let isInterrupted = false;
  process.once('SIGINT', () => {
    isInterrupted = true;
  });
  return async () => {
    await new Promise((resume) => setImmediate(resume));
    return isInterrupted;
  };
}

export function hashOf(files: readonly string[], text = ''): string {
  const hash = createHash('sha256').update(text);
  for (const file of files) hash.update(file).update(readFileSync(file));
  return hash.digest('hex').slice(0, 16);
}
