// `npm run lab -- bytes [bookings]`: measures how many bytes PostgreSQL stores for a booking with all its records. Writes
// lab/scale/results.json and the tables of docs/scale.md. About two minutes for 20,000 bookings.
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { fillScalePage, type ScaleResults } from '../../codegen/scale-page.ts';
import { openPostgresql } from '../../src/db/connection/open-postgresql.ts';
import { migrate } from '../../src/db/migrate.ts';
import { testKey, WebhookSending } from '../../test/harness/clients/webhook-sending.ts';
import { createFactories, type Tenant, userBody } from '../../test/harness/data/factories.ts';
import { quickFolder, startPostgresql } from '../../test/harness/servers/postgresql.ts';
import { startProcess } from '../../test/harness/servers/process.ts';
import { call } from '../load/call.ts';
import { bookingPathOf, pathOf } from '../load/request.ts';
import { note } from '../report.ts';
import { unlimited } from '../stage.ts';

const bookings = Number(process.argv[2] ?? 20_000);
const courts = 100;
const users = 1_000;
const connections = 16;
/** One booking in this number is cancelled. */
const cancelledOneIn = 10;

// Neither setting changes what is stored.
const server = await startPostgresql({
  settings: ['fsync=off', 'max_wal_size=4GB'],
  dataFolder: quickFolder(),
});
try {
  const results = await measure();
  writeFileSync(pathTo('lab/scale/results.json'), `${JSON.stringify(results, null, 2)}\n`);
  const page = pathTo('docs/scale.md');
  writeFileSync(page, fillScalePage(readFileSync(page, 'utf8')));
  process.stdout.write(`${JSON.stringify(results, null, 2)}\n`);
} finally {
  await server.stop();
}

async function measure(): Promise<ScaleResults> {
  const database = await openPostgresql({ url: server.url, poolSize: 2 });
  await migrate(database);
  const tenant = await createFactories(database).tenant(courts);
  const receiver = await WebhookSending.begin(database);
  await receiver.endpoint('/', {
    externalServiceId: tenant.externalServiceId,
    types: ['court_booking.created', 'court_booking.updated', 'court_booking.cancelled'],
  });
  const service = startProcess({
    DATABASE_URL: server.url,
    ...unlimited,
    LOG_LEVEL: 'warn',
    WEBHOOK_ALLOW_PRIVATE: '1',
    WEBHOOK_SECRETS_KEY: testKey.toString('base64'),
  });
  // Without the time limits of the service.
  const client = new pg.Client(server.url);
  await client.connect();
  const query: Query = async <Row>(text: string) => (await client.query(text)).rows as Row[];
  try {
    const userIds = await createUsers(await service.ready, tenant);
    const [sizes, wal] = [await sizesOf(query), await walOf(query)];
    await sendBookings(await service.ready, tenant, userIds);
    note('waiting until every change has its number and every webhook is sent');
    await untilIdle(query);
    const tables = Object.entries(await sizesOf(query))
      .map(([table, bytes]): [string, number] => [table, (bytes - (sizes[table] ?? 0)) / bookings])
      // Tables that do not grow with the bookings.
      .filter(([, bytes]) => bytes >= 1)
      .sort(([, a], [, b]) => b - a);
    const [row] = await query<{ version: string }>(`select current_setting('server_version') as version`);
    return {
      bookings,
      postgresql: row!.version.split(' ')[0]!,
      cores: cpus().length,
      writesPerBooking: 2 + 1 / cancelledOneIn,
      bytesPerBooking: Object.fromEntries(tables.map(([table, bytes]) => [table, Math.round(bytes)])),
      walBytesPerBooking: Math.round(((await walOf(query)) - wal) / bookings),
    };
  } finally {
    service.child.kill('SIGTERM');
    await service.exited;
    await receiver.stop();
    await client.end();
    await database.close();
  }
}

async function createUsers(address: string, tenant: Tenant): Promise<string[]> {
  const userIds: string[] = [];
  await inParallel(users, async () => {
    userIds.push((await send(address, tenant, 'POST', `${pathOf(tenant)}/users`, userBody())).id);
  });
  return userIds;
}

/** Each booking is created with two participants, then moved to a later hour with other participants. One in ten is then cancelled. */
async function sendBookings(address: string, tenant: Tenant, userIds: string[]): Promise<void> {
  const hour = 60 * 60 * 1_000;
  await inParallel(bookings, async (n) => {
    const path = bookingPathOf(tenant, `booking-${n}`);
    const slot = 2 * Math.floor(n / courts);
    for (const version of [0, 1]) {
      const start = Date.UTC(2027, 0, 1) + (slot + version) * hour;
      await send(address, tenant, 'PUT', path, {
        courtId: tenant.courtIds[n % courts],
        startDate: new Date(start).toISOString(),
        endDate: new Date(start + hour).toISOString(),
        externalUpdatedAt: new Date(Date.UTC(2026, 0, 1) + version * hour).toISOString(),
        participants: [
          { userId: userIds[(n + version) % users] },
          { email: `guest-${(n + version) % 5_000}@example.com` },
        ],
      });
    }
    if (n % cancelledOneIn === 0)
      await send(address, tenant, 'DELETE', `${path}?externalUpdatedAt=2026-02-01T00:00:00Z`);
    if (n % 5_000 === 0) note(`${n} of ${bookings} bookings`);
  });
}

async function send(address: string, { token }: Tenant, method: string, path: string, body?: unknown) {
  const answer = await call(address, token, method, path, body);
  if (answer.status !== 200 && answer.status !== 201)
    throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

async function inParallel(count: number, work: (n: number) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < count) {
      const n = next;
      next += 1;
      await work(n);
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
}

type Query = <Row>(text: string) => Promise<Row[]>;

async function untilIdle(query: Query): Promise<void> {
  for (let seconds = 0; seconds < 1_200; seconds += 1) {
    await sleep(1_000);
    const [row] = await query<{ waiting: number }>(
      `select (select count(*) from change_outbox)::int
         + (select count(*) from webhook_deliveries where delivered_at is null)::int as waiting`,
    );
    if (row!.waiting === 0) return;
  }
  throw new Error('After twenty minutes, changes or webhooks were still waiting.');
}

/** Bytes of each table with its indexes and partitions, after a vacuum, which does not shrink tables. */
async function sizesOf(query: Query): Promise<Record<string, number>> {
  await query('vacuum (analyze)');
  const rows = await query<{ table: string; bytes: string }>(
    `select coalesce(p.inhparent, c.oid)::regclass::text as table, sum(pg_total_relation_size(c.oid)) as bytes
     from pg_class c left join pg_inherits p on p.inhrelid = c.oid
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace group by 1`,
  );
  return Object.fromEntries(rows.map(({ table, bytes }) => [table, Number(bytes)]));
}

async function walOf(query: Query): Promise<number> {
  const [row] = await query<{ bytes: string }>(`select pg_current_wal_lsn() - '0/0' as bytes`);
  return Number(row!.bytes);
}

function pathTo(path: string): string {
  return fileURLToPath(new URL(`../../${path}`, import.meta.url));
}
