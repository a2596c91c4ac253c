import { Migration } from '@mikro-orm/migrations';

/** First of three steps that partition the records by time. The previous release may be serving at the same time. */
export class Migration20261121200000 extends Migration {
  override up(): void {
    this.addSql(
      `create table "function_schemas" ("name" text not null, "created_at" timestamptz(6) not null default now(), "renewed_at" timestamptz(6) not null default now(), primary key ("name"))`,
    );
    this.addSql(`alter table "partner_requests" add "caller_request_id" text null`);
    this.addSql(`alter table "partner_requests" add "request_count" int not null default 1`);
    this.addSql(`alter table "partner_requests" drop constraint "partner_requests_external_service_fk"`);
    this.addSql(`alter table "operators" add "configured" boolean not null default false`);
    // The name was the only way to identify the administrator of OPERATOR_TOKEN.
    this.addSql(`update "operators" set "configured" = true where "name" = 'first administrator'`);
    for (const table of ['partner_requests', 'audit_events']) this.addSql(bound(table));
  }
}

/**
 * The existing rows become the first partition. It ends the day after tomorrow, which leaves time for the next steps. An id of version 7
 * begins with its Unix milliseconds. An id that is even later, because a clock was wrong, moves the bound.
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
