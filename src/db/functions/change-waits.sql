-- The requests that wait for a change, of all processes together: so many of a token at most. A process that was killed
-- leaves its places taken until their time is over.

-- Takes a place among those of a token, for so long at most. Asked twice for the same place, it is one.
--
-- Answers null where it was taken, else in how many milliseconds the first of the others ends, at the latest.
create function functions.enter_change_wait(p_api_token_id uuid, p_place_id uuid, p_milliseconds int, p_most int)
returns int
language plpgsql
volatile
set lock_timeout = '2s'
as $$
declare
  v_now timestamptz := clock_timestamp();
  v_left int;
begin
  -- Where the server crashes in the next moment, who waited there waits no more.
  perform set_config('synchronous_commit', 'off', true);
  insert into change_waits as w (api_token_id, places)
  values (p_api_token_id, jsonb_build_object(p_place_id, v_now + p_milliseconds * interval '1 millisecond'))
  on conflict (api_token_id) do update
  set places = (
    select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each_text(w.places) where value::timestamptz > v_now
  ) || excluded.places
  where p_most > (
    select count(*) from jsonb_each_text(w.places) where key <> p_place_id::text and value::timestamptz > v_now
  );
  if found then
    return null;
  end if;
  select ceil(extract(epoch from min(value::timestamptz) - v_now) * 1000) into v_left
  from change_waits, jsonb_each_text(places)
  where api_token_id = p_api_token_id and value::timestamptz > v_now;
  -- One of them may have ended just now.
  return coalesce(v_left, 0);
end
$$;

-- Gives a place back.
create function functions.leave_change_wait(p_api_token_id uuid, p_place_id uuid)
returns void
language plpgsql
volatile
set lock_timeout = '2s'
as $$
begin
  perform set_config('synchronous_commit', 'off', true);
  update change_waits set places = places - p_place_id::text where api_token_id = p_api_token_id;
end
$$;
