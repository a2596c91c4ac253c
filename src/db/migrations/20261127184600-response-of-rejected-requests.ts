import { Migration } from '@mikro-orm/migrations';

export class Migration20261127184600 extends Migration {
  override up(): void {
    this.addSql('alter table "partner_requests" add "response" jsonb null');
  }
}
