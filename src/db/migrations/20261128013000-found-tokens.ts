import { Migration } from '@mikro-orm/migrations';

const former =
  'PARTNER_REFUSALS_RISEN,WEBHOOK_ENDPOINT_PAUSED,API_TOKEN_EXPIRES,OPERATOR_TOKEN_EXPIRES,STAMPS_AHEAD';

/**
 * Who revoked a token, if not an operator, and an alert about it. Endpoints that receive every type of alert receive the new one, too. There are
 * few tokens and endpoints. While the previous release still serves, it may end such an alert, and this one raises it again.
 */
export class Migration20261128013000 extends Migration {
  override up(): void {
    this.addSql('alter table "api_tokens" add "revoked_because" text null');
    this.addSql(
      `alter table "api_tokens" add constraint "api_tokens_revocation_known" check (revoked_because is null or revoked_because in ('POSSESSION', 'SECRET_SCANNING') and revoked_at is not null)`,
    );
    this.addSql(
      `alter table "alert_endpoints" alter column "types" set default '{${former},API_TOKEN_FOUND}'`,
    );
    this.addSql(
      `update "alert_endpoints" set "types" = "types" || '{API_TOKEN_FOUND}' where "types" @> '{${former}}'`,
    );
  }
}
