import { Migration } from '@mikro-orm/migrations';

/**
 * Endpoints also receive the end of an alert. The previous release does not send it. This release sends the ends of alerts that the
 * previous one resolves while both serve.
 */
export class Migration20261122151000 extends Migration {
  override up(): void {
    this.addSql(
      'create table "alert_resolutions" ("endpoint_id" uuid not null, "alert_id" uuid not null, "id" uuid not null default gen_random_uuid(), "due_at" timestamptz(6) null, "leased_until" timestamptz(6) null, "attempts" smallint not null default 0, "delivered_at" timestamptz(6) null, "last_status" smallint null, "last_error" text null, primary key ("endpoint_id", "alert_id"))',
    );
    this.addSql('create index "alert_resolutions_alert_index" on "alert_resolutions" ("alert_id")');
    this.addSql(
      'create index "alert_resolutions_due_index" on "alert_resolutions" ("due_at") where "due_at" is not null',
    );
    this.addSql(
      'alter table "alert_resolutions" add constraint "alert_resolutions_endpoint_fk" foreign key ("endpoint_id") references "alert_endpoints" ("id") on delete cascade',
    );
    this.addSql(
      'alter table "alert_resolutions" add constraint "alert_resolutions_alert_fk" foreign key ("alert_id") references "alerts" ("id") on delete cascade',
    );
    this.addSql(
      'create index "alerts_resolved_index" on "alerts" ("resolved_at") where "resolved_at" is not null',
    );
  }
}
