import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

interface Ran {
  tests: RanTest[];
  /** Files without a failed test that could not be run. */
  broken: string[];
}

/** Processes and browsers need a configuration of their own. */
export const isSystem = (file: string) => /^test\/release\/(process|browser|cli)\//.test(file);

/** Runs vitest, with the configuration that the files need. @throws Error if it writes no report */
export async function runVitest(
  files: readonly string[],
  args: readonly string[],
  { root = '.', env = {}, timeout }: { root?: string; env?: Record<string, string>; timeout?: number } = {},
): Promise<Ran> {
  const folder = mkdtempSync(join(tmpdir(), 'courtbridge-vitest-'));
  const outputFile = join(folder, 'report.json');
  const all = [
    ...['node_modules/vitest/vitest.mjs', 'run', ...files, '--root', root, ...args],
    ...(files.some(isSystem) ? ['--config', 'test/system.config.ts'] : []),
    ...['--reporter=json', `--outputFile=${outputFile}`, '--passWithNoTests'],
  ];
  try {
    const child = spawn(process.execPath, all, {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
      killSignal: 'SIGINT',
      timeout,
    });
    let stderr = '';
    child.stderr.on('data', (chunk) => {
      stderr += chunk;
    });
    await new Promise((resolve) => child.once('close', resolve));
    if (!existsSync(outputFile))
      throw new Error(`vitest wrote no report: ${stderr.trim().split('\n').at(-1)}`);
    return read(outputFile);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function read(file: string): Ran {
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
