import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Tenant } from '../../../test/harness/data/factories.ts';

/** One kind of request of a load, which takes its kinds in turn. */
export type Planned =
  /** Of a user, of nobody, or of a guest. */
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
  /** Of this load among those of a run: what it books is free of others'. */
  number: number;
  /** Of the identifiers that it makes. */
  prefix: string;
  requests: Planned[];
  /** So many clients, each waiting for its answer; or so many requests a second, whether answered or not. */
  arrivals: { clients: number; pauseMillis?: number } | { rate: number };
  /** Of 127.0.0.0/8, to come from in turn. */
  addresses?: string[];
}

/** One request and its answer. */
export interface Sample {
  /** When it was sent, in Unix milliseconds. */
  at: number;
  millis: number;
  /** 0: no whole answer; `type` says why. */
  status: number;
  type: string | undefined;
  documented: boolean;
  /** The identifier of a booking that was acknowledged. */
  acknowledged?: string;
}

export interface Load {
  /** Goes on; answers everything that was sent until now and not told yet, once it has been answered. */
  collect(): Promise<Sample[]>;
  /** Sends nothing more, and answers everything that was sent, once it has been answered. */
  stop(): Promise<Sample[]>;
}

const file = fileURLToPath(new URL('load-process.ts', import.meta.url));

/** Starts a load as a process of its own; resolves when it sends. */
export async function startLoad(plan: Plan): Promise<Load> {
  const child = fork(file, { serialization: 'advanced' });
  const died = once(child, 'exit').then(([code]) => {
    throw new Error(`a load ended with ${code}`);
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

/** Milliseconds that all but a share of the answers took no longer than; 0 of none. */
export function quantile(samples: Sample[], share: number): number {
  const sorted = samples.map(({ millis }) => millis).sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

export const slowest = (samples: Sample[]) => samples.reduce((most, { millis }) => Math.max(most, millis), 0);

/** `201: 40, 503 service_unavailable: 7`. */
export function summary(samples: Sample[]): string {
  const counts = new Map<string, number>();
  for (const { status, type, documented } of samples) {
    const name = [status || 'no answer', type, documented || status === 0 ? '' : '(undocumented)']
      .filter(Boolean)
      .join(' ');
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const sorted = [...counts].sort(([a], [b]) => a.localeCompare(b));
  return sorted.map(([name, count]) => `${name}: ${count}`).join(', ') || 'nothing';
}

/** `12 ms`, `3.4 s`. */
export const time = (millis: number) =>
  millis < 1_000 ? `${Math.round(millis)} ms` : `${(millis / 1_000).toFixed(1)} s`;

export const percent = (part: number, whole: number) =>
  whole === 0 ? 'none' : `${((100 * part) / whole).toFixed(part === whole ? 0 : 1)} %`;
