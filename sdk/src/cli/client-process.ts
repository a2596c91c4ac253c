import { type SpawnOptions, spawn } from 'node:child_process';

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
  const [program, ...args] = command as [string, ...string[]];
  // On Windows, npm and npx are scripts that only a shell starts.
  const child = isWindows
    ? spawn(windowsCommand(command), { ...options, shell: true })
    : spawn(program, args, options);
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

/** Returns a line for `cmd.exe` that starts a program with exactly these arguments. */
export function windowsCommand([program, ...args]: readonly string[]): string {
  const escaped = (text: string) => text.replaceAll(/[()\][%!^"`<>&|;, *?]/g, '^$&');
  // Programs read backslashes before a quote as escapes, and the shell reads ^ as an escape, also of quotes.
  const quoted = (text: string) =>
    /^[\w.:/\\@=-]+$/.test(text)
      ? text
      : escaped(`"${text.replaceAll(/(\\*)"/g, '$1$1\\"').replace(/(\\+)$/, '$1$1')}"`);
  return [escaped(program!), ...args.map(quoted)].join(' ');
}
