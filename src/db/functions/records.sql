-- The lowest UUID of version 7 for a time. Its first 48 bits are Unix milliseconds (RFC 9562, section 5.7). In UTC, `extract`
-- is immutable, so PostgreSQL inlines the function instead of planning it in each call (before version 18).
create function functions.first_id_of(p_at timestamptz)
returns uuid language sql immutable parallel safe as $$
  select rpad(lpad(to_hex(greatest(0, floor(extract(epoch from p_at at time zone 'UTC') * 1000))::bigint), 12, '0'), 32, '0')::uuid
$$;

-- Maintains the partitions of a table of records, one per p_unit ('day' or 'month', in UTC), by the time in the ids. Creates
-- partitions ahead of time, and drops those whose records are all older than p_days_kept. Records without a partition, from
-- the past or the far future, go into the default partition.
--
-- Makes one change per call and returns its description. Repeat the call until it returns null. Each change locks the table
-- briefly. If another transaction holds the lock for too long, the call fails with 55P03 and can be repeated later.
--
-- SECURITY DEFINER, because the service's database user does not need to own the tables. p_table must be one of these tables.
create function functions.keep_partitions(
  p_table text,
  p_unit text,
  p_days_kept int,
  p_now timestamptz
) returns text
language plpgsql
volatile
security definer
set search_path from current
set lock_timeout = '100ms'
set timezone = 'UTC'
as $$
declare
  v_bound uuid;
  v_last uuid;
  v_from timestamptz;
  v_name text;
  v_kept_from uuid := functions.first_id_of(p_now - make_interval(days => p_days_kept));
begin
  if p_table not in ('audit_events', 'partner_requests', 'changes', 'webhook_deliveries') or p_unit not in ('day', 'month') then
    raise exception 'no records are kept in % by %', p_table, p_unit;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('courtbridge/partitions', 0));
  execute format('delete from %I where id < %L', p_table || '_default', v_kept_from);

  for v_name, v_bound in
    select c.relname, substring(pg_get_expr(c.relpartbound, c.oid) from 'TO \(''([^'']+)''\)')::uuid
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = p_table::regclass
    order by 2
  loop
    if v_bound <= v_kept_from then
      execute format('drop table %I', v_name);
      return 'dropped ' || v_name;
    end if;
    -- The default partition has no bound and is sorted last.
    v_last := coalesce(v_bound, v_last);
  end loop;

  for v_from in
    select date_trunc(p_unit, p_now) + n * ('1 ' || p_unit)::interval from generate_series(0, 3) n
  loop
    v_bound := functions.first_id_of(v_from + ('1 ' || p_unit)::interval);
    if v_last is null or v_bound > v_last then
      v_name := p_table || to_char(v_from, case p_unit when 'day' then '_YYYYMMDD' else '_YYYYMM' end);
      execute format('create table %I (like %I including all)', v_name, p_table);
      -- Usually moves nothing. A clock that was ahead may have put records into the default partition.
      execute format(
        'with moved as (delete from %I where id >= %L and id < %L returning *) insert into %I select * from moved',
        p_table || '_default', greatest(v_last, functions.first_id_of(v_from)), v_bound, v_name
      );
      execute format(
        'alter table %I attach partition %I for values from (%L) to (%L)',
        p_table, v_name, greatest(v_last, functions.first_id_of(v_from)), v_bound
      );
      return 'made ' || v_name;
    end if;
  end loop;
  return null;
end
$$;
