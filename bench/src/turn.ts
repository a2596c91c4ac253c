import { cpuSeconds } from './cpu.ts';
import { HttpClient } from './http-client.ts';
import { connections } from './results.ts';

export interface Call {
  method: string;
  path: string;
  body: string;
}

/** What one turn of a contender took. */
export interface Turn {
  /** Milliseconds of CPU a request. */
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
  /** The process of PostgreSQL's that has started all others. */
  databasePid: number;
}

/** Sends the calls over so many connections, each as soon as the one before it is answered, and takes the time and the CPU. */
export async function takeTurn(
  { pid, port, token, databasePid }: Taker,
  calls: Call[],
  over = connections,
): Promise<Turn> {
  const [service, database] = [cpuSeconds(pid), cpuSeconds(databasePid)];
  const { seconds, p99 } = await send(port, token, calls, over);
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
  const client = new HttpClient(port, undefined, 60_000);
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
      // Whoever answers something else does other work, and is not compared.
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

/** The contenders in the order of a round: the other way round each time, so that none always comes after another. */
export const inTurn = <Each>(contenders: readonly Each[], round: number): Each[] =>
  round % 2 ? [...contenders].reverse() : [...contenders];
