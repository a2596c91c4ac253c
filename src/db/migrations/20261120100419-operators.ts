import { Migration } from '@mikro-orm/migrations';

export class Migration20261120100419 extends Migration {
  override up(): void {
    this.addSql(`alter table "api_tokens" add "replaced_by_id" uuid null`);
    this.addSql(`drop index "audit_events_subject_index"`);
    this.addSql(`create index "audit_events_subject_index" on "audit_events" ("subject_id", "at")`);
    this.addSql(`create index "court_bookings_court_index" on "court_bookings" ("court_id", "id")`);
    this.addSql(
      `create index "court_bookings_external_service_index" on "court_bookings" ("external_service_id", "id")`,
    );
    this.addSql(
      `create table "operator_sessions" ("id" uuid not null, "operator_id" uuid not null, "secret_hash" bytea not null, "created_at" timestamptz(6) not null default now(), "expires_at" timestamptz(6) not null, primary key ("id"))`,
    );
    this.addSql(`create index "operator_sessions_operator_index" on "operator_sessions" ("operator_id")`);
    this.addSql(
      `alter table "operator_sessions" add constraint "operator_sessions_secret_hash_unique" unique ("secret_hash")`,
    );
    this.addSql(
      `create table "partner_requests" ("id" uuid not null, "at" timestamptz(6) not null, "external_service_id" uuid null, "operation" text not null, "external_id" text null, "status" smallint not null, "error_type" text null, "issue_paths" text[] not null, "milliseconds" double precision not null, "request_id" text not null, primary key ("id"))`,
    );
    this.addSql(
      `create index "partner_requests_external_service_index" on "partner_requests" ("external_service_id", "id")`,
    );
    this.addSql(`create index "partner_requests_request_index" on "partner_requests" ("request_id")`);
    this.addSql(
      `alter table "operator_sessions" add constraint "operator_sessions_operator_fk" foreign key ("operator_id") references "operators" ("id")`,
    );
    this.addSql(
      `alter table "partner_requests" add constraint "partner_requests_external_service_fk" foreign key ("external_service_id") references "external_services" ("id") on delete set null`,
    );
  }
}
