import { Migration } from '@mikro-orm/migrations';

/**
 * A version of what occupies each court. Triggers raise it, because the previous release also writes bookings while both serve.
 *
 * Whoever writes a booking holds the locks of its courts, so nobody waits for a version. Courts are raised in their order anyway.
 * The fill factor leaves room for updates in the same page.
 */
export class Migration20261128010000 extends Migration {
  override up(): void {
    this.addSql(
      'create table "court_occupancy_versions" ("court_id" uuid not null primary key, "version" bigint not null) with (fillfactor = 50)',
    );
    this.addSql(
      'alter table "court_occupancy_versions" add constraint "court_occupancy_versions_court_fk" foreign key ("court_id") references "courts" ("id") on update cascade on delete cascade',
    );
    this.addSql(`create function raise_occupancy_versions() returns trigger language plpgsql as $$
      begin
        insert into court_occupancy_versions as v (court_id, version)
        select court_id, extract(epoch from clock_timestamp()) * 1000000
        from changed where active group by court_id order by court_id
        on conflict (court_id) do update set version = greatest(v.version + 1, excluded.version);
        return null;
      end
      $$`);
    // Only where a place was taken or left. Other updates do not hold the locks of courts.
    this.addSql(`create function raise_moved_occupancy_versions() returns trigger language plpgsql as $$
      begin
        insert into court_occupancy_versions as v (court_id, version)
        select court_id, extract(epoch from clock_timestamp()) * 1000000
        from (
          select court_id from (
            select id, court_id, start_date, end_date from former where active
            union all
            select id, court_id, start_date, end_date from changed where active
          ) place
          group by id, court_id, start_date, end_date having count(*) = 1
        ) moved
        group by court_id order by court_id
        on conflict (court_id) do update set version = greatest(v.version + 1, excluded.version);
        return null;
      end
      $$`);
    this.addSql(
      'create trigger "court_bookings_created_occupancy" after insert on "court_bookings" referencing new table as changed for each statement execute function raise_occupancy_versions()',
    );
    this.addSql(
      'create trigger "court_bookings_updated_occupancy" after update on "court_bookings" referencing old table as former new table as changed for each statement execute function raise_moved_occupancy_versions()',
    );
    this.addSql(
      'create trigger "court_bookings_deleted_occupancy" after delete on "court_bookings" referencing old table as changed for each statement execute function raise_occupancy_versions()',
    );
  }
}
