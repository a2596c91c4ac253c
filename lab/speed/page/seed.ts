import { openPostgresql } from '../../../src/db/connection/open-postgresql.ts';
import { migrate } from '../../../src/db/migrate.ts';
import { createFactories } from '../../../test/harness/data/factories.ts';
import { note } from '../../report.ts';
import type { BenchServer } from '../bench-server.ts';

export const reader = 'page_reader';

const organizations = 20;
const services = 10;
const courts = 200;
const users = 20_000;
const bookings = 100_000;

/** Creates a database without bookings, which `growPage` adds. Returns an operator's token. */
export async function seedPage(server: BenchServer, name: string): Promise<string> {
  await server.run('postgres', `create database ${name}`, `create role ${reader} login`);
  const database = await openPostgresql({ url: server.urlOf(name), poolSize: 2 });
  await migrate(database);
  const { secret } = await createFactories(database).operator();
  await database.close();
  await server.run(
    name,
    `grant select on organizations, courts, external_services, users, court_bookings, court_booking_participants
     to ${reader}`,
  );
  return secret;
}

/** Adds 100,000 bookings with two participants each. `ask` reads pages before, between and after the tables are analyzed. */
export async function growPage(
  server: BenchServer,
  name: string,
  ask: () => Promise<unknown>,
): Promise<void> {
  await ask();
  note('seeding 100,000 bookings with related rows…');
  const id = (number: string) => `lpad(to_hex(${number}), 32, '0')::uuid`;
  await server.run(
    name,
    `insert into organizations (id, name)
     select ${id('n')}, 'Club ' || n from generate_series(0, ${organizations - 1}) n`,
    `insert into courts (id, organization_id, name)
     select ${id('n')}, ${id(`n % ${organizations}`)}, 'Court ' || n from generate_series(0, ${courts - 1}) n`,
    `insert into external_services (id, name)
     select ${id('n')}, 'Partner ' || n from generate_series(0, ${services - 1}) n`,
    `insert into users (id, email, first_name, last_name, managed_by_id)
     select ${id('n')}, 'user-' || n || '@example.com', 'First ' || n, 'Last ' || n, ${id(`n % ${services}`)}
     from generate_series(0, ${users - 1}) n`,
    `insert into court_bookings (id, external_service_id, external_court_booking_id, court_id, start_date, end_date, external_updated_at)
     select ${id('n')}, ${id(`n % ${services}`)}, 'booking-' || n, ${id(`n % ${courts}`)},
       timestamptz '2026-01-01 00:00Z' + (n / ${courts}) * interval '1 hour',
       timestamptz '2026-01-01 01:00Z' + (n / ${courts}) * interval '1 hour', '2025-12-31'
     from generate_series(0, ${bookings - 1}) n`,
    `insert into court_booking_participants (court_booking_id, position, user_id, email)
     select id, 0, ${id(`(row_number() over (order by id) * 7919 % ${users})::int`)}, null from court_bookings
     union all
     select id, 1, null, 'guest-' || external_court_booking_id || '@example.com' from court_bookings`,
  );
  for (const step of ['analyze court_bookings', 'analyze users', 'vacuum analyze']) {
    await server.run(name, step);
    await ask();
  }
}
