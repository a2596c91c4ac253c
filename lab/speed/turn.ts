import { setTimeout as sleep } from 'node:timers/promises';
import { HttpClient } from '../load/http-client.ts';
import { note } from '../report.ts';
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
  await sleep(settleMillis);
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

/** The turns of each contender, in the order of the contenders, by figure. */
export type Turns = Record<string, Turn[][]>;

/** Measures each figure of each contender in every round. Each round reverses the order of the contenders, so that none always runs last. */
export async function takeRounds<Contender extends { name: string }>(
  contenders: readonly Contender[],
  figures: readonly string[],
  rounds: number,
  take: (contender: Contender, figure: string, round: number) => Promise<Turn>,
): Promise<Turns> {
  const turns: Turns = Object.fromEntries(figures.map((figure) => [figure, contenders.map(() => [])]));
  // Round 0 only warms up.
  for (let round = 0; round <= rounds; round += 1)
    for (const figure of figures)
      for (const contender of round % 2 ? contenders.toReversed() : contenders) {
        const turn = await take(contender, figure, round);
        const { serviceMillis, databaseMillis, rate, p99 } = turn;
        note(
          `round ${round}, ${figure}, ${contender.name}: ${serviceMillis.toFixed(2)} + ${databaseMillis.toFixed(2)} ms CPU, ${rate.toFixed(0)}/s, p99 ${p99.toFixed(0)} ms`,
        );
        if (round > 0) turns[figure]![contenders.indexOf(contender)]!.push(turn);
      }
  return turns;
}
