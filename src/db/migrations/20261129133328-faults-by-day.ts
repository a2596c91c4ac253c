import { Migration } from '@mikro-orm/migrations';

/** Daily totals of all errors that are kept. The service fills the table. */
export class Migration20261129133328 extends Migration {
  override up(): void {
    this.addSql(
      'create table "partner_faults_by_day" ("day" timestamptz(6) not null, "external_service_id" uuid not null, "operation" text not null, "error_type" text not null, "place" text not null, "requests" bigint not null, "first_at" timestamptz(6) not null, "last_at" timestamptz(6) not null, primary key ("day", "external_service_id", "operation", "error_type", "place"))',
    );
  }
}
