import { Migration } from '@mikro-orm/migrations';

/** Persons whose copies are still to be erased. The previous release does not use the table. */
export class Migration20261122080000 extends Migration {
  override up(): void {
    this.addSql(
      'create table "erasures" ("id" uuid not null, "addresses" text[] null, "links" jsonb null, "hashes" text[] not null, "walked_to" uuid not null, "until" uuid not null, "settling" boolean not null default false, "due_at" timestamptz(6) not null, "created_at" timestamptz(6) not null default now(), primary key ("id"))',
    );
    this.addSql('create index "erasures_due_index" on "erasures" ("due_at")');
  }
}
