import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ProgramLanguage } from './programs.ts';

const run = promisify(execFile);

interface Toolchain {
  file: string;
  /** Commands that succeed if the language is installed. */
  needs: string[][];
  /** Commands that run the file, in order. The last one's output counts. */
  commands: string[][];
}

const toolchains: Record<ProgramLanguage, Toolchain> = {
  ts: { file: 'guides.ts', needs: [], commands: [[process.execPath, 'guides.ts']] },
  python: { file: 'guides.py', needs: [['python3', '--version']], commands: [['python3', 'guides.py']] },
  php: { file: 'guides.php', needs: [['php', '-r', 'curl_init();']], commands: [['php', 'guides.php']] },
  csharp: {
    file: 'guides.cs',
    needs: [
      ['mcs', '--version'],
      ['mono', '--version'],
    ],
    commands: [
      ['mcs', '-nologo', '-warn:0', '-r:System.Net.Http', '-r:System.Web.Extensions', 'guides.cs'],
      ['mono', 'guides.exe'],
    ],
  },
};

/**
 * Returns whether a language cannot run here, and the suffix for the test name.
 * @param more other commands that must succeed
 */
export function missingFor(
  language: ProgramLanguage,
  more: string[][] = [],
): { isMissing: boolean; note: string } {
  const missing = [...toolchains[language].needs, ...more].filter(
    ([program, ...args]) => spawnSync(program!, args).status !== 0,
  );
  const programs = missing.map(([program]) => program);
  const names = `${programs.join(' and ')} ${programs.length > 1 ? 'are' : 'is'}`;
  return {
    isMissing: missing.length > 0,
    note: missing.length > 0 ? ` (not run: ${names} not installed)` : '',
  };
}

/** Mono occasionally crashes on a busy machine, whatever it runs. The crash is unrelated to the block. */
export const afterCrash = { retry: { count: 3, condition: /External Debugger Dump|Native Crash/ } };

/** Splits a program's output at its section lines, which begin with U+0001. */
export async function runProgram(
  language: ProgramLanguage,
  program: string,
  env: Record<string, string>,
): Promise<Map<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), 'courtbridge-guides-'));
  try {
    const { file, commands } = toolchains[language];
    writeFileSync(join(folder, file), program);
    let output = '';
    for (const [command, ...args] of commands) {
      const options = {
        cwd: folder,
        env: { ...process.env, ...env },
        maxBuffer: 16 * 1_024 * 1_024,
        timeout: 120_000,
      };
      output = (await run(command!, args, options)).stdout;
    }
    const parts = output.split('\u0001').slice(1);
    return new Map(parts.map((part) => part.split(/\n([\s\S]*)/).slice(0, 2) as [string, string]));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
