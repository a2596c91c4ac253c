import { Migration } from '@mikro-orm/migrations';

/** Allows the scope `webhookwrite`. There are few tokens, so the check is validated at once. */
export class Migration20261127214000 extends Migration {
  override up(): void {
    this.addSql('alter table "api_tokens" drop constraint if exists "api_tokens_scopes_known"');
    this.addSql(
      `alter table "api_tokens" add constraint "api_tokens_scopes_known" check (scopes <@ array['userwrite', 'court-bookingwrite', 'userread', 'court-bookingread', 'webhookwrite']::text[])`,
    );
  }
}
