import { Migration } from '@mikro-orm/migrations';

/** The column was added by the first step, so its index is built in the second. */
export const concurrently = [
  'drop index concurrently if exists "court_bookings_ahead_index"',
  'create index concurrently "court_bookings_ahead_index" on "court_bookings" ("id") where stamp_ahead',
];

/** Second step. Reads the whole tables without blocking readers or writers. */
export class Migration20261122070100 extends Migration {
  override up(): void {
    this.addSql('alter table "api_tokens" validate constraint "api_tokens_scopes_known"');
    this.addSql(
      'alter table "court_booking_participants" validate constraint "court_booking_participants_one_identity"',
    );
    this.addSql('alter table "users" validate constraint "users_erased"');
  }
}
