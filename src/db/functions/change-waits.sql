-- Limits the number of requests that wait for a change, per token and across all processes. A killed process leaves its
-- places taken until they expire.

-- Takes one of the places of a token, until it is released or expires. A repeated call for the same place counts once.
--
-- Returns null if the place was taken. Otherwise returns the milliseconds until the first of the other places expires.
create function functions.enter_change_wait(p_api_token_id uuid, p_slot_id uuid, p_milliseconds int, p_most int)
returns int
language plpgsql
volatile
set lock_timeout = '2s'
as $$
declare
  v_now timestamptz := clock_timestamp();
  v_left int;
begin
  -- A crash of PostgreSQL may lose the place, but it also ends the waiting request.
  perform set_config('synchronous_commit', 'off', true);
  insert into change_waits as w (api_token_id, places)
  values (p_api_token_id, jsonb_build_object(p_slot_id, v_now + p_milliseconds * interval '1 millisecond'))
  on conflict (api_token_id) do update
  set places = (
    select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each_text(w.places) where value::timestamptz > v_now
  ) || excluded.places
  where p_most > (
    select count(*) from jsonb_each_text(w.places) where key <> p_slot_id::text and value::timestamptz > v_now
  );
  if found then
    return null;
  end if;
  select ceil(extract(epoch from min(value::timestamptz) - v_now) * 1000) into v_left
  from change_waits, jsonb_each_text(places)
  where api_token_id = p_api_token_id and value::timestamptz > v_now;
  -- A place may have expired since the insert.
  return coalesce(v_left, 0);
end
$$;

-- Releases a place.
create function functions.leave_change_wait(p_api_token_id uuid, p_slot_id uuid)
returns void
language plpgsql
volatile
set lock_timeout = '2s'
as $$
begin
  perform set_config('synchronous_commit', 'off', true);
  update change_waits set places = places - p_slot_id::text where api_token_id = p_api_token_id;
end
$$;
