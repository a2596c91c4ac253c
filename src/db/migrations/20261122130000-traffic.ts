import { Migration } from '@mikro-orm/migrations';

/** Hourly totals of the partners' requests. Requests that the previous release records while it still serves are not included. */
export class Migration20261122130000 extends Migration {
  override up(): void {
    this.addSql('alter table "partner_requests" add column "sdk_version" text null');
    this.addSql(
      'create table "partner_traffic" ("hour" timestamptz(6) not null, "external_service_id" uuid not null, "operation" text not null, "status" smallint not null, "error_type" text not null, "requests" bigint not null, "latencies" bigint[] not null, "first_at" timestamptz(6) not null, "last_at" timestamptz(6) not null, "request_id" text not null, "sdk_version" text null, primary key ("hour", "external_service_id", "operation", "status", "error_type"))',
    );
    this.addSql(
      'create table "partner_faults" ("hour" timestamptz(6) not null, "external_service_id" uuid not null, "operation" text not null, "error_type" text not null, "place" text not null, "requests" bigint not null, "first_at" timestamptz(6) not null, "last_at" timestamptz(6) not null, "request_id" text not null, primary key ("hour", "external_service_id", "operation", "error_type", "place"))',
    );
    // The rows of the current hour are updated repeatedly. Free space in their pages and no index except the key keep these updates cheap.
    for (const table of ['partner_traffic', 'partner_faults'])
      this.addSql(`alter table "${table}" set (fillfactor = 50)`);
  }
}
