import { Migration } from '@mikro-orm/migrations';

/** Builds an index without blocking writers. First drops what a failed attempt left behind. */
const anew = (name: string, definition: string) => [
  `drop index concurrently if exists "${name}"`,
  `create index concurrently "${name}" on ${definition}`,
];

/** Indexes of the partitioned record tables. Each partition has its own index with its own name. */
const ofPartitions = {
  audit_events: {
    audit_events_actor_index: '("actor_id", "id")',
    audit_events_action_index: '("action", "id")',
  },
  partner_requests: {
    partner_requests_external_id_index: '("external_id", "id")',
    partner_requests_operation_index: '("operation", "id")',
    // Most rows have no error and are not in the index.
    partner_requests_error_type_index: '("error_type", "id") where "error_type" is not null',
  },
};

/**
 * An index of a partitioned table cannot be built concurrently, but those of its partitions can. The migration then attaches them, which is
 * fast.
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

/** The indexes of the operators' lists. Each contains the id, which is the order of a list (docs/data.md). */
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
  // Replaces the indexes without the id. The previous release does not need them.
  ...anew('courts_organization_newest_index', '"courts" ("organization_id", "id")'),
  ...anew('users_managed_by_newest_index', '"users" ("managed_by_id", "id")'),
  'drop index concurrently if exists "courts_organization_index"',
  'drop index concurrently if exists "users_managed_by_index"',
  ...eachPartition,
];

/** Attaches the indexes of the partitions to an index of the table, so that future partitions get one, too. */
export class Migration20261122010000 extends Migration {
  override up(): void {
    for (const [table, indexes] of Object.entries(ofPartitions))
      for (const [name, columns] of Object.entries(indexes))
        this.addSql(`create index "${name}" on "${table}" ${columns}`);
  }
}
