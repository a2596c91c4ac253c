-- Bookings partitioned by the time of their creation, for when one table has become too large (docs/scale.md). A test runs this file on a
-- database with bookings, and then the service. Run it as the owner of the schema, while no process of the service runs. Then run
-- `npm run db:migrate`. It copies no bookings: the present table becomes the first partition. It reads the table to fill the two tables
-- below, to build two of its indexes again, and to check the bound.
--
-- A constraint of a partitioned table holds across partitions only if it contains the partition key, which is the id (a UUIDv7, so it begins
-- with the time of creation). The primary keys, the foreign keys and the unique keys of the participants contain it. Two constraints do
-- not, and are kept by tables of their own, which triggers write:
--   court_booking_keys   an external id belongs to one booking of its external service
--   court_occupancy      the active bookings of a court do not overlap
begin;
set local lock_timeout = '2s';
set local statement_timeout = 0;
lock table court_bookings, court_booking_participants in access exclusive mode;

create table court_booking_keys (
  external_service_id uuid not null,
  external_court_booking_id text not null,
  court_booking_id uuid not null,
  primary key (external_service_id, external_court_booking_id)
);
create table court_occupancy (
  court_booking_id uuid primary key,
  court_id uuid not null,
  during tstzrange not null,
  constraint court_occupancy_no_overlap exclude using gist (court_id with =, during with &&)
);
insert into court_booking_keys select external_service_id, external_court_booking_id, id from court_bookings;
insert into court_occupancy select id, court_id, tstzrange(start_date, end_date, '[)') from court_bookings where active;
-- Needed when an old partition is dropped.
create index on court_booking_keys (court_booking_id);

-- The lowest id that can be created at a time.
create function pg_temp.first_id(p_at timestamptz) returns uuid language sql as $$
  select (lpad(to_hex((extract(epoch from p_at) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
$$;

-- Makes the table the first partition of a new one with the same name, columns, indexes and foreign keys.
create function pg_temp.partition(p_table text, p_key text, p_from timestamptz) returns void language plpgsql as $$
declare
  v_before text := p_table || '_before';
  v_indexes text[];
  v_constraints text[];
  v_year int;
  v_name text;
begin
  -- A unique index without the key, and an exclusion constraint, become plain indexes: the queries still need them.
  select array_agg(regexp_replace(pg_get_indexdef(i.indexrelid), '^CREATE UNIQUE', 'CREATE')) into v_indexes
  from pg_index i left join pg_constraint c on c.conindid = i.indexrelid and c.contype in ('p', 'u')
  where i.indrelid = p_table::regclass
    and (c.oid is null or pg_get_constraintdef(c.oid) !~ format('[(, ]%s[,)]', p_key));
  select array_agg(format('add constraint %I %s', conname, pg_get_constraintdef(oid))) into v_constraints
  from pg_constraint
  where conrelid = p_table::regclass
    and (contype = 'f' or contype in ('p', 'u') and pg_get_constraintdef(oid) ~ format('[(, ]%s[,)]', p_key));
  execute format('alter table %I rename to %I', p_table, v_before);
  for v_name in
    select conname from pg_constraint
    where conrelid = v_before::regclass and contype in ('u', 'x') and pg_get_constraintdef(oid) !~ format('[(, ]%s[,)]', p_key)
  loop
    execute format('alter table %I drop constraint %I', v_before, v_name);
  end loop;
  for v_name in select relname from pg_index join pg_class on oid = indexrelid where indrelid = v_before::regclass loop
    execute format('alter index %I rename to %I', v_name, v_name || '_before');
  end loop;
  execute format(
    'create table %I (like %I including defaults including generated including constraints) partition by range (%I)',
    p_table, v_before, p_key
  );
  execute format('alter table %I %s', p_table, array_to_string(v_constraints, ', '));
  for i in 1 .. coalesce(cardinality(v_indexes), 0) loop
    execute v_indexes[i];
  end loop;
  execute format(
    'alter table %I attach partition %I for values from (minvalue) to (%L)', p_table, v_before, pg_temp.first_id(p_from)
  );
  -- One partition a year. Add further ones before they are needed; until then, rows go into the default partition.
  for v_year in extract(year from p_from)::int .. extract(year from p_from)::int + 2 loop
    execute format(
      'create table %I partition of %I for values from (%L) to (%L)', p_table || '_' || v_year, p_table,
      pg_temp.first_id(greatest(p_from, make_timestamptz(v_year, 1, 1, 0, 0, 0, 'UTC'))),
      pg_temp.first_id(make_timestamptz(v_year + 1, 1, 1, 0, 0, 0, 'UTC'))
    );
  end loop;
  execute format('create table %I partition of %I default', p_table || '_default', p_table);
end
$$;

alter table court_booking_participants drop constraint court_booking_participants_booking_fk;
-- Bookings until now are in the first partition.
select pg_temp.partition('court_bookings', 'id', now());
select pg_temp.partition('court_booking_participants', 'court_booking_id', now());
alter table court_booking_participants add constraint court_booking_participants_booking_fk
  foreign key (court_booking_id) references court_bookings (id);

-- The functions of the service have parameters of the row type of the present table. `npm run db:migrate` creates them for the new one.
do $$
declare v_name text;
begin
  for v_name in select name from function_schemas loop
    execute format('drop schema if exists %I cascade', v_name);
  end loop;
  delete from function_schemas;
end
$$;

create function keep_court_booking_guards() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into court_booking_keys values (new.external_service_id, new.external_court_booking_id, new.id);
  else
    delete from court_occupancy where court_booking_id = old.id;
  end if;
  if new.active then
    insert into court_occupancy values (new.id, new.court_id, tstzrange(new.start_date, new.end_date, '[)'));
  end if;
  return null;
end
$$;
create trigger court_bookings_guards_insert after insert on court_bookings
  for each row execute function keep_court_booking_guards();
create trigger court_bookings_guards_update after update on court_bookings
  for each row
  when ((old.court_id, old.start_date, old.end_date, old.active) is distinct from (new.court_id, new.start_date, new.end_date, new.active))
  execute function keep_court_booking_guards();
commit;

-- To drop the bookings of a partition for good, in this order:
--   drop table court_booking_participants_before;
--   alter table court_bookings detach partition court_bookings_before;
--   delete from court_occupancy o using court_bookings_before b where o.court_booking_id = b.id;
--   delete from court_booking_keys k using court_bookings_before b where k.court_booking_id = b.id;
--   drop table court_bookings_before;
