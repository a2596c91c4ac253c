import { Migration } from '@mikro-orm/migrations';

const table = 'partner_requests';
const indexes = {
  partner_requests_service_operation_index:
    '("external_service_id", "operation", "id") where "external_service_id" is not null',
  partner_requests_service_failed_operation_index:
    '("external_service_id", "operation", "id") where "status" >= 400',
  partner_requests_service_external_id_index:
    '("external_service_id", "external_id", "id") where "external_id" is not null',
  partner_requests_service_caller_request_index:
    '("external_service_id", "caller_request_id", "id") where "caller_request_id" is not null',
};
const from = (name: string) =>
  `from pg_inherits where inhparent = '${table}'::regclass and to_regclass('${name}') is null`;
const own = (name: string) => `inhrelid::regclass::text || '${name.slice(table.length)}'`;

/** Builds the indexes without blocking writers. First drops what a failed attempt left behind. */
export const concurrently = Object.entries(indexes).flatMap(([name, definition]) => [
  {
    each: `select format('drop index concurrently if exists %I', ${own(name)}) as statement ${from(name)}`,
  },
  {
    each: `select format('create index concurrently %I on %I %s', ${own(name)}, inhrelid::regclass::text, '${definition}') as statement ${from(name)}`,
  },
]);

/** For partners, who read their own requests. Attaches the indexes of the partitions. */
export class Migration20261127213100 extends Migration {
  override up(): void {
    for (const [name, definition] of Object.entries(indexes))
      this.addSql(`create index "${name}" on "${table}" ${definition}`);
  }
}
