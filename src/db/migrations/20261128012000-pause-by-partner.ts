import { Migration } from '@mikro-orm/migrations';

/**
 * Allows a partner to pause its endpoint. There are few endpoints, so the check is validated at once. While it serves
 * beside this one, the previous release may still send to such an endpoint what was being sent when it was paused, once an hour.
 */
export class Migration20261128012000 extends Migration {
  override up(): void {
    this.addSql('alter table "webhook_endpoints" drop constraint if exists "webhook_endpoints_pause_known"');
    this.addSql(
      `alter table "webhook_endpoints" add constraint "webhook_endpoints_pause_known" check (paused_because in ('OPERATOR', 'PARTNER', 'FAILING', 'GONE') and paused_at is not null or num_nonnulls(paused_because, paused_at) = 0)`,
    );
  }
}
