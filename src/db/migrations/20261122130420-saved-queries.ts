import { Migration } from '@mikro-orm/migrations';

/** Queries that operators save for each other. */
export class Migration20261122130420 extends Migration {
  override up(): void {
    this.addSql(
      'create table "saved_queries" ("id" uuid not null, "name" text not null, "document" text not null, "variables" text null, "saved_by_id" uuid not null, "created_at" timestamptz(6) not null default now(), "updated_at" timestamptz(6) not null default now(), primary key ("id"))',
    );
    this.addSql(
      'alter table "saved_queries" add constraint "saved_queries_saved_by_fk" foreign key ("saved_by_id") references "operators" ("id")',
    );
  }
}
