-- A process polls with this function while its readers wait for changes. It sequences pending changes and returns what is newest
-- of each watched id: the sequence number of an external service that has one, or the state of an organization's occupancy. A
-- separate statement reads them, so that it sees the work of a concurrent call in another process.
create function functions.watch_changes(p_now timestamptz, p_limit int, p_watched_ids jsonb)
returns jsonb
language plpgsql
volatile
as $$
begin
  perform functions.number_changes(p_now, p_limit);
  return (
    with watched as (select id::uuid from jsonb_array_elements_text(p_watched_ids) as watched (id))
    select coalesce(jsonb_object_agg(newest.id, newest.of_it), '{}')
    from (
      select external_service_id as id, to_jsonb(sequence) as of_it
      from change_counters where external_service_id in (select id from watched)
      union all
      select o.id, to_jsonb(occupancy.state)
      from organizations o cross join lateral functions.occupancy_state(o.id) occupancy
      where o.id in (select id from watched)
    ) newest
  );
end
$$;
