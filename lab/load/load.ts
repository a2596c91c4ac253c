import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Tenant } from '../../test/harness/data/factories.ts';

/** A kind of request. A load sends its kinds in turn. */
export type Planned =
  /** `userId` undefined books for a guest, and null for no participant. */
  | { kind: 'create booking'; tenant: Tenant; courtIds: string[]; userId?: string | null }
  | { kind: 'update booking'; tenant: Tenant; courtIds: [string]; id: string; userId?: string }
  | { kind: 'create user'; tenant: Tenant }
  | { kind: 'operator'; token: string }
  | { kind: 'page'; path: string }
  | {
      kind: 'stranger';
      as:
        | 'no token'
        | 'a malformed token'
        | 'an unknown token'
        | "an unknown operator's token"
        | 'a malformed session on /graphql'
        | 'an unknown session on /graphql'
        | 'an unknown session on /sign-out';
    };

export interface Plan {
  port: number;
  seed: number;
  /** Number of this load within the run. Each load books its own times. */
  number: number;
  prefix: string;
  requests: Planned[];
  /** Either a number of clients that each wait for the response, or a fixed number of requests a second. */
  arrivals: { clients: number; pauseMillis?: number } | { rate: number };
  /** Local addresses in 127.0.0.0/8, used in turn. */
  addresses?: string[];
}

export interface Sample {
  /** Start time, in Unix milliseconds. */
  at: number;
  millis: number;
  /** 0 without a complete response. `type` then has the reason. */
  status: number;
  type: string | undefined;
  documented: boolean;
  acknowledged?: string;
}

export interface Load {
  /** Returns all samples up to now that were not returned before, once they have responses. The load continues. */
  collect(): Promise<Sample[]>;
  /** Stops sending. Returns the remaining samples once they have responses. */
  stop(): Promise<Sample[]>;
}

const file = fileURLToPath(new URL('load-process.ts', import.meta.url));

/** Starts a load in its own process. Resolves when it is sending. */
export async function startLoad(plan: Plan): Promise<Load> {
  const child = fork(file, { serialization: 'advanced' });
  const died = once(child, 'exit').then(([code]) => {
    throw new Error(`a load process exited with ${code}`);
  });
  died.catch(() => {});
  const ask = async (message: Plan | 'collect' | 'stop') => {
    const answered = once(child, 'message') as Promise<[Sample[]]>;
    child.send(message);
    const [samples] = await Promise.race([answered, died]);
    return samples;
  };
  await ask(plan);
  return { collect: () => ask('collect'), stop: () => ask('stop') };
}

export const succeeded = ({ status }: Sample) => status === 200 || status === 201;

/** Returns the response time in milliseconds that a share of the samples does not exceed. Returns 0 without samples. */
export function quantile(samples: Sample[], share: number): number {
  const sorted = samples.map(({ millis }) => millis).sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

export const slowest = (samples: Sample[]) => samples.reduce((most, { millis }) => Math.max(most, millis), 0);

/** For example `201: 40, 503 service_unavailable: 7`. */
export function summary(samples: Sample[]): string {
  const counts = new Map<string, number>();
  for (const { status, type, documented } of samples) {
    const name = [status || 'no response', type, documented || status === 0 ? '' : '(undocumented)']
      .filter(Boolean)
      .join(' ');
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const sorted = [...counts].sort(([a], [b]) => a.localeCompare(b));
  return sorted.map(([name, count]) => `${name}: ${count}`).join(', ') || 'none';
}

/** For example `12 ms` or `3.4 s`. */
export const time = (millis: number) =>
  millis < 1_000 ? `${Math.round(millis)} ms` : `${(millis / 1_000).toFixed(1)} s`;

export const percent = (part: number, whole: number) =>
  whole === 0 ? 'none' : `${((100 * part) / whole).toFixed(part === whole ? 0 : 1)} %`;
