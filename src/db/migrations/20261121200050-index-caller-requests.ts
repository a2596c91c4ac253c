import { Migration } from '@mikro-orm/migrations';

/**
 * Outside of a transaction: the index is built beside those who write. Begun anew, what a broken attempt has left is
 * dropped first.
 */
export const concurrently = [
  'drop index concurrently if exists "partner_requests_caller_request_index"',
  'create index concurrently "partner_requests_caller_request_index" on "partner_requests" ("caller_request_id")',
];

/** Only written down, once the above is done. */
export class Migration20261121200050 extends Migration {
  override up(): void {}
}
