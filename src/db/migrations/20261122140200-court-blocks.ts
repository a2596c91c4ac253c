import { Migration } from '@mikro-orm/migrations';

/** The reason of a court block. The previous release writes no blocks, and treats one as a booking of another external service. */
export class Migration20261122140200 extends Migration {
  override up(): void {
    this.addSql('alter table "court_bookings" add column "block_reason" text null');
  }
}
