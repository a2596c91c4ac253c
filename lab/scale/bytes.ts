// `npm run lab -- bytes [bookings]`: measures how many bytes PostgreSQL stores for a booking with all its records. Writes
// lab/scale/results.json and the tables of docs/scale.md. About two minutes for 20,000 bookings.
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { fillScalePage, type ScaleResults } from '../../codegen/scale-page.ts';
import { testKey, WebhookSending } from '../../test/harness/clients/webhook-sending.ts';
import { userBody } from '../../test/harness/data/factories.ts';
import { quickFolder } from '../../test/harness/servers/postgresql.ts';
import { HttpClient } from '../load/http-client.ts';
import { bookingPathOf, pathOf, requestWith } from '../load/request.ts';
import { note } from '../report.ts';
import { openStage, unlimited } from '../stage.ts';
import { retried } from '../wait.ts';

const bookings = Number(process.argv[2] ?? 20_000);
const courts = 100;
const users = 1_000;
const connections = 16;
/** One booking in this number is cancelled. */
const cancelledOneIn = 10;

// Neither setting changes what is stored.
const stage = await openStage({
  courts,
  postgresql: { settings: ['fsync=off', 'max_wal_size=4GB'], dataFolder: quickFolder() },
  env: {
    ...unlimited,
    LOG_LEVEL: 'warn',
    WEBHOOK_ALLOW_PRIVATE: '1',
    WEBHOOK_SECRETS_KEY: testKey.toString('base64'),
  },
});
const { tenant, query } = stage;
const receiver = await stage.seed(async (_factories, database) => {
  const sending = await WebhookSending.begin(database);
  await sending.endpoint('/', {
    externalServiceId: tenant.externalServiceId,
    types: ['court_booking.created', 'court_booking.updated', 'court_booking.cancelled'],
  });
  return sending.receiver;
});
const http = new HttpClient(stage.ports[0]!, 60_000);
try {
  const results = `${JSON.stringify(await measure(), null, 2)}\n`;
  writeFileSync(pathTo('lab/scale/results.json'), results);
  const page = pathTo('docs/scale.md');
  writeFileSync(page, fillScalePage(readFileSync(page, 'utf8')));
  process.stdout.write(results);
} finally {
  http.close();
  await stage.close();
  await receiver.stop();
}

async function measure(): Promise<ScaleResults> {
  const userIds: string[] = [];
  await inParallel(users, async () => {
    userIds.push((await send('POST', `${pathOf(tenant)}/users`, userBody())).id);
  });
  const [sizes, wal] = [await readSizes(), await readWal()];
  await sendBookings(userIds);
  note('waiting until every change has its number and every webhook is sent');
  await retried(untilIdle, 1_200_000);
  const tables = Object.entries(await readSizes())
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
    walBytesPerBooking: Math.round(((await readWal()) - wal) / bookings),
  };
}

/** Each booking is created with two participants, then moved to a later hour with other participants. One in ten is then cancelled. */
async function sendBookings(userIds: string[]): Promise<void> {
  const hour = 60 * 60 * 1_000;
  await inParallel(bookings, async (n) => {
    const path = bookingPathOf(tenant, `booking-${n}`);
    const slot = 2 * Math.floor(n / courts);
    for (const version of [0, 1]) {
      const start = Date.UTC(2027, 0, 1) + (slot + version) * hour;
      await send('PUT', path, {
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
    if (n % cancelledOneIn === 0) await send('DELETE', `${path}?externalUpdatedAt=2026-02-01T00:00:00Z`);
    if (n % 5_000 === 0) note(`${n} of ${bookings} bookings`);
  });
}

async function send(method: string, path: string, body?: unknown): Promise<{ id: string }> {
  const outcome = await http.send(requestWith(tenant.token, method, path, body));
  if ('error' in outcome || ![200, 201].includes(outcome.status))
    throw new Error(`${method} ${path}: ${JSON.stringify(outcome)}`);
  return JSON.parse(outcome.text);
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

async function untilIdle(): Promise<void> {
  const [row] = await query<{ waiting: number }>(
    `select (select count(*) from change_outbox)::int
       + (select count(*) from webhook_deliveries where delivered_at is null)::int as waiting`,
  );
  if (row!.waiting > 0) throw new Error(`${row!.waiting} changes and webhooks are still waiting.`);
}

/** Bytes of each table with its indexes and partitions, after a vacuum, which does not shrink tables. */
async function readSizes(): Promise<Record<string, number>> {
  await query('vacuum (analyze)');
  const rows = await query<{ table: string; bytes: string }>(
    `select coalesce(p.inhparent, c.oid)::regclass::text as table, sum(pg_total_relation_size(c.oid)) as bytes
     from pg_class c left join pg_inherits p on p.inhrelid = c.oid
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace group by 1`,
  );
  return Object.fromEntries(rows.map(({ table, bytes }) => [table, Number(bytes)]));
}

async function readWal(): Promise<number> {
  const [row] = await query<{ bytes: string }>(`select pg_current_wal_lsn() - '0/0' as bytes`);
  return Number(row!.bytes);
}

function pathTo(path: string): string {
  return fileURLToPath(new URL(`../../${path}`, import.meta.url));
}
