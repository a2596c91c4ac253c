import { Migration } from '@mikro-orm/migrations';

/** Builds the index without blocking writers. First drops what a failed attempt left behind. */
export const concurrently = [
  'drop index concurrently if exists "court_bookings_ahead_version_index"',
  'create index concurrently "court_bookings_ahead_version_index" on "court_bookings" ("external_updated_at", "id") include ("external_service_id") where stamp_ahead',
];

/** For bookings that are still dated in the future. */
export class Migration20261127180000 extends Migration {
  override up(): void {}
}
