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
  /** Runs the file. */
  command: string[];
}

const toolchains: Record<ProgramLanguage, Toolchain> = {
  ts: { file: 'guides.ts', needs: [], command: [process.execPath, 'guides.ts'] },
  python: { file: 'guides.py', needs: [['python3', '--version']], command: ['python3', 'guides.py'] },
  php: { file: 'guides.php', needs: [['php', '-r', 'curl_init();']], command: ['php', 'guides.php'] },
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

/** Splits a program's output at its section lines, which begin with U+0001. */
export async function runProgram(
  language: ProgramLanguage,
  program: string,
  env: Record<string, string>,
): Promise<Map<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), 'courtbridge-guides-'));
  try {
    const { file, command } = toolchains[language];
    writeFileSync(join(folder, file), program);
    const { stdout } = await run(command[0]!, command.slice(1), {
      cwd: folder,
      env: { ...process.env, ...env },
      maxBuffer: 16 * 1_024 * 1_024,
      timeout: 120_000,
    });
    const parts = stdout.split('\u0001').slice(1);
    return new Map(parts.map((part) => part.split(/\n([\s\S]*)/).slice(0, 2) as [string, string]));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
