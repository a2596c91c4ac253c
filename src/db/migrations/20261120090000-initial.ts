import { Migration } from '@mikro-orm/migrations';

export class Migration20261120090000 extends Migration {
  override up(): void {
    this.addSql('create extension if not exists btree_gist');
    this.addSql(
      `create table "audit_events" ("id" uuid not null, "at" timestamptz(6) not null, "actor_type" text not null, "actor_id" uuid not null, "request_id" text not null, "action" text not null, "subject_type" text not null, "subject_id" uuid not null, "before" jsonb null, "after" jsonb null, primary key ("id"))`,
    );
    this.addSql(`create index "audit_events_subject_index" on "audit_events" ("subject_id", "id")`);
    this.addSql(`create index "audit_events_request_index" on "audit_events" ("request_id")`);
    this.addSql(
      `create table "external_services" ("id" uuid not null, "name" text not null, "created_at" timestamptz(6) not null default now(), primary key ("id"))`,
    );
    this.addSql(
      `create table "api_tokens" ("id" uuid not null, "external_service_id" uuid not null, "label" text not null, "scopes" text[] not null, "secret_hash" bytea not null, "expires_at" timestamptz(6) null, "revoked_at" timestamptz(6) null, "last_used_at" timestamptz(6) null, "created_at" timestamptz(6) not null default now(), primary key ("id"))`,
    );
    this.addSql(`create index "api_tokens_external_service_index" on "api_tokens" ("external_service_id")`);
    this.addSql(
      `alter table "api_tokens" add constraint "api_tokens_secret_hash_unique" unique ("secret_hash")`,
    );
    this.addSql(
      `alter table "api_tokens" add constraint "api_tokens_scopes_known" check (scopes <@ array['userwrite', 'court-bookingwrite']::text[])`,
    );
    this.addSql(
      `create table "operators" ("id" uuid not null, "name" text not null, "role" text not null, "secret_hash" bytea not null, "created_at" timestamptz(6) not null default now(), "revoked_at" timestamptz(6) null, primary key ("id"))`,
    );
    this.addSql(
      `alter table "operators" add constraint "operators_secret_hash_unique" unique ("secret_hash")`,
    );
    this.addSql(
      `alter table "operators" add constraint "operators_role_known" check (role = any (array['VIEWER', 'ADMIN']))`,
    );
    this.addSql(
      `create table "organizations" ("id" uuid not null, "name" text not null, "created_at" timestamptz(6) not null default now(), primary key ("id"))`,
    );
    this.addSql(
      `create table "courts" ("id" uuid not null, "organization_id" uuid not null, "name" text not null, "created_at" timestamptz(6) not null default now(), primary key ("id"))`,
    );
    this.addSql(`create index "courts_organization_index" on "courts" ("organization_id")`);
    this.addSql(
      `create table "court_bookings" ("id" uuid not null, "external_service_id" uuid not null, "external_court_booking_id" text not null, "court_id" uuid not null, "start_date" timestamptz(6) not null, "end_date" timestamptz(6) not null, "external_updated_at" timestamptz(6) not null, "cancelled_at" timestamptz(6) null, "cancellation_reason" text null, "active" boolean generated always as (cancelled_at is null) stored not null, "created_at" timestamptz(6) not null default now(), "updated_at" timestamptz(6) not null default now(), primary key ("id"))`,
    );
    this.addSql(
      `alter table "court_bookings" add constraint "court_bookings_external_id_unique" unique ("external_service_id", "external_court_booking_id")`,
    );
    this.addSql(
      `alter table "court_bookings" add constraint "court_bookings_time_range" check (start_date < end_date)`,
    );
    this.addSql(
      `alter table "court_bookings" add constraint "court_bookings_no_overlap" exclude using gist (court_id with =, tstzrange(start_date, end_date, '[)') with &&) where (active)`,
    );
    this.addSql(
      `create table "organization_grants" ("external_service_id" uuid not null, "organization_id" uuid not null, "created_at" timestamptz(6) not null default now(), primary key ("external_service_id", "organization_id"))`,
    );
    this.addSql(
      `create index "organization_grants_organization_index" on "organization_grants" ("organization_id")`,
    );
    this.addSql(
      `create unlogged table "rate_limit_buckets" ("key" text not null, "permits" double precision not null, "refilled_at" timestamptz(6) not null, primary key ("key"))`,
    );
    this.addSql(
      `create table "users" ("id" uuid not null, "email" text not null, "first_name" text not null, "last_name" text not null, "birthday" date null, "gender" text null, "main_sport_type" text null, "playing_hand" text null, "managed_by_id" uuid not null, "created_at" timestamptz(6) not null default now(), "updated_at" timestamptz(6) not null default now(), primary key ("id"))`,
    );
    this.addSql(`create index "users_managed_by_index" on "users" ("managed_by_id")`);
    this.addSql(`alter table "users" add constraint "users_email_unique" unique ("email")`);
    this.addSql(`alter table "users" add constraint "users_email_lower_case" check (email = lower(email))`);
    this.addSql(
      `alter table "users" add constraint "users_gender_known" check (gender = any (array['MALE'::text, 'FEMALE'::text, 'OTHER'::text]))`,
    );
    this.addSql(
      `alter table "users" add constraint "users_main_sport_type_known" check (main_sport_type = any (array['TENNIS'::text, 'PADEL'::text, 'PICKLEBALL'::text, 'SQUASH'::text, 'BADMINTON'::text]))`,
    );
    this.addSql(
      `alter table "users" add constraint "users_playing_hand_known" check (playing_hand = any (array['LEFT'::text, 'RIGHT'::text]))`,
    );
    this.addSql(
      `create table "court_booking_participants" ("court_booking_id" uuid not null, "position" smallint not null, "user_id" uuid null, "email" text null, primary key ("court_booking_id", "position"))`,
    );
    this.addSql(
      `alter table "court_booking_participants" add constraint "court_booking_participants_user_unique" unique ("user_id", "court_booking_id")`,
    );
    this.addSql(
      `alter table "court_booking_participants" add constraint "court_booking_participants_email_unique" unique ("email", "court_booking_id")`,
    );
    this.addSql(
      `alter table "court_booking_participants" add constraint "court_booking_participants_one_identity" check (num_nonnulls(user_id, email) = 1)`,
    );
    this.addSql(
      `create table "user_grants" ("external_service_id" uuid not null, "user_id" uuid not null, "created_at" timestamptz(6) not null default now(), primary key ("external_service_id", "user_id"))`,
    );
    this.addSql(`create index "user_grants_user_index" on "user_grants" ("user_id")`);
    this.addSql(
      `create table "user_links" ("external_service_id" uuid not null, "external_user_id" text not null, "user_id" uuid not null, "created_at" timestamptz(6) not null default now(), primary key ("external_service_id", "external_user_id"))`,
    );
    this.addSql(
      `alter table "user_links" add constraint "user_links_user_unique" unique ("user_id", "external_service_id")`,
    );
    this.addSql(
      `alter table "api_tokens" add constraint "api_tokens_external_service_fk" foreign key ("external_service_id") references "external_services" ("id")`,
    );
    this.addSql(
      `alter table "courts" add constraint "courts_organization_fk" foreign key ("organization_id") references "organizations" ("id")`,
    );
    this.addSql(
      `alter table "court_bookings" add constraint "court_bookings_external_service_fk" foreign key ("external_service_id") references "external_services" ("id")`,
    );
    this.addSql(
      `alter table "court_bookings" add constraint "court_bookings_court_fk" foreign key ("court_id") references "courts" ("id")`,
    );
    this.addSql(
      `alter table "organization_grants" add constraint "organization_grants_external_service_fk" foreign key ("external_service_id") references "external_services" ("id") on update cascade on delete cascade`,
    );
    this.addSql(
      `alter table "organization_grants" add constraint "organization_grants_organization_fk" foreign key ("organization_id") references "organizations" ("id") on update cascade on delete cascade`,
    );
    this.addSql(
      `alter table "users" add constraint "users_managed_by_fk" foreign key ("managed_by_id") references "external_services" ("id")`,
    );
    this.addSql(
      `alter table "court_booking_participants" add constraint "court_booking_participants_booking_fk" foreign key ("court_booking_id") references "court_bookings" ("id")`,
    );
    this.addSql(
      `alter table "court_booking_participants" add constraint "court_booking_participants_user_fk" foreign key ("user_id") references "users" ("id") on delete no action`,
    );
    this.addSql(
      `alter table "user_grants" add constraint "user_grants_external_service_fk" foreign key ("external_service_id") references "external_services" ("id") on update cascade on delete cascade`,
    );
    this.addSql(
      `alter table "user_grants" add constraint "user_grants_user_fk" foreign key ("user_id") references "users" ("id") on update cascade on delete cascade`,
    );
    this.addSql(
      `alter table "user_links" add constraint "user_links_external_service_fk" foreign key ("external_service_id") references "external_services" ("id")`,
    );
    this.addSql(
      `alter table "user_links" add constraint "user_links_user_fk" foreign key ("user_id") references "users" ("id")`,
    );
  }
}
