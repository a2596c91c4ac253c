import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createPartnerClient } from '../../../sdk/src/index.ts';
import { operatorOf } from '../../harness/clients/operator-calls.ts';
import { compileConsumer, createConsumer } from '../../harness/clients/sdk-consumer.ts';
import { testKey } from '../../harness/clients/webhook-sending.ts';
import { createFactories, type Factories, type Tenant } from '../../harness/data/factories.ts';
import { freePort } from '../../harness/servers/postgresql.ts';
import { type ServiceProcess, startProcess } from '../../harness/servers/process.ts';
import { createTestDatabase, type TestDatabase } from '../../harness/servers/test-database.ts';
import { npm } from './installed.ts';
import { type Registry, startRegistry } from './verdaccio.ts';

const program = fileURLToPath(new URL('../../../sdk/examples/club-week/club.ts', import.meta.url));

describe('a new partner with an empty project, the published package and its README', () => {
  let registry: Registry;
  let folder: string;
  let test: TestDatabase;
  let factories: Factories;
  let tenant: Tenant;
  let service: ServiceProcess;
  let address: string;
  let env: Record<string, string>;
  let running: ChildProcess | undefined;
  beforeAll(async () => {
    registry = await startRegistry();
    folder = createConsumer([]);
    await npm(folder, ['publish', inject('tarball')], toRegistry());
    await npm(folder, ['install', '@courtbridge/sdk'], toRegistry());
    cpSync(program, join(folder, 'src/club.ts'));

    test = await createTestDatabase('postgresql');
    factories = createFactories(test.database);
    tenant = await factories.tenant(20);
    await start();
    const PORT = String(await freePort());
    const operator = await operatorOf({ address, factories });
    const url = `http://127.0.0.1:${PORT}/`;
    const types = ['COURT_BOOKING_CANCELLED'];
    const { secret } = await operator.createWebhookEndpoint(tenant.externalServiceId, url, types);
    env = {
      PATH: process.env.PATH ?? '',
      PORT,
      BASE_URL: address,
      TOKEN: tenant.token,
      WEBHOOK_SECRET: secret,
      WEEK: hour(0),
      NEXT_WEEK: hour(168),
    };
  });
  afterAll(async () => {
    if (running) await end(running);
    if (service) await kill();
    await test?.drop();
    await registry?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const toRegistry = () => ({ registry: registry.url, userconfig: registry.userconfig });
  const hour = (number: number) => new Date(Date.UTC(2027, 0, 4, number)).toISOString();

  const start = async () => {
    service = startProcess({
      DATABASE_URL: test.url,
      PORT: address ? new URL(address).port : '0',
      WEBHOOK_ALLOW_PRIVATE: '1',
      WEBHOOK_SECRETS_KEY: testKey.toString('base64'),
      RATE_LIMIT_PER_SECOND: '100000',
      RATE_LIMIT_BURST: '100000',
    });
    address = await service.ready;
  };
  const kill = async () => {
    service.child.kill('SIGKILL');
    await service.exited;
  };

  const startProgram = () => {
    const child = spawn(process.execPath, ['src/club.js'], { cwd: folder, env });
    running = child;
    const lines: string[] = [];
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => lines.push(...String(chunk).trimEnd().split('\n')));
    return { child, lines };
  };
  const end = async (child: ChildProcess) => {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    running = undefined;
  };

  const count = async (from: string) => {
    const sql = `select count(*)::int as count from ${from}`;
    return (await test.database.query<{ count: number }>(sql, []))[0]!.count;
  };
  /** Waits until the count exceeds `least`. Polls often, so that the next step interrupts the work. */
  const reach = async (from: string, least: number, { lines }: { lines: string[] }) => {
    const reached = async () => ({ lines, isReached: (await count(from)) > least });
    await expect.poll(reached, { interval: 2, timeout: 120_000 }).toEqual({ lines: [], isReached: true });
  };

  /** A row of bookings.csv. `at` is one of the week's 3,360 court hours. */
  interface Row {
    id: string;
    at: number;
    version: number;
  }
  const placeOf = ({ at }: Row) => ({ court: at % 20, start: hour(Math.floor(at / 20)) });
  const writeBookings = (rows: Row[]) => {
    const lines = rows.map((row, index) => {
      const { court, start } = placeOf(row);
      const changed = new Date(Date.UTC(2026, 10, 1, 12, 0, row.version)).toISOString();
      const endDate = hour(Math.floor(row.at / 20) + 1);
      return [row.id, `Court ${court + 1}`, start, endDate, changed, `member-${index}`].join();
    });
    writeFileSync(join(folder, 'bookings.csv'), `id,court,start,end,changed,member\n${lines.join('\n')}\n`);
  };
  const placesIn = (rows: Row[]) =>
    Object.fromEntries(
      rows.map((row) => [row.id, `${tenant.courtIds[placeOf(row).court]} ${placeOf(row).start}`]),
    );

  const client = () => createPartnerClient({ baseUrl: address, token: tenant.token });
  const placesStored = async () => {
    const places: Record<string, string> = {};
    for await (const one of client().listCourtBookings({ limit: 100 }))
      places[one.externalCourtBookingId] = `${one.courtId} ${one.startDate}`;
    return places;
  };
  /** The number of changes by type, and of distinct resources over all types. */
  const changes = async () => {
    const times: Record<string, number> = {};
    const things = new Set<string>();
    for await (const { type, data } of client().listChanges({ limit: 100 })) {
      const { id, externalCourtBookingId } = data as { id?: string; externalCourtBookingId?: string };
      times[type] = (times[type] ?? 0) + 1;
      things.add(`${type} ${externalCourtBookingId ?? id}`);
    }
    return { times, things: things.size };
  };
  const inStep = (done: object) => {
    const none = { created: 0, updated: 0, cancelled: 0, replayed: 0, unchanged: 0, refused: 0 };
    return `2000 members, ${JSON.stringify({ ...none, ...done })}`;
  };

  it('the program has at most 60 lines and compiles strictly', () => {
    const lines = readFileSync(program, 'utf8')
      .split('\n')
      .filter((line) => line.trim() !== '');
    expect(lines.length).toBeLessThanOrEqual(60);
    expect(compileConsumer(folder, { skipDefaultLibCheck: true })).toBe('');
  });

  it('2,000 members and bookings become equal on both sides without duplicates, despite three kills', async () => {
    const members = Array.from({ length: 2_000 }, (_, n) => `member-${n},m${n}@example.com,Zoë,Ünsal ${n}`);
    writeFileSync(join(folder, 'members.csv'), `member,email,first,last\n${members.join('\n')}\n`);
    const first = members.map((_, n): Row => ({ id: `booking-${n}`, at: n, version: 1 }));
    writeBookings(first);

    // The service is killed while members are imported, and the program while it synchronizes.
    const killed = startProgram();
    await reach('users', 500, killed);
    await kill();
    expect(await count('users')).toBeLessThan(2_000);
    await start();
    await reach('court_bookings', 300, killed);
    await end(killed.child);
    expect(await count('court_bookings')).toBeLessThan(2_000);
    const second = startProgram();
    await expect.poll(() => second.lines, { timeout: 120_000 }).toEqual([inStep({ unchanged: 2_000 })]);
    expect(await placesStored()).toEqual(placesIn(first));
    await end(second.child);

    // The first 600 bookings swap with their neighbors. The next 600 move to a free hour, or to one that another booking leaves. The last
    // 200 are cancelled. The service is killed meanwhile.
    const moved = first.slice(0, 1_800).map((row, n): Row => {
      if (n < 600) return { ...row, at: n % 2 ? n - 1 : n + 1, version: 2 };
      return n < 1_200 ? { ...row, at: 1_800 + (n - 600), version: 2 } : row;
    });
    writeBookings(moved);
    const third = startProgram();
    await reach(`court_bookings where external_updated_at >= '2026-11-01T12:00:02Z'`, 100, third);
    await kill();
    expect(
      await count(
        `court_bookings where cancelled_at is null and external_updated_at >= '2026-11-01T12:00:02Z'`,
      ),
    ).toBeLessThan(1_200);
    await start();
    await expect
      .poll(() => third.lines, { timeout: 120_000 })
      .toEqual([expect.stringMatching(/^2000 members, .*"refused":0/)]);
    expect(await placesStored()).toEqual(placesIn(moved));

    const operator = await operatorOf({ address, factories });
    const sql = `select id from court_bookings where external_court_booking_id = 'booking-1700'`;
    const [booking] = await test.database.query<{ id: string }>(sql, []);
    await operator.cancelCourtBooking(booking!.id, 'The court is flooded.');
    await expect
      .poll(() => third.lines, { timeout: 120_000 })
      .toContain('booking-1700 was cancelled: The court is flooded.');
    await end(third.child);

    const fourth = startProgram();
    await expect.poll(() => fourth.lines, { timeout: 120_000 }).toEqual([inStep({ unchanged: 1_799 })]);
    expect(await placesStored()).toEqual(placesIn(moved.filter(({ id }) => id !== 'booking-1700')));
    expect(readFileSync(join(folder, 'cancelled.txt'), 'utf8')).toBe('booking-1700\n');
    expect(await changes()).toEqual({
      times: {
        'user.created': 2_000,
        'court_booking.created': 2_000,
        'court_booking.updated': 1_200,
        'court_booking.cancelled': 201,
      },
      things: 5_401,
    });
  }, 480_000);
});
