import { Migration } from '@mikro-orm/migrations';

/** Who waits for a change, in whichever process. The last release counts those of each process, and not these. */
export class Migration20261122130100 extends Migration {
  override up(): void {
    this.addSql(
      'create table "change_waits" ("api_token_id" uuid not null, "places" jsonb not null, primary key ("api_token_id"))',
    );
    // Rows are written again and again: room for that in their pages.
    this.addSql('alter table "change_waits" set (fillfactor = 50)');
  }
}
