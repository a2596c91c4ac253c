import { Migration } from '@mikro-orm/migrations';

/** The request id that a partner sees in its own change. The previous release does not write it, and shows the internal id. */
export class Migration20261124130000 extends Migration {
  override up(): void {
    this.addSql(
      'alter table "change_outbox" add column "caller_id" uuid null, add column "caller_request_id" text null',
    );
  }
}
