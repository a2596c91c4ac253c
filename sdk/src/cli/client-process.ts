import { type SpawnOptions, spawn } from 'node:child_process';
import { clientCommand } from './client-command.ts';

const isWindows = process.platform === 'win32';

/** The program of a partner, which `courtbridge sandbox` starts. */
export interface ClientProcess {
  /** Exit code, signal or error; undefined while it runs. */
  ended(): string | undefined;
  /** Ends it, so that it can tidy up. It is killed if it does not end within five seconds. */
  stop(): void;
  /** Kills it with every process that it has started, and resolves when it has ended. */
  kill(): Promise<void>;
}

/** Starts a program. It shares the output. */
export function startClient(command: readonly string[], variables: Record<string, string>): ClientProcess {
  const options: SpawnOptions = {
    env: { ...process.env, ...variables },
    stdio: ['ignore', 'inherit', 'inherit'],
    // A group of its own, because npm and shells start the client as another process.
    detached: !isWindows,
  };
  const { program, args, windowsVerbatimArguments } = clientCommand(command);
  const child = spawn(program, args, { ...options, windowsVerbatimArguments });
  let ended: string | undefined;
  const end = new Promise<void>((resolve) => {
    child.on('error', ({ message }) => {
      ended ??= message;
      resolve();
    });
    child.on('exit', (code, name) => {
      ended ??= name ?? `exit code ${code}`;
      resolve();
    });
  });
  const signal = (name: 'SIGTERM' | 'SIGKILL') => {
    if (child.pid === undefined) return;
    if (isWindows) {
      spawn('taskkill', ['/pid', String(child.pid), '/t', '/f'], { stdio: 'ignore' });
      return;
    }
    try {
      process.kill(-child.pid, name);
    } catch {
      // The group has ended.
    }
  };
  return {
    ended: () => ended,
    stop: () => {
      signal('SIGTERM');
      if (ended === undefined) setTimeout(() => signal('SIGKILL'), 5_000).unref();
    },
    kill: () => {
      signal('SIGKILL');
      return end;
    },
  };
}
