import { Migration } from '@mikro-orm/migrations';

export class Migration20261127220100 extends Migration {
  override up(): void {
    this.addSql('alter table "partner_requests" add "dry_run" boolean null');
  }
}
