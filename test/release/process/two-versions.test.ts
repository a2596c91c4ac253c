import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { faultsOf } from '../../harness/assertions/openapi-validator.ts';
import { bookingBody, userBody } from '../../harness/data/factories.ts';
import { changedVersion, unpackLastRelease, type Version } from '../../harness/data/versions.ts';
import '../../harness/measured.ts';
import type { ServiceProcess } from '../../harness/servers/process.ts';
import { emptyDatabase } from '../../harness/servers/test-database.ts';
import { processForTest, use } from '../../harness/servers/use-test-service.ts';

interface Demo {
  externalServiceId: string;
  courtId: string;
  token: string;
}

interface Answer {
  status: number;
  headers: Headers;
  body: unknown;
}

describe('two versions on one database', () => {
  const database = use(emptyDatabase, ({ drop }) => drop());
  const versions: Version[] = [];
  const agent = new Agent({ keepAlive: true });
  afterAll(() => {
    agent.destroy();
    for (const version of versions) version.remove();
  });

  const start = (entry?: string, env: Record<string, string> = {}) => {
    const limits = { RATE_LIMIT_PER_SECOND: '1000000', RATE_LIMIT_BURST: '1000000', DRAIN_GRACE_MS: '200' };
    return processForTest(
      { DATABASE_URL: database.url, ...limits, ...env },
      [],
      entry === undefined ? undefined : [entry],
    );
  };
  /** Starts a process with demo data, and returns what it prints of them. */
  const startDemo = async (entry?: string) => {
    const service = start(entry, { DEMO_DATA: '1' });
    const address = await service.ready;
    await expect.poll(service.stdout).toContain('each start prints a new one');
    const printed = (pattern: RegExp) => pattern.exec(service.stdout())![1]!;
    const demo: Demo = {
      externalServiceId: printed(/external-services\/([0-9a-f-]+)\/users/),
      courtId: printed(/"courtId":"([0-9a-f-]+)"/),
      token: printed(/Bearer (\S+)'/),
    };
    return { service, address, demo };
  };
  const stop = async ({ child, exited }: ServiceProcess) => {
    child.kill('SIGTERM');
    expect(await exited).toBe(0);
  };

  const call = (address: string, token: string, method: string, path: string, body: unknown) =>
    new Promise<Answer | { refused: string }>((resolve) => {
      const sent = request(
        new URL(path, address),
        { agent, method, headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' } },
        async (response) => {
          let text = '';
          for await (const chunk of response) text += chunk;
          resolve({
            status: response.statusCode!,
            headers: new Headers(response.headers as Record<string, string>),
            body: JSON.parse(text),
          });
        },
      );
      sent.on('error', (error: NodeJS.ErrnoException) => resolve({ refused: error.code ?? error.message }));
      sent.end(JSON.stringify(body));
    });

  /** Starts clients that create, repeat and update bookings and users at any of the serving processes, until they are stopped. */
  const load = ({ externalServiceId, courtId, token }: Demo, serving: Set<string>) => {
    const answers: Record<string, number> = {};
    const faults: string[] = [];
    const created = { bookings: 0, users: 0 };
    let [slot, isOver] = [0, false];
    const base = `/api/v1/external-services/${externalServiceId}`;
    /** Sends to a process that accepts the connection. A process never accepted a refused connection. */
    const send = async (operationId: string, method: string, path: string, body: unknown) => {
      while (true) {
        const all = [...serving];
        if (all.length === 0) await sleep(20);
        if (all.length === 0) continue;
        const address = all[Math.floor(Math.random() * all.length)]!;
        const answer = await call(address, token, method, base + path, body);
        if ('refused' in answer) {
          if (answer.refused === 'ECONNREFUSED') continue;
          faults.push(`${answer.refused} at ${address}`);
          return { status: 0 };
        }
        answers[answer.status] = (answers[answer.status] ?? 0) + 1;
        const invalid = faultsOf(operationId, answer);
        if (answer.status >= 300 || invalid.length > 0)
          faults.push(`${operationId} ${answer.status} ${JSON.stringify(answer.body)} ${invalid}`);
        return answer;
      }
    };
    const clients = Array.from({ length: 4 }, async () => {
      while (!isOver) {
        slot += 1;
        const path = `/court-bookings/by-external-id/${randomUUID()}`;
        const body = bookingBody(courtId, { participants: [{ email: `${slot}@example.com` }] }, slot);
        const put = (changes = {}) => send('upsertCourtBooking', 'PUT', path, { ...body, ...changes });
        if ((await put()).status === 201) created.bookings += 1;
        await put();
        await put({ externalUpdatedAt: '2026-11-20T12:00:00.000001Z', participants: [] });
        if ((await send('createUser', 'POST', '/users', userBody())).status === 201) created.users += 1;
        // Limits the load, because versions start at the same time.
        await sleep(100);
      }
    });
    return {
      answers,
      faults,
      created,
      count: () => Object.values(answers).reduce((sum, n) => sum + n, 0),
      stop: async () => {
        isOver = true;
        await Promise.all(clients);
      },
    };
  };

  it('the last release and this one serve together through restarts and a rollback without a fault', async ({
    task,
  }) => {
    const lastRelease = unpackLastRelease();
    versions.push(lastRelease);
    const first = await startDemo(lastRelease.entry);
    let old = first.service;
    const serving = new Set([first.address]);
    const run = load(first.demo, serving);
    const whileSome = async (more: number) => {
      const goal = run.count() + more;
      await expect.poll(() => run.count(), { interval: 50 }).toBeGreaterThanOrEqual(goal);
    };
    await whileSome(100);

    // A slow reader must not block partners, who would queue behind the migration.
    const reader = new pg.Client(database.url);
    await reader.connect();
    await reader.query('begin; select count(*) from partner_requests; select count(*) from audit_events');
    let present = start();
    await expect.poll(() => present.stdout()).toContain('held by another session');
    await whileSome(100);
    await reader.query('commit');
    await reader.end();
    const join = async (service: ServiceProcess) => {
      const address = await service.ready;
      serving.add(address);
      return address;
    };
    const leave = async (service: ServiceProcess) => {
      serving.delete(await service.ready);
      await stop(service);
    };
    await join(present);
    await whileSome(100);

    // A starting version replaces nothing of the other one.
    await leave(old);
    old = start(lastRelease.entry);
    await join(old);
    await whileSome(100);
    await leave(present);
    present = start();
    await join(present);
    await whileSome(100);

    // Back to the last release. The schema of the new one stays.
    await leave(present);
    await whileSome(100);
    await leave(old).then(() => {
      old = start(lastRelease.entry);
    });
    // No process serves briefly, and the clients retry.
    await join(old);
    await whileSome(100);
    await run.stop();

    expect(run.faults).toEqual([]);
    task.meta.measured = { 'requests with two releases': run.count() };
    const client = new pg.Client(database.url);
    await client.connect();
    const { rows } = await client.query(
      `select (select count(*)::int from court_bookings) as bookings,
         (select count(*)::int from users where email like 'person-%') as users,
         (select count(*)::int from audit_events where action = 'createUser') as audited`,
    );
    await client.end();
    expect(rows).toEqual([{ ...run.created, audited: run.created.users }]);
    await stop(old);
  });

  it('each version keeps its own rules, whichever started last', async () => {
    // A future version that treats adjacent bookings as an overlap, and has a parameter of another type.
    const next = changedVersion({
      'src/rules/court-booking.ts': (source) =>
        source.replace(
          'a.startDate < b.endDate && b.startDate < a.endDate',
          'a.startDate <= b.endDate && b.startDate <= a.endDate',
        ),
      'src/db/functions/load-court-bookings.sql': (source) =>
        source
          .replace(
            '(place.court_id, place.start_date, ',
            "(place.court_id, place.start_date - interval '1 us', ",
          )
          .replace('p_emails text[]', 'p_emails varchar[]'),
    });
    versions.push(next);
    const { service, demo } = await startDemo();
    const { externalServiceId, courtId, token } = demo;
    let present = service;
    let slot = 50_000;
    const bookBackToBack = async (service: ServiceProcess) => {
      const address = await service.ready;
      const put = (at: number) =>
        call(
          address,
          token,
          'PUT',
          `/api/v1/external-services/${externalServiceId}/court-bookings/by-external-id/${randomUUID()}`,
          bookingBody(courtId, {}, at),
        ) as Promise<Answer>;
      slot += 10;
      expect((await put(slot)).status).toBe(201);
      return (await put(slot + 1)).status;
    };
    const later = start(next.entry);
    for (let round = 0; round < 2; round += 1) {
      expect(await bookBackToBack(present)).toBe(201);
      expect(await bookBackToBack(later)).toBe(409);
      await stop(present);
      present = start();
    }
    expect(await bookBackToBack(later)).toBe(409);
    expect(await bookBackToBack(present)).toBe(201);
    await stop(later);
    await stop(present);
  });

  it('cancellations and batches respect the locks and rules of the last release', async () => {
    const lastRelease = unpackLastRelease();
    versions.push(lastRelease);
    const { service: present, address: presentAddress, demo } = await startDemo();
    const { externalServiceId, courtId, token } = demo;
    const old = start(lastRelease.entry);
    const oldAddress = await old.ready;
    const base = `/api/v1/external-services/${externalServiceId}/court-bookings`;
    const stamp = (n: number) => new Date(Date.UTC(2026, 10, 20) + n).toISOString();
    const body = (slot: number, at: number) => ({
      ...bookingBody(courtId, {}, 70_000 + slot),
      externalUpdatedAt: stamp(at),
    });
    const ask = (address: string, method: string, path: string, sent?: unknown) =>
      call(address, token, method, base + path, sent) as Promise<Answer>;
    const put = async (address: string, id: string, slot: number, at: number) => {
      const answer = await ask(address, 'PUT', `/by-external-id/${id}`, body(slot, at));
      const { error } = answer.body as { error?: { type: string } };
      return error ? `${answer.status} ${error.type}` : answer.status;
    };
    const cancel = async (id: string, at: number) =>
      (await ask(presentAddress, 'DELETE', `/by-external-id/${id}?externalUpdatedAt=${stamp(at)}`)).status;
    const batch = (items: unknown[], atomic = false) =>
      ask(presentAddress, 'POST', '/batch', { atomic, items });
    const upsert = (id: string, slot: number, at: number) => ({
      action: 'upsert',
      externalCourtBookingId: id,
      ...body(slot, at),
    });

    // A cancellation frees the place for both versions. To the last release, a booking stays cancelled. To this one, a newer upsert
    // reinstates it.
    expect(await put(oldAddress, 'a', 1, 1)).toBe(201);
    expect(await cancel('a', 2)).toBe(200);
    expect(await put(oldAddress, 'a', 1, 3)).toBe('409 version_conflict');
    expect(await put(oldAddress, 'b', 1, 1)).toBe(201);
    expect(await put(presentAddress, 'a', 1, 3)).toBe('409 court_booking_overlap');
    expect(await put(presentAddress, 'a', 2, 1)).toBe('409 stale_write');
    expect(await put(presentAddress, 'a', 2, 3)).toBe(200);
    expect(await put(oldAddress, 'a', 2, 3)).toBe(200);
    // Two bookings of the last release swap places. The last release treats the result as its own write.
    expect((await batch([upsert('a', 1, 4), upsert('b', 2, 4)], true)).status).toBe(200);
    expect(await put(oldAddress, 'a', 1, 4)).toBe(200);
    expect(await put(oldAddress, 'b', 2, 3)).toBe('409 stale_write');
    expect(await put(oldAddress, 'c', 2, 1)).toBe('409 court_booking_overlap');
    // A cancellation arrives before its create. The last release does not know of it. A repeated cancellation then cancels the booking that
    // it created.
    expect(await cancel('d', 2)).toBe(200);
    expect(await put(presentAddress, 'd', 3, 1)).toBe('409 stale_write');
    expect(await put(oldAddress, 'd', 3, 1)).toBe(201);
    expect(await cancel('d', 2)).toBe(200);
    expect(await put(presentAddress, 'e', 3, 1)).toBe(201);

    const faults: string[] = [];
    /** The newest acknowledged version of each booking. */
    const newest = new Map<string, number>();
    const acknowledged = (id: string, at: number) => newest.set(id, Math.max(newest.get(id) ?? 0, at));
    const some = (count: number) => Math.floor(Math.random() * count);
    let clock = 100;
    // Some versions arrive late.
    const nextStamp = () => ++clock - some(15);
    const singly = async (address: string) => {
      for (let n = 0; n < 40; n += 1) {
        const [id, at] = [`hot-${some(6)}`, nextStamp()];
        const status = await put(address, id, 10 + some(6), at);
        if (typeof status === 'number') acknowledged(id, at);
        if (!['200', '201', '409'].includes(String(status).slice(0, 3))) faults.push(String(status));
      }
    };
    const inBatches = async (atomic: boolean) => {
      for (let n = 0; n < 10; n += 1) {
        const at = nextStamp();
        const items = Array.from({ length: 6 }, (_, id) =>
          some(3) === 0
            ? { action: 'cancel', externalCourtBookingId: `hot-${id}`, externalUpdatedAt: stamp(at) }
            : upsert(`hot-${id}`, 10 + ((id + n) % 6), at),
        ).sort(() => Math.random() - 0.5);
        const answer = await batch(items, atomic);
        if (answer.status >= 500) faults.push(`${answer.status} ${JSON.stringify(answer.body)}`);
        const { results = [] } = answer.body as { results?: { status: number }[] };
        for (const [index, { status }] of results.entries()) {
          if (status < 300) acknowledged(items[index]!.externalCourtBookingId, at);
          else if (status >= 500) faults.push(`item ${status}`);
        }
      }
    };
    await Promise.all([
      singly(oldAddress),
      singly(oldAddress),
      singly(presentAddress),
      inBatches(true),
      inBatches(false),
    ]);
    expect(faults).toEqual([]);
    const client = new pg.Client(database.url);
    await client.connect();
    const { rows } = await client.query<{ id: string; at: Date }>(
      `select external_court_booking_id as id, external_updated_at as at from court_bookings
       where external_court_booking_id like 'hot-%'
       union all
       select external_court_booking_id, external_updated_at from cancellation_stamps
       where external_court_booking_id like 'hot-%'
       order by at`,
    );
    const { rows: overlapping } = await client.query(
      `select from court_bookings one join court_bookings other
         on one.court_id = other.court_id and one.id < other.id and one.active and other.active
           and one.start_date < other.end_date and other.start_date < one.end_date`,
    );
    await client.end();
    expect(overlapping).toEqual([]);
    expect(newest.size).toBe(6);
    // A booking that was cancelled first and then written by the last release has a row in both tables. The newer one counts.
    expect(Object.fromEntries(rows.map(({ id, at }) => [id, at.getTime() - Date.UTC(2026, 10, 20)]))).toEqual(
      Object.fromEntries(newest),
    );
    await stop(old);
    await stop(present);
  });
});
