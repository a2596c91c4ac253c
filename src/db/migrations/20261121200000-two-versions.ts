import { Migration } from '@mikro-orm/migrations';

export class Migration20261121200000 extends Migration {
  override up(): void {
    this.addSql(`alter table "partner_requests" add "caller_request_id" text null`);
    this.addSql(
      `create index "partner_requests_caller_request_index" on "partner_requests" ("caller_request_id")`,
    );
    this.addSql(`alter table "partner_requests" add "request_count" int not null default 1`);
    this.addSql(`alter table "operators" add "configured" boolean not null default false`);
    // Until now the administrator of OPERATOR_TOKEN could be told by its name only.
    this.addSql(`update "operators" set "configured" = true where "name" = 'first administrator'`);
  }
}
