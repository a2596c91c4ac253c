import { Migration } from '@mikro-orm/migrations';

/** Which request id a partner is shown of its own change. The last release writes none, and shows ours. */
export class Migration20261124130000 extends Migration {
  override up(): void {
    this.addSql(
      'alter table "change_outbox" add column "caller_id" uuid null, add column "caller_request_id" text null',
    );
  }
}
