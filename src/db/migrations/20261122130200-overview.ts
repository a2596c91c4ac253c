import { Migration } from '@mikro-orm/migrations';

const index = 'court_bookings_start_day_court_index';

/** Replaces the index without the included columns. The old one is dropped last, because the previous release can use either. */
export const concurrently = [
  `drop index concurrently if exists "${index}"`,
  `create index concurrently "${index}" on "court_bookings" (((start_date at time zone 'UTC')::date), "id") include ("court_id", "start_date", "end_date", "active")`,
  'drop index concurrently if exists "court_bookings_start_day_index"',
];

/** Daily totals of the partners' requests. The service fills the table, starting with the hours of the last month. */
export class Migration20261122130200 extends Migration {
  override up(): void {
    this.addSql(
      'create table "partner_traffic_days" ("day" timestamptz(6) not null, "external_service_id" uuid not null, "operation" text not null, "status" smallint not null, "error_type" text not null, "requests" bigint not null, "latencies" bigint[] not null, primary key ("day", "external_service_id", "operation", "status", "error_type"))',
    );
  }
}
