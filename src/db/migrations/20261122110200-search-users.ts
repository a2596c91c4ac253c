import { Migration } from '@mikro-orm/migrations';

const indexes = {
  users_email_prefix_index: '("email" text_pattern_ops)',
  users_name_index: "(lower(first_name || ' ' || last_name) text_pattern_ops)",
  users_last_name_index: "(lower(last_name || ' ' || first_name) text_pattern_ops)",
};

/** Beside those who write: what a broken attempt has left is dropped first. */
export const concurrently = Object.entries(indexes).flatMap(([name, columns]) => [
  `drop index concurrently if exists "${name}"`,
  `create index concurrently "${name}" on "users" ${columns}`,
]);

/** Only written down, once the above is done. */
export class Migration20261122110200 extends Migration {
  override up(): void {}
}
