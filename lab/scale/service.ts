// Starts several processes of the service, and HAProxy in front of them.
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { testKey } from '../../test/harness/clients/webhook-sending.ts';
import { freePort } from '../../test/harness/servers/postgresql.ts';
import { type ServiceProcess, startProcess } from '../../test/harness/servers/process.ts';
import { unlimited } from '../stage.ts';
import type { Cleanup } from './cleanup.ts';

export interface RunningProcess {
  service: ServiceProcess;
  address: string;
  /** Returns the number of requests that it has answered. */
  served(): Promise<number>;
}

export interface Service {
  /** HAProxy's. */
  port: number;
  address: string;
  processes: RunningProcess[];
  /** Starts a process in place of one that has exited. */
  restart(index: number): Promise<void>;
}

export interface ServiceOptions {
  count?: number;
  env?: Record<string, string>;
  /** `src/bin/main.ts` of another version. */
  entry?: string;
}

const withoutLimits = {
  ...unlimited,
  AUTH_FAILURE_LIMIT_PER_SECOND: '1000000',
  AUTH_FAILURE_LIMIT_BURST: '1000000',
};

/** Starts processes of the service, and HAProxy with `deploy/haproxy.cfg`. */
export async function startService(
  cleanup: Cleanup,
  databaseUrl: string,
  { count = 4, env = {}, entry }: ServiceOptions = {},
): Promise<Service> {
  const ports: number[] = [];
  while (ports.length < count) ports.push(await freePort());
  const start = async (port: number): Promise<RunningProcess> => {
    const metricsPort = await freePort();
    const run = startProcess(
      {
        ...withoutLimits,
        DATABASE_URL: databaseUrl,
        DATABASE_POOL_SIZE: '8',
        PORT: String(port),
        METRICS_PORT: String(metricsPort),
        TRUSTED_PROXIES: '1',
        LOG_LEVEL: 'silent',
        WEBHOOK_ALLOW_PRIVATE: '1',
        WEBHOOK_SECRETS_KEY: testKey.toString('base64'),
        ...env,
      },
      [],
      ...(entry === undefined ? [] : [[entry]]),
    );
    await cleanup.use(Promise.resolve(run), ({ child, exited }) => {
      child.kill('SIGKILL');
      return exited;
    });
    const address = await run.ready;
    return { service: run, address, served: () => servedBy(metricsPort) };
  };
  const processes = await Promise.all(ports.map(start));
  const port = await freePort();
  await startHaproxy(cleanup, port, ports);
  return {
    port,
    address: `http://127.0.0.1:${port}`,
    processes,
    restart: async (index) => {
      processes[index] = await start(ports[index]!);
    },
  };
}

async function servedBy(metricsPort: number): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const counts = [...text.matchAll(/^courtbridge_requests_total\{.*\} (\d+)$/gm)];
  return counts.reduce((sum, [, count]) => sum + Number(count), 0);
}

/** Starts HAProxy with the configuration of the repository. Replaces only addresses, and adds servers. */
async function startHaproxy(cleanup: Cleanup, port: number, servers: number[]): Promise<void> {
  const text = readFileSync(new URL('../../deploy/haproxy.cfg', import.meta.url), 'utf8');
  const lines = servers.map((server, index) => `    server process${index + 1} 127.0.0.1:${server}\n`);
  const changed = text
    .replace('bind 127.0.0.1:8080', `bind 127.0.0.1:${port}`)
    .replace(/^ {4}server one 127\.0\.0\.1:4001\n {4}server two 127\.0\.0\.1:4002\n/m, lines.join(''));
  if (!changed.includes(`:${port}\n`) || !changed.includes(lines[0]!))
    throw new Error('deploy/haproxy.cfg does not have the expected addresses');
  const file = join(tmpdir(), `haproxy-${port}.cfg`);
  writeFileSync(file, changed);
  const proxy = spawn('haproxy', ['-f', file], { stdio: 'ignore' });
  const exited = new Promise((resolve) => proxy.once('close', resolve).once('error', resolve));
  await cleanup.use(Promise.resolve(proxy), () => {
    proxy.kill('SIGKILL');
    return exited;
  });
  const failed = new Promise<never>((_resolve, reject) =>
    proxy.once('error', () => reject(new Error('HAProxy is not installed (apt-get install haproxy)'))),
  );
  const ready = async () => {
    for (let attempt = 0; attempt < 100; attempt += 1) {
      const status = await fetch(`http://127.0.0.1:${port}/readyz`).then(
        (response) => response.status,
        () => 0,
      );
      if (status === 200) return;
      await sleep(100);
    }
    throw new Error('HAProxy finds no process that is ready');
  };
  await Promise.race([ready(), failed]);
}
