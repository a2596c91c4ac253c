-- Checks that writes are possible. Returns null if they are, and 'read_only' on a read-only server. The count does not fit
-- into work_mem and writes to the disk, so it fails with 53100 if the disk is full.
create function functions.check_writable()
returns text
language plpgsql
volatile
set work_mem = '64kB'
as $$
begin
  if current_setting('transaction_read_only')::boolean then
    return 'read_only';
  end if;
  perform count(*) from generate_series(1, 20000);
  return null;
end
$$;

-- Renews the lease of a function schema. The schema is not dropped while a process renews its lease.
create function functions.renew_lease(p_name text)
returns void
language plpgsql
volatile
as $$
begin
  insert into function_schemas (name, renewed_at) values (p_name, clock_timestamp())
  on conflict (name) do update set renewed_at = excluded.renewed_at;
end
$$;
