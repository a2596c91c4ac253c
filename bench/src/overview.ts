// `npm run bench -- overview [bookings]`: the database time of the operators' overview, after a month with 10,000,000 requests of 50
// partners. There are 1,000,000 bookings by default.
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { openPostgresql } from '../../src/db/connection/open-postgresql.ts';
import { migrate } from '../../src/db/migrate.ts';
import { authorizeAnyOperator } from '../../src/services/access/authorize-operator.ts';
import { overviewPeriods } from '../../src/services/overview/overview-period.ts';
import { readOverview } from '../../src/services/overview/read-overview.ts';
import { sumUpTrafficDays } from '../../src/services/traffic/sum-up-traffic-days.ts';
import { explainedIn, explainingSettings } from '../../test/harness/assertions/explained.ts';
import { startPostgresql } from '../../test/harness/servers/postgresql.ts';

const bookings = Number(process.argv[2] ?? 1_000_000);
const rounds = 7;
const limitMillis = 300;
const operator = authorizeAnyOperator({ id: randomUUID(), name: 'Jo', role: 'VIEWER' });
const settings = [
  'fsync=off',
  'full_page_writes=off',
  'shared_buffers=1GB',
  'max_wal_size=8GB',
  'autovacuum=off',
];

/** Traffic sums as requests leave them, with a row for each hour, partner, operation and outcome. */
const traffic = `insert into partner_traffic (hour, external_service_id, operation, status, error_type, requests, latencies, first_at, last_at, request_id)
  select h, md5('service' || s)::uuid, o.operation, o.status, o.error_type, n, array[0, 0, n / 10, n / 5, n / 3, n / 5, n / 10, 0, 0, 1, 0, 0]::bigint[], h, h, 'r'
  from generate_series(date_trunc('hour', now()) - interval '719 hours', date_trunc('hour', now()), interval '1 hour') h, generate_series(0, 49) s,
    (values ('upsertCourtBooking', 200, '', 120), ('upsertCourtBooking', 201, '', 60), ('upsertCourtBooking', 409, 'stale_write', 4),
      ('upsertCourtBooking', 409, 'version_conflict', 2), ('upsertCourtBooking', 409, 'court_booking_overlap', 5),
      ('upsertCourtBooking', 400, 'invalid_schema', 2), ('createUser', 201, '', 10), ('createUser', 409, 'email_already_in_use', 2),
      ('cancelCourtBooking', 200, '', 12), ('listChanges', 200, '', 50), ('getCourtOccupancy', 200, '', 8), ('batchCourtBookings', 200, '', 3)
    ) o (operation, status, error_type, n)`;
const courts = 2_000;
const days = 730;

const server = await startPostgresql({ settings: [...settings, ...explainingSettings] });
try {
  const database = await openPostgresql({ url: server.url, poolSize: 2 });
  await migrate(database);
  const client = new pg.Client(server.url);
  await client.connect();
  await client.query(
    "set session_replication_role = replica; set statement_timeout = 0; set timezone = 'UTC'",
  );
  for (const statement of [
    `insert into external_services (id, name) select md5('service' || s)::uuid, 'Partner ' || s from generate_series(0, 49) s`,
    `insert into organizations (id, name) select md5('organization' || i)::uuid, 'Club ' || i from generate_series(0, ${courts / 10 - 1}) i`,
    `insert into courts (id, organization_id, name) select md5('court' || i)::uuid, md5('organization' || i / 10)::uuid, 'Court ' || i from generate_series(0, ${courts - 1}) i`,
    traffic,
    `insert into court_bookings (id, external_service_id, external_court_booking_id, court_id, start_date, end_date, external_updated_at)
     select gen_random_uuid(), md5('service' || i % 50)::uuid, 'b-' || i, md5('court' || i % ${courts})::uuid, start, start + interval '1 hour', now()
     from generate_series(0, ${bookings - 1}) i,
       lateral (select date_trunc('hour', now()) + (i / ${courts} - ${bookings / courts / 2}) * interval '${(days * courts) / bookings} days' as start) s`,
    'vacuum (analyze) partner_traffic, court_bookings, courts, organizations',
  ])
    await client.query(statement);
  const {
    rows: [{ requests }],
  } = await client.query('select sum(requests) as requests from partner_traffic');
  await sumUpTrafficDays(database, Date.now());
  await client.query('vacuum (analyze) partner_traffic_days');
  await client.end();
  process.stdout.write(`${requests} requests, ${bookings} bookings; minimum of ${rounds} runs\n`);
  for (const name of Object.keys(overviewPeriods) as (keyof typeof overviewPeriods)[]) {
    const measured: { run: number; wall: number; statements: number }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const before = server.readLog().length;
      const start = performance.now();
      await readOverview({ database, now: Date.now }, operator, name);
      const wall = performance.now() - start;
      const all = explainedIn(server.readLog().slice(before));
      const run = all.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
      measured.push({ run, wall, statements: all.length });
    }
    const { run, wall, statements } = measured.reduce((one, other) => (other.run < one.run ? other : one));
    const verdict = run > limitMillis ? '  too long' : '';
    process.stdout.write(
      `${name.padEnd(4)} ${statements} statements, ${run.toFixed(1)} ms in the database, ${wall.toFixed(1)} ms with planning and round trips${verdict}\n`,
    );
  }
  await database.close();
} finally {
  await server.stop();
}
