-- Whether what writes would go through: nothing is answered when it would. A server that only reads says so; one whose
-- disk is full fails (53100), since more is counted here than the memory allowed holds, and so goes to the disk.
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

-- Says that a process uses these functions: as long as one does, nobody drops them.
create function functions.renew_lease(p_name text)
returns void
language sql
volatile
as $$
  insert into function_schemas (name, renewed_at) values (p_name, clock_timestamp())
  on conflict (name) do update set renewed_at = excluded.renewed_at
$$;
