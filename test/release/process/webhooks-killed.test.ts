import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testKey, WebhookSending } from '../../harness/clients/webhook-sending.ts';
import { bookingBody, createFactories, type Tenant } from '../../harness/data/factories.ts';
import { runs } from '../../harness/data/runs.ts';
import '../../harness/measured.ts';
import { type ServiceProcess, startProcess } from '../../harness/servers/process.ts';
import { useTestDatabase } from '../../harness/servers/use-test-service.ts';
import type { Answer } from '../../harness/servers/webhook-receiver.ts';

/** In each round, two processes are killed. */
const rounds = runs(3);

describe('webhooks of processes that are killed', () => {
  const test = useTestDatabase('postgresql');
  let tenant: Tenant;
  let sending: WebhookSending;
  const processes = new Set<ServiceProcess>();
  beforeAll(async () => {
    tenant = await createFactories(test.database).tenant(2);
    sending = await WebhookSending.begin(test.database);
  });
  afterAll(async () => {
    for (const process of processes) await kill(process);
    await sending.stop();
  });

  const start = () => {
    const process = startProcess({
      DATABASE_URL: test.url,
      WEBHOOK_ALLOW_PRIVATE: '1',
      WEBHOOK_SECRETS_KEY: testKey.toString('base64'),
      RATE_LIMIT_PER_SECOND: '100000',
      RATE_LIMIT_BURST: '100000',
      DATABASE_POOL_SIZE: '4',
    });
    processes.add(process);
    return process;
  };
  const kill = async (process: ServiceProcess) => {
    process.child.kill('SIGKILL');
    await process.exited;
    processes.delete(process);
  };
  /** Simulates the expiry of all leases. No process may be running. */
  const leasesEnd = async () => {
    expect(processes.size).toBe(0);
    await test.database.query(
      `update webhook_deliveries set due_at = due_at - interval '1 minute', leased_until = leased_until - interval '1 minute'
       where leased_until is not null`,
      [],
    );
    await test.database.query(
      `update webhook_endpoints set due_at = now(), under_way = (
         select coalesce(jsonb_object_agg(key, value::timestamptz - interval '1 minute'), '{}') from jsonb_each_text(under_way)
       )`,
      [],
    );
  };
  /** Simulates three days, so that everything scheduled is due. */
  const daysPass = () =>
    test.database.query(
      `with deliveries as (update webhook_deliveries set due_at = due_at - interval '3 days' where due_at is not null)
       update webhook_endpoints set due_at = now(), held_until = held_until - interval '3 days'`,
      [],
    );
  const counted = async (from: string) => {
    const [row] = await test.database.query<{ count: number }>(
      `select count(*)::int as count from ${from}`,
      [],
    );
    return row!.count;
  };

  it('reach every endpoint at least once, never concurrently, and in order after a pause', async ({
    task,
  }) => {
    const { externalServiceId } = tenant;
    const well = ['/one', '/two'];
    const { urlOf } = sending.receiver;
    /** The responses until the last process starts. */
    const troubles: Record<string, () => Answer | undefined> = {
      '/fails': () => ({ status: 500 }),
      '/hangs': () => undefined,
      '/redirects': () => ({ status: 302, headers: { location: urlOf('/there') } }),
      '/gone': () => ({ status: 410 }),
      '/limits': () => ({ status: 429, headers: { 'retry-after': '7200' } }),
    };
    const paths = [...well, ...Object.keys(troubles)];
    const endpoint = (path: string, url = urlOf(path)) =>
      sending.endpoint(path, { externalServiceId, types: ['court_booking.created'], url });
    const ids = new Map<string, string>();
    for (const path of paths) ids.set(path, await endpoint(path));
    // Nothing listens there until the last process starts.
    const down = await endpoint('/down', 'http://127.0.0.1:1/');
    let left = 0;
    const book = async (service: ServiceProcess) => {
      const address = await service.ready;
      for (let isThere = true; isThere; ) {
        left += 1;
        const path = `/api/v1/external-services/${externalServiceId}/court-bookings/by-external-id/b${left}`;
        isThere = await fetch(address + path, {
          method: 'PUT',
          headers: { Authorization: `Bearer ${tenant.token}`, 'Content-Type': 'application/json' },
          body: JSON.stringify(bookingBody(tenant.courtIds[left % 2]!, {}, left)),
        }).then(
          () => true,
          () => false,
        );
      }
    };
    // Slow, so that deliveries are always in progress.
    const takes = async () => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      return { status: 204 };
    };
    sending.receiver.answer = ({ path }) => (troubles[path] ?? takes)();
    for (let round = 0; round < rounds; round += 1) {
      const pair = [start(), start()];
      const booking = Promise.all(pair.map(book));
      const before = sending.receiver.idsAt('/one').length;
      const [limited, gone] = ['/limits', '/gone'].map((path) => sending.receiver.idsAt(path).length);
      await expect.poll(() => sending.receiver.idsAt('/one').length, { interval: 5 }).toBeGreaterThan(before);
      for (const service of pair) {
        await service.ready;
        const some = left + 10 + Math.floor(Math.random() * 40);
        await expect.poll(() => left, { interval: 1 }).toBeGreaterThan(some);
        await kill(service);
      }
      await booking;
      // Only deliveries that were in progress before the endpoint responded.
      expect(sending.receiver.idsAt('/limits').length - limited!).toBeLessThanOrEqual(4);
      expect(sending.receiver.idsAt('/gone').length - gone!).toBeLessThanOrEqual(4);
      await leasesEnd();
    }
    for (const path of Object.keys(troubles))
      expect(sending.receiver.idsAt(path).length, path).toBeGreaterThan(0);
    expect(await sending.endpointState(ids.get('/gone')!)).toMatchObject({ pausedBecause: 'GONE' });
    await test.database.query('update webhook_endpoints set url = $2 where id = $1', [down, urlOf('/down')]);
    sending.receiver.answer = takes;
    const tried = sending.receiver.idsAt('/gone').length;
    await daysPass();
    const last = start();
    await last.ready;
    await expect.poll(() => counted('change_outbox')).toBe(0);
    await expect.poll(() => counted('webhook_deliveries where delivered_at is null')).toBe(0);
    const changes = await test.database.query<{ id: string; type: string }>(
      'select id, type from changes order by id',
      [],
    );
    expect(changes.length).toBeGreaterThan(50);
    const created = changes.filter(({ type }) => type === 'court_booking.created').map(({ id }) => id);
    for (const path of [...paths, '/down'])
      expect([...new Set(sending.receiver.idsAt(path))].sort(), path).toEqual(created);
    expect(sending.receiver.idsAt('/there')).toEqual([]);
    expect(sending.receiver.overlapping).toEqual([]);
    // It was resumed automatically and received the missed deliveries in order.
    expect(await sending.endpointState(ids.get('/gone')!)).toMatchObject({ pausedBecause: null });
    expect(sending.receiver.idsAt('/gone').slice(tried)).toEqual(created);
    expect(changes.map(({ type }) => type).filter((type) => type.startsWith('webhook_endpoint'))).toEqual([
      'webhook_endpoint.paused',
      'webhook_endpoint.resumed',
    ]);
    for (const path of paths) expect(sending.receiver.mostAtOnce(path)).toBeLessThanOrEqual(4);
    task.meta.measured = {
      'kills of a service process': 2 * rounds,
      'events for each endpoint': created.length,
    };
    last.child.kill('SIGTERM');
    expect(await last.exited).toBe(0);
    processes.delete(last);
  });
});
