import { openPostgresql } from '../../src/db/connection/open-postgresql.ts';
import { migrate } from '../../src/db/migrate.ts';
import { forEver, keepPartitions, recordTables } from '../../src/db/record-tables.ts';
import { createFactories } from '../../test/harness/data/factories.ts';
import type { BenchServer } from './bench-server.ts';
import { courts, type Seeded } from './calls.ts';
import { note } from './measured.ts';

export async function seedCalls(server: BenchServer, name: string): Promise<Seeded> {
  note('seeding 100,000 bookings…');
  await server.run('postgres', `create database ${name}`);
  const database = await openPostgresql({ url: server.urlOf(name), poolSize: 2 });
  await migrate(database);
  // The service creates the partitions of records after its start. A peer does not, so they must exist in each copy.
  for (const table of recordTables) await keepPartitions(database, table, forEver, Date.now());
  const tenant = await createFactories(database).tenant(courts);
  await database.close();
  const rows = await server.run<{ id: string }>(
    name,
    {
      text: `insert into users (id, email, first_name, last_name, managed_by_id)
        select gen_random_uuid(), 'seed-' || n || '@example.com', 'Seed', 'User', $1 from generate_series(1, 20000) n`,
      values: [tenant.externalServiceId],
    },
    `insert into user_links (external_service_id, external_user_id, user_id) select managed_by_id, email, id from users`,
    {
      text: `insert into court_bookings (id, external_service_id, external_court_booking_id, court_id, start_date, end_date, external_updated_at)
        select gen_random_uuid(), $1, 'seed-' || n, ($2::uuid[])[1 + n % ${courts}],
          timestamptz '2020-01-01 00:00Z' + (n / ${courts}) * interval '1 hour',
          timestamptz '2020-01-01 01:00Z' + (n / ${courts}) * interval '1 hour', '2019-12-31'
        from generate_series(1, 100000) n`,
      values: [tenant.externalServiceId, tenant.courtIds],
    },
    `insert into court_booking_participants (court_booking_id, position, email) select id, 0, 'guest@example.com' from court_bookings`,
    'vacuum analyze',
    'select id from users order by email limit 1000',
  );
  return { tenant, userIds: rows.map(({ id }) => id) };
}
