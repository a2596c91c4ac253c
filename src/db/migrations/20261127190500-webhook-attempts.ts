import { Migration } from '@mikro-orm/migrations';

const table = 'webhook_deliveries';
const indexes = {
  webhook_deliveries_failed_index: '("endpoint_id", "id") where "last_error" is not null',
  webhook_deliveries_failed_status_index:
    '("endpoint_id", "last_status", "id") where "last_error" is not null',
};
const from = (name: string) =>
  `from pg_inherits where inhparent = '${table}'::regclass and to_regclass('${name}') is null`;
const own = (name: string) => `inhrelid::regclass::text || '${name.slice(table.length)}'`;

/** Builds the indexes without blocking writers. First drops what a failed attempt left behind. */
export const concurrently = Object.entries(indexes).flatMap(([name, definition]) => [
  { each: `select format('drop index concurrently if exists %I', ${own(name)}) as statement ${from(name)}` },
  {
    each: `select format('create index concurrently %I on %I %s', ${own(name)}, inhrelid::regclass::text, '${definition}') as statement ${from(name)}`,
  },
]);

/**
 * For failed deliveries. Attaches the indexes of the partitions. A trigger erases the responses of former attempts,
 * because the previous release also erases persons while both serve.
 */
export class Migration20261127190500 extends Migration {
  override up(): void {
    for (const [name, definition] of Object.entries(indexes))
      this.addSql(`create index "${name}" on "${table}" ${definition}`);
    this.addSql(`alter table "${table}" add column "former_attempts" jsonb null`);
    this.addSql(`create function erase_former_responses() returns trigger language plpgsql as $$
      begin
        new.former_attempts := (
          select jsonb_agg(attempt - 'answer' order by place)
          from jsonb_array_elements(new.former_attempts) with ordinality as a (attempt, place)
        );
        return new;
      end
      $$`);
    this.addSql(
      `create trigger "webhook_deliveries_erase_former" before update of "erased" on "${table}" for each row when (new.erased and new.former_attempts is not null) execute function erase_former_responses()`,
    );
  }
}
