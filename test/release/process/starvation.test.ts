import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../../harness/clients/graphql-client.ts';
import { bookingBody, type Tenant } from '../../harness/data/factories.ts';
import '../../harness/measured.ts';
import { useClient, useTestService } from '../../harness/servers/use-test-service.ts';

const poolSize = 10;

describe('isolation of requests that wait', () => {
  const service = useTestService('postgresql', { poolSize });
  let [held, other]: Tenant[] = [];
  let operator: string;
  const observer = useClient(service);
  beforeAll(async () => {
    [held, other] = [await service.factories.tenant(), await service.factories.tenant()];
    operator = (await service.factories.operator('ADMIN')).secret;
  });

  const put = ({ externalServiceId, token }: Tenant, id: string, courtId: string, slot: number) =>
    service.upsertCourtBooking(externalServiceId, id, { token, body: bookingBody(courtId, {}, slot) });
  const backends = async () => {
    const { rows } = await observer.query<{ pid: number; state: string; waits: boolean; query: string }>(
      `select pid, state, wait_event_type = 'Lock' as waits, left(query, 80) as query from pg_stat_activity
       where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid() and application_name <> 'holder'`,
    );
    return rows;
  };
  const whileHeld = async <Result>(lock: string, work: () => Promise<Result>): Promise<Result> => {
    const holder = new pg.Client({ connectionString: service.url, application_name: 'holder' });
    await holder.connect();
    await holder.query(`begin; ${lock}`);
    try {
      return await work();
    } finally {
      await holder.query('rollback');
      await holder.end();
    }
  };

  it('a locked court rejects its own bookings and affects neither other courts nor /readyz', async () => {
    const row = `select from courts where id = '${held!.courtIds[0]}' for update`;
    await whileHeld(row, async () => {
      // More requests than the pool has connections. Without a limit for the court, they would take all of them.
      const stuck = Array.from({ length: 40 }, (_, n) => put(held!, `held-${n}`, held!.courtIds[0], n));
      await expect
        .poll(async () => (await backends()).filter(({ waits }) => waits).length)
        .toBeGreaterThan(0);
      for (let n = 0; n < 100; n += 1) {
        expect((await put(other!, `free-${n}`, other!.courtIds[0], n)).status).toBe(201);
      }
      // The same partner's other courts also accept bookings.
      expect((await put(held!, 'elsewhere', held!.courtIds[1], 1)).status).toBe(201);
      expect((await service.call('/readyz', {})).status).toBe(200);
      const waiting = (await backends()).filter(({ waits }) => waits);
      expect(waiting.length).toBeLessThanOrEqual(3);
      for (const answer of await Promise.all(stuck)) {
        expect(answer.body.error?.type).toBe('service_unavailable');
        expect(answer.headers.get('retry-after')).toBe('1');
      }
      return undefined;
    });
    // A new booking, because some of the rejected ones may have been stored afterwards.
    expect((await put(held!, 'afterwards', held!.courtIds[0], 40)).status).toBe(201);
  });

  it('a saturated partner is rejected early with 503 while another partner is served', async () => {
    const both = held!.courtIds.slice(0, 2).map((id) => `'${id}'`);
    await whileHeld(`select from courts where id in (${both}) for update`, async () => {
      // A hundred queued requests for each of two courts exceed what one partner may queue.
      let isOver = false;
      const waiting = Array.from({ length: 240 }, async (_, n) => {
        while (!isOver)
          expect((await put(held!, `waiting-${n}`, held!.courtIds[n % 2]!, 500 + n)).status).toBe(503);
      });
      // A request without a token is rejected with 401 until the queue is full. Then it is not read.
      let unread: Awaited<ReturnType<typeof put>>;
      const status = async () => {
        unread = await service.upsertCourtBooking(held!.externalServiceId, 'unread', { body: {} });
        return unread.status;
      };
      await expect.poll(status, { interval: 5 }).toBe(503);
      expect(unread!.body.error.type).toBe('service_unavailable');
      expect(unread!.headers.get('retry-after')).toBe('1');
      expect(unread!.headers.get('ratelimit-policy')).not.toBeNull();
      expect((await put(other!, 'beside', other!.courtIds[0], 900)).status).toBe(201);
      isOver = true;
      await Promise.all(waiting);
    });
    const after = await put(held!, 'after', held!.courtIds[0], 950);
    expect(after.status).toBe(201);
    await service.app.close();
    const { rows: recorded } = await observer.query<{ count: number }>(
      `select sum(request_count)::int as count from partner_requests
       where error_type = 'service_unavailable' and external_service_id is null`,
    );
    expect(recorded[0]!.count).toBeGreaterThanOrEqual(2);
  });

  it('reads of a locked table use at most two extra connections, and none continues afterwards', async () => {
    await whileHeld('lock table organizations in access exclusive mode', async () => {
      let most = 0;
      let isOver = false;
      const watching = (async () => {
        while (!isOver) {
          most = Math.max(most, (await backends()).length);
          await new Promise((resolve) => setTimeout(resolve, 50));
        }
      })();
      const reads = Array.from({ length: 60 }, () =>
        ask(service, operator, '{ organizations { nodes { id } } }'),
      );
      const { externalServiceId, token } = held!;
      const lists = Array.from({ length: 30 }, () =>
        service.call(`/api/v1/external-services/${externalServiceId}/courts`, { token }, 'listCourts'),
      );
      // A booking needs the grant of the organization, but not the locked table.
      for (let n = 0; n < 30; n += 1)
        expect((await put(other!, `beside-${n}`, other!.courtIds[1], n)).status).toBe(201);
      for (const { errors } of await Promise.all(reads))
        expect(errors![0]!.extensions!.type).toBe('service_unavailable');
      for (const { status } of await Promise.all(lists)) expect(status).toBe(503);
      isOver = true;
      await watching;
      expect(most).toBeLessThanOrEqual(poolSize + 2);
      // The server itself ends abandoned statements, although the lock is still held.
      await expect.poll(async () => (await backends()).filter(({ state }) => state === 'active')).toEqual([]);
      return undefined;
    });
  });

  it('98 of 100 requests succeed while an administrator terminates all connections', async ({ task }) => {
    const statuses = new Map<number, number>();
    const acknowledged: string[] = [];
    let sent = 0;
    await Promise.all(
      Array.from({ length: 4 }, async (_client, client) => {
        for (let n = 0; n < 100; n += 1) {
          sent += 1;
          // Every tenth request is sent while all open connections are being terminated.
          const killing =
            sent % 10 === 0
              ? observer.query(
                  'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
                )
              : undefined;
          const id = `killed-${client}-${n}`;
          const { status } = await put(other!, id, other!.courtIds[0], 1_000 + client * 100 + n);
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
          if (status < 300) acknowledged.push(id);
          await killing;
        }
      }),
    );
    // 200 means that the booking was written, but the connection ended before the response.
    const done = (statuses.get(201) ?? 0) + (statuses.get(200) ?? 0);
    expect(done + (statuses.get(503) ?? 0)).toBe(400);
    expect(done).toBeGreaterThanOrEqual(392);
    task.meta.measured = { 'requests while connections end': 400, 'not 2xx': 400 - done };
    const { rowCount } = await observer.query(
      'select from court_bookings where external_court_booking_id = any($1)',
      [acknowledged],
    );
    expect(rowCount).toBe(acknowledged.length);
  });
});
