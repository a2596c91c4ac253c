import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createFactories, userBody } from '../../harness/data/factories.ts';
import { logOf } from '../../harness/servers/process.ts';
import '../../harness/measured.ts';
import { cloneTemplate, createTestDatabase } from '../../harness/servers/test-database.ts';
import { forTest, processForTest } from '../../harness/servers/use-test-service.ts';

describe('SIGTERM', () => {
  it('serves with /readyz at 503 during DRAIN_GRACE_MS, and ends at once on a second signal', async () => {
    const { url } = await forTest(cloneTemplate());
    // Longer than the test, so that the process cannot have waited to the end.
    const service = processForTest({ DATABASE_URL: url, DRAIN_GRACE_MS: '120000' });
    const address = await service.ready;
    const statusOf = async (path: string) =>
      (await fetch(address + path, { headers: { Connection: 'close' } })).status;
    expect(await statusOf('/readyz')).toBe(200);
    service.child.kill('SIGTERM');
    await expect.poll(() => statusOf('/readyz')).toBe(503);
    // Longer than the default grace period.
    for (let n = 0; n < 25; n += 1) {
      expect(await statusOf('/api/v1/openapi.json')).toBe(200);
      await sleep(50);
    }
    expect(service.child.exitCode).toBeNull();
    service.child.kill('SIGTERM');
    expect(await service.exited).toBe(1);
  });

  it('drains kept connections under load without a failed or reset request', async ({ task }) => {
    const { database, url } = await forTest(createTestDatabase('postgresql'));
    const tenant = await createFactories(database).tenant();
    const service = processForTest({
      DATABASE_URL: url,
      RATE_LIMIT_PER_SECOND: '100000',
      RATE_LIMIT_BURST: '100000',
    });
    const address = new URL(await service.ready);
    const agent = new Agent({ keepAlive: true, maxSockets: 8 });
    const outcomes: (number | string)[] = [];
    let refusedSince = 0;

    const create = () =>
      new Promise<number | string>((resolve) => {
        const call = request(
          {
            agent,
            host: address.hostname,
            port: address.port,
            method: 'POST',
            path: `/api/v1/external-services/${tenant.externalServiceId}/users`,
            headers: { Authorization: `Bearer ${tenant.token}`, 'Content-Type': 'application/json' },
          },
          (response) => {
            response.resume();
            response.on('end', () => resolve(response.statusCode!));
            response.on('error', (error) => resolve(String(error)));
          },
        );
        call.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
        call.end(JSON.stringify(userBody()));
      });

    let drained = false;
    const clients = Array.from({ length: 8 }, async () => {
      while (!drained) {
        const outcome = await create();
        // The service never accepted a refused connection. A client would use another process.
        if (outcome === 'ECONNREFUSED') refusedSince += 1;
        else outcomes.push(outcome);
        if (refusedSince > 0) break;
      }
    });
    await expect.poll(() => outcomes.length).toBeGreaterThan(50);
    service.child.kill('SIGTERM');
    await expect
      .poll(async () => (await fetch(new URL('/readyz', address)).catch(() => ({ status: 0 }))).status)
      .toBeOneOf([503, 0]);
    expect(await service.exited).toBe(0);
    drained = true;
    await Promise.all(clients);
    agent.destroy();

    expect(outcomes.filter((outcome) => outcome !== 201)).toEqual([]);
    expect(await database.query('select from users', [])).toHaveLength(outcomes.length);
    task.meta.measured = { 'requests during a drain': outcomes.length };
  });

  it('ends a waiting request for changes at once with an empty page', async () => {
    const { database, url } = await forTest(createTestDatabase('postgresql'));
    const tenant = await createFactories(database).tenant();
    const service = processForTest({ DATABASE_URL: url, DRAIN_GRACE_MS: '0' });
    const address = await service.ready;
    const changes = `${address}/api/v1/external-services/${tenant.externalServiceId}/changes`;
    const headers = { Authorization: `Bearer ${tenant.token}` };
    const { nextCursor } = (await (await fetch(`${changes}?cursor=latest`, { headers })).json()) as {
      nextCursor: string;
    };
    const waiting = fetch(`${changes}?wait=30&cursor=${nextCursor}`, { headers });
    // The database runs `watch_changes` while a client waits.
    const watching = `select from pg_stat_activity where datname = current_database()
      and query like '%watch_changes%' and pid <> pg_backend_pid()`;
    await expect.poll(() => database.query(watching, [])).not.toEqual([]);
    service.child.kill('SIGTERM');
    const answer = await waiting;
    expect([answer.status, await answer.json()]).toEqual([200, { items: [], nextCursor, caughtUp: true }]);
    expect(await service.exited).toBe(0);
    const { status, ms } = logOf(service).findLast(({ operation }) => operation === 'listChanges');
    // Without the signal, it would have waited for 30 s.
    expect([status, ms < 30_000]).toEqual([200, true]);
  });
});
