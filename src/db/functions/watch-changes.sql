-- What a process asks again and again while readers wait there for changes of some external services: numbers what waits,
-- and answers the newest number of each of them that has one. The numbers are read by a statement of their own, after
-- whoever has numbered, this call or another process.
create function functions.watch_changes(p_now timestamptz, p_limit int, p_external_service_ids jsonb)
returns jsonb
language plpgsql
volatile
as $$
begin
  perform functions.number_changes(p_now, p_limit);
  return (
    select coalesce(jsonb_object_agg(external_service_id, sequence), '{}')
    from change_counters
    where external_service_id in (
      select id::uuid from jsonb_array_elements_text(p_external_service_ids) as watched (id)
    )
  );
end
$$;
