import { Migration } from '@mikro-orm/migrations';

const table = 'audit_events';
const name = 'audit_events_organization_grant_index';
const definition = `(("after" ->> 'organizationId'), "at") where "action" in ('grantOrganizationAccess', 'revokeOrganizationAccess')`;
const own = `inhrelid::regclass::text || '${name.slice(table.length)}'`;
const from = `from pg_inherits where inhparent = '${table}'::regclass and to_regclass('${name}') is null`;

/** Builds the index of each partition without blocking writers. First drops what a failed attempt left behind. */
export const concurrently = [
  { each: `select format('drop index concurrently if exists %I', ${own}) as statement ${from}` },
  {
    each: `select format('create index concurrently %I on %I %s', ${own}, inhrelid::regclass::text, '${definition.replaceAll("'", "''")}') as statement ${from}`,
  },
];

/** Attaches the indexes of the partitions to an index of the table. */
export class Migration20261122110300 extends Migration {
  override up(): void {
    this.addSql(`create index "${name}" on "${table}" ${definition}`);
  }
}
