import { setTimeout as sleep } from 'node:timers/promises';
import { HttpClient } from '../load/http-client.ts';
import type { Call } from './turn.ts';

/**
 * Starts clients that import. Each sends its next batch after the response to the last one. It resends rejected items, as the partners'
 * guide recommends.
 */
export function startImporters(
  { port, token }: { port: number; token: string },
  count: number,
  nextBatch: () => Call,
) {
  const client = new HttpClient(port, 60_000);
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  const startedAt = performance.now();
  let goesOn = true;
  let bookings = 0;
  const importing = async () => {
    let batch = nextBatch();
    while (goesOn) {
      const outcome = await client.send({ ...batch, headers });
      if (outcome.status === 503) await sleep(1_000);
      else if (outcome.status !== 200) throw new Error(JSON.stringify(outcome).slice(0, 500));
      else {
        const { results } = JSON.parse((outcome as { text: string }).text) as {
          results: { error?: { type: string } }[];
        };
        const items = (JSON.parse(batch.body).items as unknown[]).filter((_, n) => results[n]!.error);
        const other = results.find(({ error }) => error && error.type !== 'service_unavailable');
        if (other) throw new Error(JSON.stringify(other));
        bookings += results.length - items.length;
        batch = items.length > 0 ? { ...batch, body: JSON.stringify({ items }) } : nextBatch();
      }
    }
  };
  const all = Promise.all(Array.from({ length: count }, importing));

  return {
    /** Stops the clients. Returns the bookings a second until now. */
    stop: async (): Promise<number> => {
      goesOn = false;
      // Batches that are still running do not count, because nothing else runs next to them.
      const rate = bookings / ((performance.now() - startedAt) / 1_000);
      await all;
      client.close();
      return rate;
    },
  };
}
