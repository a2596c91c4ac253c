import { Migration } from '@mikro-orm/migrations';

export class Migration20261127180622 extends Migration {
  override up(): void {
    this.addSql(
      `alter table "partner_requests" add "item_count" smallint null, add "rejected_item_count" smallint null, add "item_index" smallint null`,
    );
  }
}
