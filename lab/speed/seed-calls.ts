import { openPostgresql } from '../../src/db/connection/open-postgresql.ts';
import { migrate } from '../../src/db/migrate.ts';
import { forEver, keepPartitions, recordTables } from '../../src/db/record-tables.ts';
import { createFactories } from '../../test/harness/data/factories.ts';
import { note } from '../report.ts';
import type { BenchServer } from './bench-server.ts';
import { courts, type Seeded } from './calls-of.ts';

/** Creates a database with a tenant and 1,000 users. */
async function createSmall(server: BenchServer, name: string): Promise<Seeded> {
  await server.run('postgres', `create database ${name}`);
  const database = await openPostgresql({ url: server.urlOf(name), poolSize: 2 });
  await migrate(database);
  // The service creates the partitions of records after its start. A peer does not, so they must exist in each copy.
  for (const table of recordTables) await keepPartitions(database, table, forEver, Date.now());
  const tenant = await createFactories(database).tenant(courts);
  await database.close();
  await insertUsers(server, name, tenant, [1, 1_000]);
  const rows = await server.run<{ id: string }>(name, 'select id from users order by email limit 1000');
  return { tenant, userIds: rows.map(({ id }) => id) };
}

async function insertUsers(
  server: BenchServer,
  name: string,
  { externalServiceId }: Seeded['tenant'],
  range: [first: number, last: number],
): Promise<void> {
  await server.run(name, {
    text: `with made as (
        insert into users (id, email, first_name, last_name, managed_by_id)
        select gen_random_uuid(), 'seed-' || n || '@example.com', 'Seed', 'User', $1 from generate_series($2::int, $3::int) n
        returning id, email, managed_by_id
      )
      insert into user_links (external_service_id, external_user_id, user_id) select managed_by_id, email, id from made`,
    values: [externalServiceId, ...range],
  });
}

/** Adds 19,000 users and 100,000 bookings. */
async function grow(server: BenchServer, name: string, { tenant }: Seeded): Promise<void> {
  await insertUsers(server, name, tenant, [1_001, 20_000]);
  await server.run(
    name,
    {
      text: `insert into court_bookings (id, external_service_id, external_court_booking_id, court_id, start_date, end_date, external_updated_at)
        select gen_random_uuid(), $1, 'seed-' || n, ($2::uuid[])[1 + n % ${courts}],
          timestamptz '2020-01-01 00:00Z' + (n / ${courts}) * interval '1 hour',
          timestamptz '2020-01-01 01:00Z' + (n / ${courts}) * interval '1 hour', '2019-12-31'
        from generate_series(1, 100000) n`,
      values: [tenant.externalServiceId, tenant.courtIds],
    },
    "insert into court_booking_participants (court_booking_id, position, email) select id, 0, 'guest@example.com' from court_bookings where external_court_booking_id like 'seed-%'",
  );
}

/**
 * Starts services on databases of 1,000 users without bookings, and lets these grow to 100,000 bookings between their calls, as in
 * production: connections are older than the data, and one table is analyzed after the other.
 *
 * @param start starts a service on each copy of the database `template`
 * @param send sends some calls to each service. It is called with 0, 1, 2, …
 */
export async function growUnderCalls<Side extends { database: string }>(
  server: BenchServer,
  template: string,
  start: (seeded: Seeded) => Promise<Side[]>,
  send: (side: Side, seeded: Seeded, time: number) => Promise<unknown>,
): Promise<{ seeded: Seeded; sides: Side[] }> {
  const seeded = await createSmall(server, template);
  const sides = await start(seeded);
  const steps = ['', 'analyze court_bookings', 'analyze users', 'vacuum analyze'];
  for (const [time, step] of steps.entries()) {
    note(
      step === '' ? 'first calls, on databases without bookings…' : `growing to 100,000 bookings: ${step}…`,
    );
    for (const side of sides) {
      if (time === 1) await grow(server, side.database, seeded);
      if (step !== '') await server.run(side.database, step);
      await send(side, seeded, time);
    }
  }
  return { seeded, sides };
}
