import { Migration } from '@mikro-orm/migrations';

/** Alerts for operators, and the endpoints that receive them. The previous release does not use the tables. */
export class Migration20261122130410 extends Migration {
  override up(): void {
    this.addSql(
      'create table "alert_endpoints" ("id" uuid not null, "url" text not null, "secret" bytea not null, "last_success_at" timestamptz(6) null, "last_failure_at" timestamptz(6) null, "last_error" text null, "created_at" timestamptz(6) not null default now(), primary key ("id"))',
    );
    this.addSql(
      'create table "alerts" ("id" uuid not null, "type" text not null, "cause" text not null, "message" text not null, "data" jsonb not null, "at" timestamptz(6) not null, "resolved_at" timestamptz(6) null, primary key ("id"))',
    );
    this.addSql(
      'create unique index "alerts_open_unique" on "alerts" ("type", "cause") where "resolved_at" is null',
    );
    this.addSql('create index "alerts_type_index" on "alerts" ("type", "id")');
    this.addSql(
      'create table "alert_deliveries" ("endpoint_id" uuid not null, "alert_id" uuid not null, "due_at" timestamptz(6) null, "leased_until" timestamptz(6) null, "attempts" smallint not null default 0, "delivered_at" timestamptz(6) null, "last_status" smallint null, "last_error" text null, primary key ("endpoint_id", "alert_id"))',
    );
    this.addSql('create index "alert_deliveries_alert_index" on "alert_deliveries" ("alert_id")');
    this.addSql(
      'create index "alert_deliveries_due_index" on "alert_deliveries" ("due_at") where "due_at" is not null',
    );
    this.addSql(
      'alter table "alert_deliveries" add constraint "alert_deliveries_endpoint_fk" foreign key ("endpoint_id") references "alert_endpoints" ("id") on delete cascade',
    );
    this.addSql(
      'alter table "alert_deliveries" add constraint "alert_deliveries_alert_fk" foreign key ("alert_id") references "alerts" ("id") on delete cascade',
    );
  }
}
