import { Migration } from '@mikro-orm/migrations';

export const concurrently = [
  'drop index concurrently if exists "api_tokens_expiry_index"',
  'create index concurrently "api_tokens_expiry_index" on "api_tokens" ("expires_at") where "revoked_at" is null',
];

/**
 * Rate limits of single partners, and expiry of operators' tokens. While the previous release still serves, it applies the general limit,
 * accepts expired operator tokens, and rejects rotated ones.
 */
export class Migration20261122130400 extends Migration {
  override up(): void {
    this.addSql(
      'alter table "external_services" add column "rate_limit_per_second" int null, add column "rate_limit_burst" int null',
    );
    this.addSql(
      'alter table "external_services" add constraint "external_services_rate_limit" check (num_nulls(rate_limit_per_second, rate_limit_burst) <> 1 and rate_limit_per_second >= 1 and rate_limit_burst >= rate_limit_per_second)',
    );
    this.addSql(
      'alter table "operators" add column "expires_at" timestamptz(6) null, add column "former_secret_hash" bytea null, add column "former_secret_until" timestamptz(6) null',
    );
    this.addSql(
      'alter table "operators" add constraint "operators_former_secret_hash_unique" unique ("former_secret_hash")',
    );
  }
}
