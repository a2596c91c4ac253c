import { Migration } from '@mikro-orm/migrations';

/**
 * The changes of bookings, users, courts and grants of each external service, and the endpoints that they are sent to. Changes that the
 * previous release makes while it still serves are not included.
 */
export class Migration20261122090000 extends Migration {
  override up(): void {
    this.addSql(
      'create table "change_outbox" ("id" bigserial primary key, "external_service_id" uuid null, "organization_id" uuid null, "user_id" uuid null, "type" text not null, "subject_id" uuid not null, "external_court_booking_id" text null, "at" timestamptz(6) not null, "actor_type" text not null, "request_id" text not null, "data" jsonb not null)',
    );
    this.addSql(
      'alter table "change_outbox" add constraint "change_outbox_one_audience" check (num_nonnulls(external_service_id, organization_id, user_id) = 1)',
    );
    // Sequenced rows are deleted. Without this setting the table would soon have more dead rows than live ones.
    this.addSql(
      'alter table "change_outbox" set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000)',
    );
    this.addSql(
      'create table "changes" ("external_service_id" uuid not null, "id" uuid not null, "sequence" bigint not null, "type" text not null, "subject_id" uuid not null, "external_court_booking_id" text null, "at" timestamptz(6) not null, "actor_type" text not null, "request_id" text not null, "data" jsonb not null, primary key ("external_service_id", "id")) partition by range ("id")',
    );
    this.addSql('create index "changes_subject_index" on "changes" ("subject_id", "id")');
    this.addSql('create table "changes_default" partition of "changes" default');
    this.addSql(
      'create table "change_counters" ("external_service_id" uuid not null, "sequence" bigint not null, "change_id" uuid not null, primary key ("external_service_id"))',
    );
    this.addSql(
      'alter table "change_counters" add constraint "change_counters_external_service_fk" foreign key ("external_service_id") references "external_services" ("id") on update cascade on delete cascade',
    );
    this.addSql(
      `create table "webhook_endpoints" ("id" uuid not null, "external_service_id" uuid not null, "url" text not null, "types" text[] not null, "signature" text not null, "secret" bytea not null, "former_secret" bytea null, "former_secret_until" timestamptz(6) null, "paused_because" text null, "paused_at" timestamptz(6) null, "failures" int not null default 0, "failing_since" timestamptz(6) null, "last_success_at" timestamptz(6) null, "last_failure_at" timestamptz(6) null, "due_at" timestamptz(6) null, "held_until" timestamptz(6) null, "under_way" jsonb not null default '{}', "catches_up_to" uuid null, "catches_up_from" uuid null, "created_at" timestamptz(6) not null default now(), "updated_at" timestamptz(6) not null default now(), primary key ("id"))`,
    );
    this.addSql(
      'create index "webhook_endpoints_external_service_index" on "webhook_endpoints" ("external_service_id", "id")',
    );
    this.addSql(
      'create index "webhook_endpoints_due_index" on "webhook_endpoints" ("due_at") where "due_at" is not null',
    );
    this.addSql(
      'alter table "webhook_endpoints" add constraint "webhook_endpoints_external_service_fk" foreign key ("external_service_id") references "external_services" ("id")',
    );
    this.addSql(
      `alter table "webhook_endpoints" add constraint "webhook_endpoints_signature_known" check (signature in ('HMAC_SHA256', 'ED25519'))`,
    );
    this.addSql(
      `alter table "webhook_endpoints" add constraint "webhook_endpoints_pause_known" check (paused_because in ('OPERATOR', 'FAILING', 'GONE') and paused_at is not null or num_nonnulls(paused_because, paused_at) = 0)`,
    );
    this.addSql(
      'create table "webhook_deliveries" ("endpoint_id" uuid not null, "id" uuid not null, "due_at" timestamptz(6) null, "leased_until" timestamptz(6) null, "attempts" smallint not null default 0, "delivered_at" timestamptz(6) null, "last_attempt_at" timestamptz(6) null, "last_status" smallint null, "last_milliseconds" double precision null, "last_error" text null, "last_answer" text null, "erased" boolean not null default false, primary key ("endpoint_id", "id")) partition by range ("id")',
    );
    this.addSql(
      'create index "webhook_deliveries_due_index" on "webhook_deliveries" ("endpoint_id", "due_at", "id") where "due_at" is not null',
    );
    this.addSql(
      'create index "webhook_deliveries_pending_index" on "webhook_deliveries" ("endpoint_id", "id") where "due_at" is not null',
    );
    this.addSql(
      `create index "webhook_deliveries_outcome_index" on "webhook_deliveries" ("endpoint_id", (case when delivered_at is null then 'FAILED' else 'DELIVERED' end), "id") where "due_at" is null`,
    );
    this.addSql('create table "webhook_deliveries_default" partition of "webhook_deliveries" default');
    this.addSql('create table "webhook_wakes" ("id" bigserial primary key, "endpoint_id" uuid not null)');
    // Most rows of this table are dead, too, like those of the outbox.
    this.addSql(
      'alter table "webhook_wakes" set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000)',
    );
  }
}
