import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Part, Row } from '../report.ts';

/** Stops what a part has started, in reverse order. */
export class Cleanup {
  readonly #stops: (() => Promise<unknown>)[] = [];
  #isOver = false;

  /** Waits until something has started, and stops it at the end, also if the end comes first. */
  use<T>(starting: Promise<T>, stop: (running: T) => unknown): Promise<T> {
    if (this.#isOver) throw new Error('this part has ended');
    this.#stops.push(async () => {
      const running = await starting.catch(() => undefined);
      if (running !== undefined) await stop(running);
    });
    return starting;
  }

  /** Runs `work`, and stops what it has started when it ends. */
  async within<T>(work: (inner: Cleanup) => Promise<T>): Promise<T> {
    const inner = await this.use(Promise.resolve(new Cleanup()), (begun) => begun.run());
    try {
      return await work(inner);
    } finally {
      await inner.run();
    }
  }

  /** Stops everything. Failures do not keep the rest from being stopped. */
  async run(): Promise<void> {
    this.#isOver = true;
    for (const stop of this.#stops.splice(0).reverse()) await stop().catch(() => {});
  }
}

/** Measures one part, and starts everything with `cleanup`. */
export type ScalePart = (options: { cleanup: Cleanup; note: (text: string) => void }) => Promise<Row[]>;

/**
 * Runs `work` with a folder for all temporary files. Parts that it makes of measurements are cleaned up when they end, when they fail, and
 * after Ctrl-C.
 */
export async function withCleanups(
  work: (cleanedUp: (measure: ScalePart) => Part<object>) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'courtbridge-scale-'));
  // PostgreSQL and PgBouncer run as another user.
  chmodSync(folder, 0o755);
  process.env.TMPDIR = folder;
  const running = new Set<Cleanup>();
  const cleanUp = async () => {
    for (const cleanup of running) await cleanup.run();
    rmSync(folder, { recursive: true, force: true });
  };
  let interrupted = false;
  const interrupt = () => {
    if (interrupted) return;
    interrupted = true;
    void cleanUp().finally(() => process.exit(130));
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, interrupt);
  const cleanedUp =
    (measure: ScalePart): Part<object> =>
    async ({ note }) => {
      // Never resolves: the process is about to exit.
      if (interrupted) return new Promise(() => {});
      const cleanup = new Cleanup();
      running.add(cleanup);
      try {
        return await measure({ cleanup, note });
      } finally {
        await cleanup.run();
        running.delete(cleanup);
      }
    };
  try {
    await work(cleanedUp);
  } finally {
    if (!interrupted) await cleanUp();
  }
}
