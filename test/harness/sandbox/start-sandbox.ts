import { fileURLToPath } from 'node:url';
import { startProcess } from '../servers/process.ts';
import { emptyDatabase } from '../servers/test-database.ts';
import { use } from '../servers/use-test-service.ts';

const entry = fileURLToPath(new URL('../../../src/bin/start.cjs', import.meta.url));

export interface SandboxProcess {
  address: string;
  /** The errors of the sandbox itself in its log. A busy service logs others. */
  errors(): string[];
  stop(): Promise<void>;
}

/** Starts `npm run sandbox` on an empty database. The slow response takes five seconds. */
export async function startSandbox(
  databaseUrl: string,
  args: string[] = ['--silence', '5'],
  port = '0',
  env: Record<string, string> = {},
): Promise<SandboxProcess> {
  const started = startProcess({ DATABASE_URL: databaseUrl, PORT: port, ...env }, args, [entry, 'sandbox']);
  const until = Date.now() + 60_000;
  for (;;) {
    const address = /Start a run\s+(\S+)\/sandbox\n/.exec(started.stdout())?.[1];
    if (address) {
      const stop = async () => {
        started.child.kill('SIGTERM');
        await started.exited;
      };
      const errors = () => started.stdout().match(/^\{"level":"error".*"msg":"sandbox"\}$/gm) ?? [];
      return { address, errors, stop };
    }
    if (Date.now() > until || started.child.exitCode !== null)
      throw new Error(`The sandbox did not start: ${started.stderr()}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** A sandbox on a database of its own, for the tests of a file or a block. */
export const useSandbox = (): SandboxProcess =>
  use(
    async () => {
      const { url, drop } = await emptyDatabase();
      const sandbox = await startSandbox(url);
      return { ...sandbox, stop: () => sandbox.stop().then(drop) };
    },
    (sandbox) => sandbox.stop(),
  );
