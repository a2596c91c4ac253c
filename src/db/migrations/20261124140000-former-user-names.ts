import { Migration } from '@mikro-orm/migrations';

/**
 * Former e-mail addresses and external ids of users, so that they can be erased after their audit events were dropped. Triggers write them,
 * because the previous release also changes users while both serve.
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
    this.addSql(`create function keep_former_email() returns trigger language plpgsql as $$
      begin
        insert into former_user_names (user_id, email) values (old.id, old.email) on conflict do nothing;
        return null;
      end
      $$`);
    // Erased users keep no former names.
    this.addSql(
      'create trigger "users_keep_former_email" after update of "email" on "users" for each row when (old.email is distinct from new.email and new.erased_at is null) execute function keep_former_email()',
    );
    this.addSql(`create function keep_former_external_user_id() returns trigger language plpgsql as $$
      begin
        insert into former_user_names (user_id, external_service_id, external_user_id)
        values (old.user_id, old.external_service_id, old.external_user_id) on conflict do nothing;
        return null;
      end
      $$`);
    this.addSql(
      'create trigger "user_links_keep_former_id" after update of "external_user_id" on "user_links" for each row when (old.external_user_id <> new.external_user_id) execute function keep_former_external_user_id()',
    );
    this.addSql('alter table "erasures" add column "user_id" uuid null');
  }
}
