-- A process polls with this function while its readers wait for changes of some external services. It sequences pending
-- changes and returns the newest sequence number of each service that has one. A separate statement reads the numbers, so
-- that it sees the work of a concurrent call in another process.
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
