import { Migration } from '@mikro-orm/migrations';

/** Requests that wait for a change, in all processes. The previous release counts only those of its own process. */
export class Migration20261122130100 extends Migration {
  override up(): void {
    this.addSql(
      'create table "change_waits" ("api_token_id" uuid not null, "places" jsonb not null, primary key ("api_token_id"))',
    );
    // Rows are updated repeatedly, so their pages have free space.
    this.addSql('alter table "change_waits" set (fillfactor = 50)');
  }
}
