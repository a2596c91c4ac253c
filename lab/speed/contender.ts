import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../test/harness/servers/postgresql.ts';
import { unlimited } from '../stage.ts';
import { retried } from '../wait.ts';

export interface Contender {
  name: string;
  /** The entry file, relative to the top folder. */
  main: string;
  env: Record<string, string>;
}

/** The service as it runs in production, without a rate limit that the load would reach. */
export const courtbridge: Contender = {
  name: 'Courtbridge',
  main: 'src/bin/main.ts',
  env: unlimited,
};

export interface RunningContender {
  name: string;
  pid: number;
  port: number;
  stop(): Promise<void>;
}

/** Starts a contender as a separate process in production mode. Resolves when it responds. */
export async function startContender(
  { name, main, env }: Contender,
  databaseUrl: string,
): Promise<RunningContender> {
  const port = await freePort();
  const child = spawn(process.execPath, [fileURLToPath(new URL(`../../${main}`, import.meta.url))], {
    env: {
      PATH: process.env.PATH ?? '',
      // Without these, some libraries run extra checks and are slower.
      NODE_ENV: 'production',
      GRAPHILE_ENV: 'production',
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      ...env,
    },
    stdio: ['ignore', openSync('/dev/null', 'w'), 'inherit'],
  });
  await Promise.race([
    // Any response will do, because the peers have no such path.
    retried(() => fetch(`http://127.0.0.1:${port}/healthz`)),
    once(child, 'exit').then(() => Promise.reject(new Error(`${name} did not start`))),
  ]);
  return {
    name,
    pid: child.pid!,
    port,
    stop: () =>
      new Promise((resolve) => {
        if (child.exitCode !== null || child.signalCode !== null) return resolve();
        child.once('exit', () => resolve());
        child.kill('SIGTERM');
      }),
  };
}
