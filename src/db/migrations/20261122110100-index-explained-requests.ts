import { Migration } from '@mikro-orm/migrations';

const table = 'partner_requests';
const indexes = {
  partner_requests_status_index: '("status", "id") where "status" <> 200',
  partner_requests_failed_index: '("id") where "status" >= 400',
  partner_requests_service_failed_index: '("external_service_id", "id") where "status" >= 400',
  partner_requests_api_token_index: '("api_token_id", "id")',
  partner_requests_path_service_index:
    '("path_external_service_id", "id") where "path_external_service_id" is not null',
};

/** Builds the index of each partition without blocking writers. First drops what a failed attempt left behind. */
export const concurrently = Object.entries(indexes).flatMap(([name, columns]) => {
  const own = `inhrelid::regclass::text || '${name.slice(table.length)}'`;
  const from = `from pg_inherits where inhparent = '${table}'::regclass and to_regclass('${name}') is null`;
  return [
    { each: `select format('drop index concurrently if exists %I', ${own}) as statement ${from}` },
    {
      each: `select format('create index concurrently %I on %I %s', ${own}, inhrelid::regclass::text, '${columns}') as statement ${from}`,
    },
  ];
});

/** Attaches the indexes of the partitions to an index of the table. */
export class Migration20261122110100 extends Migration {
  override up(): void {
    for (const [name, columns] of Object.entries(indexes))
      this.addSql(`create index "${name}" on "${table}" ${columns}`);
  }
}
