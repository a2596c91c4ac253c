import { Migration } from '@mikro-orm/migrations';

/** Builds the index without blocking writers. First drops what a failed attempt left behind. */
export const concurrently = [
  'drop index concurrently if exists "users_managed_by_changed_index"',
  'create index concurrently "users_managed_by_changed_index" on "users" ("managed_by_id", "updated_at", "id")',
];

/** For users by the time of change. */
export class Migration20261125120000 extends Migration {
  override up(): void {}
}
