import { Migration } from '@mikro-orm/migrations';

/** Second step. Reads the whole tables without blocking readers or writers. */
export class Migration20261121200100 extends Migration {
  override up(): void {
    this.addSql('alter table "partner_requests" validate constraint "partner_requests_before"');
    this.addSql('alter table "audit_events" validate constraint "audit_events_before"');
  }
}
