import { Migration } from '@mikro-orm/migrations';

const start = `(start_date at time zone 'UTC')::date`;
const ofDay = `"court_bookings" ("external_service_id", (${start}), "updated_at", "id") include ("start_date", "end_date")`;

/** Each index replaces one with the same purpose. The old one is dropped last, because the previous release can use either. */
const indexes = [
  {
    name: 'court_bookings_own_start_day_index',
    definition: `${ofDay} where active`,
    instead: 'court_bookings_own_day_index',
  },
  {
    name: 'court_bookings_cancelled_own_start_day_index',
    definition: `${ofDay} where not active`,
    instead: 'court_bookings_cancelled_own_day_index',
  },
  {
    name: 'court_bookings_of_court_index',
    definition: `"court_bookings" ("court_id", "id") include ("external_service_id", "updated_at", "active")`,
    instead: 'court_bookings_court_index',
  },
  {
    name: 'court_bookings_own_long_end_index',
    definition: `"court_bookings" ("external_service_id", "active", "end_date") include ("start_date", "updated_at", "id") where end_date - start_date > '12:00:00'::interval`,
    instead: 'court_bookings_own_long_index',
  },
];

export const concurrently = indexes.flatMap(({ name, definition, instead }) => [
  `drop index concurrently if exists "${name}"`,
  `create index concurrently "${name}" on ${definition}`,
  `drop index concurrently if exists "${instead}"`,
]);

/** Lets queries filter the bookings of a day or a court, and long bookings, in the index alone. */
export class Migration20261122160000 extends Migration {
  override up(): void {}
}
