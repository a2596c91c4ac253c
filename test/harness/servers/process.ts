import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const entry = fileURLToPath(new URL('../../../src/bin/start.cjs', import.meta.url));
const top = fileURLToPath(new URL('../../..', import.meta.url));

export interface ServiceProcess {
  child: ChildProcess;
  stdout(): string;
  stderr(): string;
  /** Resolves with the exit code, or null after a signal. */
  exited: Promise<number | null>;
  /** Such as `http://127.0.0.1:41234`. Rejects if the process ends before it is ready. */
  ready: Promise<string>;
}

/**
 * Starts the program of `npm start` without this process's configuration.
 * @param run the module to run, and the arguments before `args`
 * @param cwd working directory
 */
export function startProcess(
  env: Record<string, string>,
  args: string[] = [],
  run: string[] = [entry, 'main'],
  cwd = top,
): ServiceProcess {
  const child = spawn(process.execPath, [...run, ...args], {
    cwd,
    env: {
      PATH: process.env.PATH ?? '',
      ...(process.env.TZ ? { TZ: process.env.TZ } : {}),
      PORT: '0',
      ...(process.env.NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE } : {}),
      ...env,
    },
  });
  let [stdout, stderr] = ['', ''];
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
  const ready = new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      stdout += chunk;
      // In production, the address is in a log line.
      const address = /Start here\s+(\S+)\/\n|"address":"([^"]+)".*"ready"/
        .exec(stdout)
        ?.slice(1)
        .find(Boolean);
      if (address) resolve(address);
    });
    child.stderr.on('data', (chunk) => {
      stderr += chunk;
    });
    exited.then((code) => reject(new Error(`ended with ${code} before it was ready: ${stderr}`)));
  });
  ready.catch(() => {});
  return { child, stdout: () => stdout, stderr: () => stderr, exited, ready };
}

/** Runs another program of `src/bin`, such as `db-migrate`, to its end. */
export async function runScript(name: string, env: Record<string, string>) {
  const { exited, stdout, stderr } = startProcess(env, [], [entry, name]);
  const code = await exited;
  return { code, stdout: stdout(), stderr: stderr() };
}

/** The lines of a log, which are JSON. A start that is not in production prints other lines too. */
// biome-ignore lint/suspicious/noExplicitAny: the tests expect its fields
export const logOf = ({ stdout }: Pick<ServiceProcess, 'stdout'>): any[] =>
  stdout()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));
