import { Migration } from '@mikro-orm/migrations';

/** What it takes to say why a request was refused. The last release writes none of it; its rows have nothing there. */
export class Migration20261122110000 extends Migration {
  override up(): void {
    this.addSql(
      'alter table "partner_requests" add column "api_token_id" uuid null, add column "path_external_service_id" uuid null, add column "target" text null, add column "issue_codes" text[] null, add column "external_updated_at" timestamptz(6) null, add column "court_id" uuid null, add column "start_date" timestamptz(6) null, add column "end_date" timestamptz(6) null, add column "conflicting_ids" uuid[] null',
    );
  }
}
