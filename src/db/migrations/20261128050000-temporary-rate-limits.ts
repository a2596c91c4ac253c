import { Migration } from '@mikro-orm/migrations';

/**
 * Rate limits with an end. There are few external services, so the check is validated at once. The previous release
 * applies the limit without an end, also while a temporary one is set.
 */
export class Migration20261128050000 extends Migration {
  override up(): void {
    this.addSql(
      'alter table "external_services" add column "temporary_rate_limit_per_second" int null, add column "temporary_rate_limit_burst" int null, add column "temporary_rate_limit_until" timestamptz(6) null',
    );
    this.addSql(
      'alter table "external_services" add constraint "external_services_temporary_rate_limit" check (num_nulls(temporary_rate_limit_per_second, temporary_rate_limit_burst, temporary_rate_limit_until) in (0, 3) and temporary_rate_limit_per_second >= 1 and temporary_rate_limit_burst >= temporary_rate_limit_per_second)',
    );
  }
}
