import { Migration } from '@mikro-orm/migrations';

/** Third step. The checked tables become the first partitions of new tables with their names. No row is read or moved. */
export class Migration20261121200200 extends Migration {
  override up(): void {
    this.#partition('partner_requests', {
      partner_requests_external_service_index: '"external_service_id", "id"',
      partner_requests_request_index: '"request_id"',
      partner_requests_caller_request_index: '"caller_request_id"',
    });
    this.#partition('audit_events', {
      audit_events_subject_index: '"subject_id", "at"',
      audit_events_request_index: '"request_id"',
    });
  }

  #partition(table: string, indexes: Record<string, string>): void {
    const before = `${table}_before`;
    this.addSql(`alter table "${table}" rename to "${before}"`);
    for (const name of [`${table}_pkey`, ...Object.keys(indexes)])
      this.addSql(`alter index "${name}" rename to "${name}_before"`);
    this.addSql(`create table "${table}" (like "${before}" including defaults) partition by range ("id")`);
    this.addSql(`alter table "${table}" add constraint "${table}_pkey" primary key ("id")`);
    for (const [name, columns] of Object.entries(indexes))
      this.addSql(`create index "${name}" on "${table}" (${columns})`);
    this.addSql(`do $$
      declare bound text := (
        select substring(pg_get_constraintdef(oid) from '''([^'']+)''') from pg_constraint
        where conrelid = '${before}'::regclass and conname = '${before}'
      );
      begin
        execute format('alter table ${table} attach partition ${before} for values from (minvalue) to (%L)', bound);
      end $$`);
    this.addSql(`alter table "${before}" drop constraint "${before}"`);
    this.addSql(`create table "${table}_default" partition of "${table}" default`);
  }
}
