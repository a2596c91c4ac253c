import { Migration } from '@mikro-orm/migrations';

/** Daily totals of all traffic that is kept. The service fills the table. The previous release fills and trims its own. */
export class Migration20261129010000 extends Migration {
  override up(): void {
    this.addSql(
      'create table "partner_traffic_by_day" ("day" timestamptz(6) not null, "external_service_id" uuid not null, "operation" text not null, "status" smallint not null, "error_type" text not null, "requests" bigint not null, "latencies" bigint[] not null, "first_at" timestamptz(6) not null, "last_at" timestamptz(6) not null, "sdk_at" timestamptz(6) null, primary key ("day", "external_service_id", "operation", "status", "error_type"))',
    );
  }
}
