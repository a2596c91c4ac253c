import { setTimeout as sleep } from 'node:timers/promises';

/** Repeats work that throws. Throws its last error after 30 s. */
export async function retried<Result>(work: () => Promise<Result>, millis = 30_000): Promise<Result> {
  for (const until = Date.now() + millis; ; await sleep(100)) {
    try {
      return await work();
    } catch (error) {
      if (Date.now() > until) throw error;
    }
  }
}

/** Resolves when a service is ready, or a process behind a proxy. */
export const untilReady = (port: number): Promise<void> =>
  retried(async () => {
    const { ok, status } = await fetch(`http://127.0.0.1:${port}/readyz`);
    if (!ok) throw new Error(`/readyz returned ${status}`);
  });
