import { HttpClient } from '../load/http-client.ts';
import { cpuSeconds } from './cpu.ts';
import { connections } from './length.ts';

export interface Call {
  method: string;
  path: string;
  body: string;
}

export interface Turn {
  /** Milliseconds of CPU per request. */
  serviceMillis: number;
  databaseMillis: number;
  /** Requests a second. */
  rate: number;
  p99: number;
}

interface Taker {
  pid: number;
  port: number;
  token: string;
  /** The main process of PostgreSQL, which is the parent of all its other processes. */
  databasePid: number;
  /** How long the CPU still counts after the last response. Default: 0. */
  settleMillis?: number;
}

/** Longer than the interval at which Courtbridge and the peer write in the background what the responses did not wait for. */
export const settleMillis = 1_200;

/**
 * Sends the calls over a number of connections, and measures time and CPU. Each connection sends its next call after the response to the
 * last one.
 */
export async function takeTurn(
  { pid, port, token, databasePid, settleMillis = 0 }: Taker,
  calls: Call[],
  over = connections,
): Promise<Turn> {
  const [service, database] = [cpuSeconds(pid), cpuSeconds(databasePid)];
  const { seconds, p99 } = await send(port, token, calls, over);
  if (settleMillis > 0) await new Promise((resolve) => setTimeout(resolve, settleMillis));
  const millisEach = (now: number, before: number) => ((now - before) * 1_000) / calls.length;
  return {
    serviceMillis: millisEach(cpuSeconds(pid), service),
    databaseMillis: millisEach(cpuSeconds(databasePid), database),
    rate: calls.length / seconds,
    p99,
  };
}

async function send(
  port: number,
  token: string,
  calls: Call[],
  over: number,
): Promise<{ seconds: number; p99: number }> {
  const client = new HttpClient(port, 60_000);
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  const latencies: number[] = [];
  let next = 0;
  const startedAt = performance.now();
  const connection = async () => {
    while (next < calls.length) {
      const call = calls[next++]!;
      const sentAt = performance.now();
      const outcome = await client.send({ ...call, headers });
      latencies.push(performance.now() - sentAt);
      // Another status means other work, which cannot be compared.
      if (outcome.status !== 200 && outcome.status !== 201) {
        throw new Error(
          `${JSON.stringify(outcome)} for ${call.method} ${call.path} ${call.body.slice(0, 500)}`,
        );
      }
    }
  };
  try {
    await Promise.all(Array.from({ length: over }, connection));
  } finally {
    client.close();
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  latencies.sort((a, b) => a - b);
  return { seconds, p99: latencies[Math.floor(latencies.length * 0.99)]! };
}

/** Returns the contenders in the order of a round. Each round reverses it, so that none always runs last. */
export const inTurn = <Each>(contenders: readonly Each[], round: number): Each[] =>
  round % 2 ? [...contenders].reverse() : [...contenders];
