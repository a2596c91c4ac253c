import { Migration } from '@mikro-orm/migrations';

/** Beside those who write: what a broken attempt has left is dropped first. */
const anew = (name: string, definition: string) => [
  `drop index concurrently if exists "${name}"`,
  `create index concurrently "${name}" on ${definition}`,
];

/** Of the tables of records, which are partitioned: what each partition has, under a name of its own. */
const ofPartitions = {
  audit_events: {
    audit_events_actor_index: '("actor_id", "id")',
    audit_events_action_index: '("action", "id")',
  },
  partner_requests: {
    partner_requests_external_id_index: '("external_id", "id")',
    partner_requests_operation_index: '("operation", "id")',
    // Most have none, and pay nothing.
    partner_requests_error_type_index: '("error_type", "id") where "error_type" is not null',
  },
};

/**
 * An index of a partitioned table cannot be built concurrently: those of its partitions can. The migration itself then
 * finds them, and attaches them, in a moment.
 */
const eachPartition = Object.entries(ofPartitions).flatMap(([table, indexes]) =>
  Object.entries(indexes).flatMap(([name, columns]) => {
    const own = `inhrelid::regclass::text || '${name.slice(table.length)}'`;
    const from = `from pg_inherits where inhparent = '${table}'::regclass and to_regclass('${name}') is null`;
    return [
      { each: `select format('drop index concurrently if exists %I', ${own}) as statement ${from}` },
      {
        each: `select format('create index concurrently %I on %I %s', ${own}, inhrelid::regclass::text, '${columns}') as statement ${from}`,
      },
    ];
  }),
);

/** The indexes of the operators' lists, each with the id, which is the order of a list (docs/data.md). */
export const concurrently = [
  ...anew(
    'court_bookings_start_day_index',
    `"court_bookings" (((start_date at time zone 'UTC')::date), "id")`,
  ),
  ...anew(
    'court_bookings_long_index',
    `"court_bookings" ("id") where end_date - start_date > '1 day'::interval`,
  ),
  ...anew('court_bookings_cancelled_index', '"court_bookings" ("id") where not active'),
  // Instead of those without the id, which the last release does not miss.
  ...anew('courts_organization_newest_index', '"courts" ("organization_id", "id")'),
  ...anew('users_managed_by_newest_index', '"users" ("managed_by_id", "id")'),
  'drop index concurrently if exists "courts_organization_index"',
  'drop index concurrently if exists "users_managed_by_index"',
  ...eachPartition,
];

/** Makes the indexes of the partitions one of the table: those of partitions to come are then made with them. */
export class Migration20261122010000 extends Migration {
  override up(): void {
    for (const [table, indexes] of Object.entries(ofPartitions))
      for (const [name, columns] of Object.entries(indexes))
        this.addSql(`create index "${name}" on "${table}" ${columns}`);
  }
}
