import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bookingBody, createFactories, type Tenant } from '../harness/factories.ts';
import { type ServiceProcess, startProcess } from '../harness/process.ts';
import { createTestDatabase, type TestDatabase } from '../harness/test-database.ts';
import { testKey, WebhookSending } from '../harness/webhook-sending.ts';

describe('webhooks of processes that are killed', () => {
  let test: TestDatabase;
  let tenant: Tenant;
  let sending: WebhookSending;
  const processes = new Set<ServiceProcess>();
  beforeAll(async () => {
    test = await createTestDatabase('postgresql');
    tenant = await createFactories(test.database).tenant(2);
    sending = await WebhookSending.begin(test.database);
  });
  afterAll(async () => {
    for (const process of processes) await kill(process);
    await sending.stop();
    await test.drop();
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
  /** Nobody is left: as if the time of the leases had gone by. */
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
  const counted = async (from: string) => {
    const [row] = await test.database.query<{ count: number }>(
      `select count(*)::int as count from ${from}`,
      [],
    );
    return row!.count;
  };

  it('reach every endpoint at least once, and two processes never send the same one at once', async () => {
    const { externalServiceId } = tenant;
    const paths = ['/one', '/two'];
    for (const path of paths)
      await sending.endpoint(path, { externalServiceId, types: ['court_booking.created'] });
    let left = 0;
    /** Bookings, until one of these processes has gone. */
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
    // Slowly: at every moment some are under way.
    sending.receiver.answer = async () => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      return { status: 204 };
    };
    for (let round = 0; round < 3; round += 1) {
      const pair = [start(), start()];
      const booking = Promise.all(pair.map(book));
      const before = sending.receiver.received.length;
      await expect.poll(() => sending.receiver.received.length, { interval: 5 }).toBeGreaterThan(before);
      for (const service of pair) {
        await service.ready;
        const some = left + 10 + Math.floor(Math.random() * 40);
        await expect.poll(() => left, { interval: 1 }).toBeGreaterThan(some);
        await kill(service);
      }
      await booking;
      await leasesEnd();
    }
    const last = start();
    await last.ready;
    await expect.poll(() => counted('change_outbox'), { timeout: 60_000 }).toBe(0);
    await expect
      .poll(() => counted('webhook_deliveries where delivered_at is null'), { timeout: 60_000 })
      .toBe(0);
    const changes = await test.database.query<{ id: string }>('select id from changes order by id', []);
    expect(changes.length).toBeGreaterThan(50);
    for (const path of paths)
      expect([...new Set(sending.receiver.idsAt(path))].sort()).toEqual(changes.map(({ id }) => id));
    expect(sending.receiver.overlapping).toEqual([]);
    for (const path of paths) expect(sending.receiver.mostAtOnce(path)).toBeLessThanOrEqual(4);
    last.child.kill('SIGTERM');
    expect(await last.exited).toBe(0);
    processes.delete(last);
  });
});
