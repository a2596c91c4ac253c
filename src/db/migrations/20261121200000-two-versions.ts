import { Migration } from '@mikro-orm/migrations';

/** First of three steps that partition the records by time, while the last release may be serving. */
export class Migration20261121200000 extends Migration {
  override up(): void {
    this.addSql(
      `create table "function_schemas" ("name" text not null, "created_at" timestamptz(6) not null default now(), "renewed_at" timestamptz(6) not null default now(), primary key ("name"))`,
    );
    this.addSql(`alter table "partner_requests" add "caller_request_id" text null`);
    this.addSql(`alter table "partner_requests" add "request_count" int not null default 1`);
    this.addSql(`alter table "partner_requests" drop constraint "partner_requests_external_service_fk"`);
    this.addSql(`alter table "operators" add "configured" boolean not null default false`);
    // Until now the administrator of OPERATOR_TOKEN could be told by its name only.
    this.addSql(`update "operators" set "configured" = true where "name" = 'first administrator'`);
    for (const table of ['partner_requests', 'audit_events']) this.addSql(bound(table));
  }
}

/**
 * What there is becomes the first partition, up to the day after tomorrow: time for the steps that follow. An id of
 * version 7 begins with its Unix milliseconds; one that is from a later time still (a clock was wrong) moves the bound.
 */
function bound(table: string): string {
  return `do $$
    declare
      later uuid := rpad(lpad(to_hex(floor(extract(epoch from now() + interval '2 days') * 1000)::bigint), 12, '0'), 32, '0')::uuid;
      newest uuid := (select id from ${table} order by id desc limit 1);
    begin
      execute format('alter table ${table} add constraint ${table}_before check (id < %L) not valid',
        case when newest >= later then rpad(left(replace(newest::text, '-', ''), 12), 32, 'f')::uuid else later end);
    end $$`;
}
