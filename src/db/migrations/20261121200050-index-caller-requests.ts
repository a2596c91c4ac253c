import { Migration } from '@mikro-orm/migrations';

/** Builds the index outside of a transaction, without blocking writers. A repeated attempt first drops what a failed one left behind. */
export const concurrently = [
  'drop index concurrently if exists "partner_requests_caller_request_index"',
  'create index concurrently "partner_requests_caller_request_index" on "partner_requests" ("caller_request_id")',
];

/** Records the migration after the statements above. */
export class Migration20261121200050 extends Migration {
  override up(): void {}
}
