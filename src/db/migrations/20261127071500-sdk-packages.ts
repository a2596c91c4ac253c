import { Migration } from '@mikro-orm/migrations';

export class Migration20261127071500 extends Migration {
  override up(): void {
    this.addSql(
      'create table "sdk_packages" ("path" text not null, "bytes" bytea not null, "offered_at" timestamptz(6) not null default now(), primary key ("path"))',
    );
  }
}
