import { Migration } from '@mikro-orm/migrations';

/**
 * The types of alerts that an endpoint receives, and its former secret. While the previous release still serves, it sends all types, signed
 * with the newest secret only.
 */
export class Migration20261122140300 extends Migration {
  override up(): void {
    this.addSql(
      `alter table "alert_endpoints" add column "former_secret" bytea null, add column "former_secret_until" timestamptz(6) null, add column "types" text[] not null default '{PARTNER_REFUSALS_RISEN,WEBHOOK_ENDPOINT_PAUSED,API_TOKEN_EXPIRES,OPERATOR_TOKEN_EXPIRES,STAMPS_AHEAD}'`,
    );
  }
}
