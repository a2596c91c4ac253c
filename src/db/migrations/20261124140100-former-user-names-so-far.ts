import { Migration } from '@mikro-orm/migrations';

/**
 * Former names from before the triggers, read from the audit events. This is a separate migration, because creating the table locks the
 * users, and this one reads a large table.
 */
export class Migration20261124140100 extends Migration {
  override up(): void {
    const former = (field: string) =>
      `select distinct u.id, u.managed_by_id, e.before ->> '${field}' as former from audit_events e
       join users u on u.id = e.subject_id and u.erased_at is null
       where e.action = 'updateUser' and e.before ->> '${field}' is not null`;
    this.addSql(
      `insert into former_user_names (user_id, email) select id, former from (${former('email')}) f on conflict do nothing`,
    );
    this.addSql(
      `insert into former_user_names (user_id, external_service_id, external_user_id)
       select id, managed_by_id, former from (${former('externalUserId')}) f on conflict do nothing`,
    );
  }
}
