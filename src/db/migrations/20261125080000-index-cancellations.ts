import { Migration } from '@mikro-orm/migrations';

const table = 'audit_events';
const name = 'audit_events_actor_type_index';
const definition = `("actor_type", "id") where "actor_type" <> 'api_token' and "action" <> 'runQuery'`;
const own = `inhrelid::regclass::text || '${name.slice(table.length)}'`;
const from = `from pg_inherits where inhparent = '${table}'::regclass and to_regclass('${name}') is null`;

const ofCancelled = {
  court_bookings_cancelled_at_index: '"external_service_id"',
  court_bookings_court_cancelled_at_index: '"court_id"',
};

/** Builds the indexes without blocking writers. First drops what a failed attempt left behind. */
export const concurrently = [
  ...Object.entries(ofCancelled).flatMap(([index, first]) => [
    `drop index concurrently if exists "${index}"`,
    `create index concurrently "${index}" on "court_bookings" (${first}, "cancelled_at", "id") where not active`,
  ]),
  { each: `select format('drop index concurrently if exists %I', ${own}) as statement ${from}` },
  {
    each: `select format('create index concurrently %I on %I %s', ${own}, inhrelid::regclass::text, '${definition.replaceAll("'", "''")}') as statement ${from}`,
  },
];

/** For bookings by the time of cancellation, and changes by operators. Attaches the indexes of the partitions. */
export class Migration20261125080000 extends Migration {
  override up(): void {
    this.addSql(`create index "${name}" on "${table}" ${definition}`);
  }
}
