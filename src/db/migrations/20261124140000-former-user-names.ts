import { Migration } from '@mikro-orm/migrations';

/**
 * Under which addresses and external ids a user was known, so that they can be erased after the audit events have been dropped.
 * What the last release changes while both serve is found in the audit events only.
 */
export class Migration20261124140000 extends Migration {
  override up(): void {
    this.addSql(
      'create table "former_user_names" ("id" bigserial primary key, "user_id" uuid not null, "email" text null, "external_service_id" uuid null, "external_user_id" text null)',
    );
    this.addSql(
      'alter table "former_user_names" add constraint "former_user_names_user_fk" foreign key ("user_id") references "users" ("id")',
    );
    this.addSql(
      'alter table "former_user_names" add constraint "former_user_names_one" check (num_nonnulls(email, external_user_id) = 1 and num_nulls(external_service_id, external_user_id) <> 1)',
    );
    this.addSql(
      'create unique index "former_user_names_unique" on "former_user_names" ("user_id", "email", "external_service_id", "external_user_id") nulls not distinct',
    );
    const former = (field: string) =>
      `select distinct u.id, u.managed_by_id, e.before ->> '${field}' as former from audit_events e
       join users u on u.id = e.subject_id and u.erased_at is null
       where e.action = 'updateUser' and e.before ->> '${field}' is not null`;
    this.addSql(
      `insert into former_user_names (user_id, email) select id, former from (${former('email')}) f`,
    );
    this.addSql(
      `insert into former_user_names (user_id, external_service_id, external_user_id)
       select id, managed_by_id, former from (${former('externalUserId')}) f`,
    );
    this.addSql('alter table "erasures" add column "user_id" uuid null');
  }
}
