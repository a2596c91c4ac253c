import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { unreadyReasons } from '../../../src/db/connection/readiness.ts';
import { execute } from '../../harness/global-setup.ts';
import { nobody } from '../../harness/servers/postgresql.ts';
import { useOwnPostgresql, useProcess } from '../../harness/servers/use-test-service.ts';

const OPERATOR_TOKEN = `operator-${randomUUID()}`;
const bearer = { Authorization: `Bearer ${OPERATOR_TOKEN}` };

describe('the reason why /readyz responds with 503', () => {
  const disk = mkdtempSync(join(tmpdir(), 'courtbridge-disk-'));
  const canMount = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=100k', 'tmpfs', disk]).status === 0;
  const server = useOwnPostgresql({ settings: ['fsync=off', 'max_connections=40'] });
  const service = useProcess(() => ({ DATABASE_URL: server.url, OPERATOR_TOKEN, METRICS_PORT: '0' }));
  let metricsAddress: string;
  beforeAll(async () => {
    const { stdout } = service.process;
    await vi.waitUntil(() => stdout().includes('/metrics'));
    metricsAddress = /Metrics\s+(\S+)\/metrics\n/.exec(stdout())![1]!;
  });
  afterAll(() => {
    if (canMount) spawnSync('umount', [disk]);
    rmSync(disk, { recursive: true });
  });
  const ready = async (at: string, headers: Record<string, string> = {}) => {
    const response = await fetch(`${at}/readyz`, { headers });
    const body = (await response.json()) as { status?: string; error?: { reason?: string } };
    return [response.status, body.error?.reason ?? body.status];
  };

  it('is shown only on METRICS_PORT and to operators', async () => {
    expect(await ready(metricsAddress)).toEqual([200, 'ready']);
    await execute(server.url, 'alter system set default_transaction_read_only = on');
    await execute(server.url, 'select pg_reload_conf()');
    const reason = unreadyReasons.read_only;
    await expect.poll(() => ready(metricsAddress)).toEqual([503, reason]);
    expect(await ready(service.address, bearer)).toEqual([503, reason]);
    expect(await ready(service.address)).toEqual([503, undefined]);
    expect(await ready(service.address, { Authorization: 'Bearer wrong' })).toEqual([503, undefined]);
    await execute(
      `${server.url}?options=-c%20default_transaction_read_only%3Doff`,
      'alter system reset default_transaction_read_only',
    );
    await execute(server.url, 'select pg_reload_conf()');
    await expect.poll(() => ready(service.address)).toEqual([200, 'ready']);
  });

  it('names the error code while the database is away', async () => {
    await server.kill();
    await expect
      .poll(() => ready(metricsAddress))
      .toEqual([503, expect.stringMatching(/cannot be used \(\w+/)]);
    await server.restart();
    await expect.poll(() => ready(metricsAddress)).toEqual([200, 'ready']);
  });

  const set = async (setting: string) => {
    await execute(server.url, `alter system ${setting}`);
    await execute(server.url, 'select pg_reload_conf()');
  };

  it.skipIf(!canMount)('is the disk when that of PostgreSQL is full (needs root, to mount one)', async () => {
    chownSync(disk, nobody, nobody);
    // PostgreSQL writes here what exceeds the memory of a query.
    await execute(server.url, `create tablespace full_disk location '${disk}'`);
    await set(`set temp_tablespaces = 'full_disk'`);
    await expect.poll(() => ready(metricsAddress)).toEqual([503, unreadyReasons['53100']]);
    await set('reset temp_tablespaces');
    await expect.poll(() => ready(metricsAddress)).toEqual([200, 'ready']);
    await execute(server.url, 'drop tablespace full_disk');
  });

  it('is the connections when other clients have taken all of them', async () => {
    const others: pg.Client[] = [];
    const takeAll = async () => {
      for (;;) {
        const client = new pg.Client({ connectionString: server.url });
        client.on('error', () => {});
        try {
          await client.connect();
        } catch {
          return;
        }
        others.push(client);
      }
    };
    await takeAll();
    const pids = others.map((client) => (client as unknown as { processID: number }).processID);
    await others[0]!.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where backend_type = 'client backend' and pid <> all ($1)`,
      [pids],
    );
    await takeAll();
    await expect.poll(() => ready(metricsAddress)).toEqual([503, unreadyReasons['53300']]);
    await Promise.all(others.map((client) => client.end()));
    await expect.poll(() => ready(metricsAddress)).toEqual([200, 'ready']);
  });
});
