import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const entry = fileURLToPath(new URL('../../../sdk/src/cli/main.ts', import.meta.url));

export interface CliProcess {
  child: ChildProcess;
  stdout(): string;
  stderr(): string;
  /** Resolves with the exit code, or null after a signal. */
  exited: Promise<number | null>;
}

/**
 * Starts `courtbridge` from its source, without this process's configuration. Standard input is no terminal.
 * @param nodeArgs options of Node
 */
export function startCli(
  args: string[],
  env: Record<string, string> = {},
  nodeArgs: string[] = [],
): CliProcess {
  const child = spawn(process.execPath, [...nodeArgs, entry, ...args], {
    env: {
      PATH: process.env.PATH ?? '',
      ...(process.env.NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE } : {}),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    stderr += text;
  });
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { child, stdout: () => stdout, stderr: () => stderr, exited };
}

/** Runs `courtbridge` until it ends. */
export async function runCli(...given: Parameters<typeof startCli>) {
  const { stdout, stderr, exited } = startCli(...given);
  const code = await exited;
  return { code, stdout: stdout(), stderr: stderr() };
}
