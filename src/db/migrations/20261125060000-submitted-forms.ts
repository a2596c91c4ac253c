import { Migration } from '@mikro-orm/migrations';

export class Migration20261125060000 extends Migration {
  override up(): void {
    this.addSql(
      'create table "submitted_forms" ("id" uuid not null, "operator_id" uuid not null, "submitted_at" timestamptz(6) not null default now(), primary key ("id"))',
    );
  }
}
