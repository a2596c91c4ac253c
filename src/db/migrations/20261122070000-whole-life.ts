import { Migration } from '@mikro-orm/migrations';

/** Builds an index without blocking writers. First drops what a failed attempt left behind. */
const anew = (name: string, definition: string) => [
  `drop index concurrently if exists "${name}"`,
  `create index concurrently "${name}" on ${definition}`,
];

/** The indexes of the partners' lists. Each contains the id, so that a page can continue after the last row. */
export const concurrently = [
  // Each pair covers every booking once: active bookings in one index, cancelled ones in the other. So a search for one kind does not scan
  // the other.
  ...anew(
    'court_bookings_updated_index',
    '"court_bookings" ("external_service_id", "updated_at", "id") where active',
  ),
  ...anew(
    'court_bookings_cancelled_updated_index',
    '"court_bookings" ("external_service_id", "updated_at", "id") where not active',
  ),
  ...anew(
    'court_bookings_own_day_index',
    `"court_bookings" ("external_service_id", ((start_date at time zone 'UTC')::date), "updated_at", "id") where active`,
  ),
  ...anew(
    'court_bookings_cancelled_own_day_index',
    `"court_bookings" ("external_service_id", ((start_date at time zone 'UTC')::date), "updated_at", "id") where not active`,
  ),
  ...anew(
    'court_bookings_own_long_index',
    `"court_bookings" ("external_service_id", "end_date") where end_date - start_date > '1 day'::interval`,
  ),
  ...anew('courts_organization_name_index', '"courts" ("organization_id", "name", "id")'),
];

/**
 * Columns and tables for cancelling, reading, erasing and granting. The previous release may be serving: it does not read the new columns,
 * and the rows that it writes are valid.
 */
export class Migration20261122070000 extends Migration {
  override up(): void {
    this.addSql('alter table "external_services" add "active" boolean not null default true');
    this.addSql('alter table "courts" add "active" boolean not null default true');
    this.addSql('alter table "court_bookings" add "partner_cancelled_at" timestamptz(6) null');
    this.addSql('alter table "court_bookings" add "stamp_ahead" boolean not null default false');
    this.addSql(
      'create table "cancellation_stamps" ("external_service_id" uuid not null, "external_court_booking_id" text not null, "external_updated_at" timestamptz(6) not null, "cancelled_at" timestamptz(6) not null, primary key ("external_service_id", "external_court_booking_id"))',
    );
    this.addSql(
      'create index "cancellation_stamps_service_index" on "cancellation_stamps" ("external_service_id", "cancelled_at")',
    );
    this.addSql(
      'alter table "cancellation_stamps" add constraint "cancellation_stamps_external_service_fk" foreign key ("external_service_id") references "external_services" ("id")',
    );
    this.addSql('alter table "users" add "erased_at" timestamptz(6) null');
    for (const column of ['email', 'first_name', 'last_name'])
      this.addSql(`alter table "users" alter column "${column}" drop not null`);
    for (const [table, name, check] of wider) {
      this.addSql(`alter table "${table}" drop constraint if exists "${name}"`);
      this.addSql(`alter table "${table}" add constraint "${name}" check (${check}) not valid`);
    }
  }
}

/** Constraints that are new or allow more than before. The next step validates them. */
const wider = [
  [
    'api_tokens',
    'api_tokens_scopes_known',
    "scopes <@ array['userwrite', 'court-bookingwrite', 'userread', 'court-bookingread']::text[]",
  ],
  [
    'court_booking_participants',
    'court_booking_participants_one_identity',
    'num_nonnulls(user_id, email) <= 1',
  ],
  [
    'users',
    'users_erased',
    'case when erased_at is null then num_nulls(email, first_name, last_name) = 0 else num_nonnulls(email, first_name, last_name, birthday, gender, main_sport_type, playing_hand) = 0 end',
  ],
] as const;
