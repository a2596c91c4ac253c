import { Migration } from '@mikro-orm/migrations';

/** Columns that explain why a request was rejected. They are empty in rows of the previous release. */
export class Migration20261122110000 extends Migration {
  override up(): void {
    this.addSql(
      'alter table "partner_requests" add column "api_token_id" uuid null, add column "path_external_service_id" uuid null, add column "target" text null, add column "issue_codes" text[] null, add column "external_updated_at" timestamptz(6) null, add column "court_id" uuid null, add column "start_date" timestamptz(6) null, add column "end_date" timestamptz(6) null, add column "conflicting_ids" uuid[] null',
    );
  }
}
