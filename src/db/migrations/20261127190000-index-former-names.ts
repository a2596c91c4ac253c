import { Migration } from '@mikro-orm/migrations';

/** Builds the index without blocking writers. First drops what a failed attempt left behind. */
export const concurrently = [
  'drop index concurrently if exists "former_user_names_name_index"',
  'create index concurrently "former_user_names_name_index" on "former_user_names" ((coalesce("email", "external_user_id")))',
];

/** For finding users by a former address or a former id in a partner's system. */
export class Migration20261127190000 extends Migration {
  override up(): void {}
}
