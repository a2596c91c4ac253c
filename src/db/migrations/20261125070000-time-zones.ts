import { Migration } from '@mikro-orm/migrations';

export class Migration20261125070000 extends Migration {
  override up(): void {
    this.addSql(`alter table "organizations" add column "time_zone" text not null default 'UTC'`);
  }
}
