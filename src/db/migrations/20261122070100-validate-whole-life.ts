import { Migration } from '@mikro-orm/migrations';

/** Second step: reads the tables whole, beside all who read and write. */
export class Migration20261122070100 extends Migration {
  override up(): void {
    this.addSql('alter table "api_tokens" validate constraint "api_tokens_scopes_known"');
    this.addSql(
      'alter table "court_booking_participants" validate constraint "court_booking_participants_one_identity"',
    );
    this.addSql('alter table "users" validate constraint "users_erased"');
  }
}
