import { Migration } from '@mikro-orm/migrations';

/** With it, a partner that repeats the rotation of its token receives the same new token. */
export class Migration20261127213000 extends Migration {
  override up(): void {
    this.addSql('alter table "api_tokens" add "rotation_nonce" bytea null');
  }
}
