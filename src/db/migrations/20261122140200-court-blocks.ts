import { Migration } from '@mikro-orm/migrations';

/** Why a court is blocked. The last release writes no blocks, and takes one for a booking of another external service. */
export class Migration20261122140200 extends Migration {
  override up(): void {
    this.addSql('alter table "court_bookings" add column "block_reason" text null');
  }
}
