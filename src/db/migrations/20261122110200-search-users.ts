import { Migration } from '@mikro-orm/migrations';

const indexes = {
  users_email_prefix_index: '("email" text_pattern_ops)',
  users_name_index: "(lower(first_name || ' ' || last_name) text_pattern_ops)",
  users_last_name_index: "(lower(last_name || ' ' || first_name) text_pattern_ops)",
};

/** Builds the indexes without blocking writers. First drops what a failed attempt left behind. */
export const concurrently = Object.entries(indexes).flatMap(([name, columns]) => [
  `drop index concurrently if exists "${name}"`,
  `create index concurrently "${name}" on "users" ${columns}`,
]);

/** Records the migration after the statements above. */
export class Migration20261122110200 extends Migration {
  override up(): void {}
}
