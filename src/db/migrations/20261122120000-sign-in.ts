import { Migration } from '@mikro-orm/migrations';

/**
 * Operators who sign in with an identity provider, and a third role. While the previous release still serves, it lets SUPPORT change
 * nothing, and operators without a token cannot sign in to it.
 */
export class Migration20261122120000 extends Migration {
  override up(): void {
    this.addSql('alter table "operators" alter column "secret_hash" drop not null');
    this.addSql(
      'alter table "operators" add column "identity_issuer" text null, add column "identity_subject" text null',
    );
    this.addSql(
      'alter table "operators" add constraint "operators_identity_unique" unique ("identity_issuer", "identity_subject")',
    );
    this.addSql('alter table "operators" drop constraint "operators_role_known"');
    this.addSql(
      `alter table "operators" add constraint "operators_role_known" check (role = any (array['VIEWER', 'SUPPORT', 'ADMIN']))`,
    );
    this.addSql(
      'alter table "operators" add constraint "operators_by_token_or_identity" check (num_nonnulls(secret_hash, identity_subject) = 1 and num_nonnulls(identity_issuer, identity_subject) <> 1)',
    );
  }
}
