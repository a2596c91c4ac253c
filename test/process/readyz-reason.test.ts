import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { execute } from '../harness/global-setup.ts';
import { startOwnPostgresql } from '../harness/own-postgresql.ts';
import type { PostgresqlServer } from '../harness/postgresql.ts';
import { type ServiceProcess, startProcess } from '../harness/process.ts';

const OPERATOR_TOKEN = `operator-${randomUUID()}`;
const bearer = { Authorization: `Bearer ${OPERATOR_TOKEN}` };

describe('the reason why /readyz responds with 503', () => {
  let server: PostgresqlServer;
  let service: ServiceProcess;
  let address: string;
  let metricsAddress: string;
  beforeAll(async () => {
    server = await startOwnPostgresql({ settings: ['fsync=off'] });
    service = startProcess({ DATABASE_URL: server.url, OPERATOR_TOKEN, METRICS_PORT: '0' });
    address = await service.ready;
    await vi.waitUntil(() => service.stdout().includes('/metrics'));
    metricsAddress = /Metrics\s+(\S+)\/metrics\n/.exec(service.stdout())![1]!;
  });
  afterAll(async () => {
    service.child.kill('SIGKILL');
    await service.exited;
    await server.stop();
  });
  const ready = async (at: string, headers: Record<string, string> = {}) => {
    const response = await fetch(`${at}/readyz`, { headers });
    const body = (await response.json()) as { status?: string; error?: { reason?: string } };
    return [response.status, body.error?.reason ?? body.status];
  };

  it('is shown on METRICS_PORT and to operators, and to nobody else', async () => {
    expect(await ready(metricsAddress)).toEqual([200, 'ready']);
    await execute(server.url, 'alter system set default_transaction_read_only = on');
    await execute(server.url, 'select pg_reload_conf()');
    const reason = expect.stringContaining('read-only');
    await expect.poll(() => ready(metricsAddress)).toEqual([503, reason]);
    expect(await ready(address, bearer)).toEqual([503, reason]);
    expect(await ready(address)).toEqual([503, undefined]);
    expect(await ready(address, { Authorization: 'Bearer wrong' })).toEqual([503, undefined]);
    await execute(
      `${server.url}?options=-c%20default_transaction_read_only%3Doff`,
      'alter system reset default_transaction_read_only',
    );
    await execute(server.url, 'select pg_reload_conf()');
    await expect.poll(() => ready(address)).toEqual([200, 'ready']);
  });

  it('names the error code while the database is away', async () => {
    await server.kill();
    await expect
      .poll(() => ready(metricsAddress))
      .toEqual([503, expect.stringMatching(/cannot be used \(\w+/)]);
    await server.restart();
    await expect.poll(() => ready(metricsAddress)).toEqual([200, 'ready']);
  });
});
