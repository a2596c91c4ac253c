import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
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
  return start(process.execPath, [...nodeArgs, entry, ...args], env, 'ignore');
}

/** Whether `script` of util-linux exists, which provides a terminal. */
export const hasTerminal = /util-linux/.test(spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout);

/** Starts `courtbridge` on a terminal. What is written to `child.stdin` are pressed keys. */
export function startCliOnTerminal(args: string[], env: Record<string, string>): CliProcess {
  const command = [process.execPath, entry, ...args].map((word) => `'${word}'`).join(' ');
  return start('script', ['-qec', command, '/dev/null'], env, 'pipe');
}

function start(
  program: string,
  args: string[],
  env: Record<string, string>,
  stdin: 'ignore' | 'pipe',
): CliProcess {
  const child = spawn(program, args, {
    env: {
      PATH: process.env.PATH ?? '',
      ...(process.env.NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE } : {}),
      ...env,
    },
    stdio: [stdin, 'pipe', 'pipe'],
  });
  let [stdout, stderr] = ['', ''];
  child.stdout!.setEncoding('utf8').on('data', (text) => {
    stdout += text;
  });
  child.stderr!.setEncoding('utf8').on('data', (text) => {
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
