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

/** A part of which everything is stopped, and every temporary file removed, when it ends, when it fails, and after Ctrl-C. */
export const cleanedUp =
  (measure: ScalePart): Part<object> =>
  async ({ note }) => {
    const { TMPDIR: before } = process.env;
    const folder = mkdtempSync(join(tmpdir(), 'courtbridge-lab-'));
    // PostgreSQL and PgBouncer run as another user.
    chmodSync(folder, 0o755);
    process.env.TMPDIR = folder;
    const cleanup = new Cleanup();
    const end = async () => {
      await cleanup.run();
      rmSync(folder, { recursive: true, force: true });
      if (before === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = before;
    };
    const signals = ['SIGINT', 'SIGTERM'] as const;
    const interrupt = () => void end().finally(() => process.exit(130));
    for (const signal of signals) process.once(signal, interrupt);
    try {
      return await measure({ cleanup, note });
    } finally {
      for (const signal of signals) process.off(signal, interrupt);
      await end();
    }
  };
