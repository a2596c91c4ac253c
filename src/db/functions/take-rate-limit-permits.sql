-- Takes up to p_wanted permits from a bucket that all processes share, at least p_needed or none. First it puts back the
-- p_returned permits that the caller has taken and not used; a negative number is a debt. The bucket holds at most p_burst
-- permits and is refilled at p_per_second. Returns {"granted": count, "left": count, negative in debt}.
create function functions.take_rate_limit_permits(
  p_key text,
  p_returned int,
  p_needed int,
  p_wanted int,
  p_per_second double precision,
  p_burst double precision
) returns jsonb
language plpgsql
volatile
set lock_timeout = '2s'
as $$
declare
  v_available double precision;
  v_granted int;
  v_now timestamptz;
begin
  -- A crash or failover may lose the last permits, which then are granted twice. No request waits for the disk or a standby.
  perform set_config('synchronous_commit', 'off', true);
  insert into rate_limit_buckets (key, permits, refilled_at)
  values (p_key, p_burst, clock_timestamp())
  on conflict (key) do nothing;

  perform from rate_limit_buckets where key = p_key for update;
  v_now := clock_timestamp();
  select least(p_burst, permits + p_returned + p_per_second * extract(epoch from v_now - refilled_at))
  into v_available
  from rate_limit_buckets where key = p_key;

  v_granted := case when v_available < p_needed then 0 else least(p_wanted, floor(v_available)) end;
  update rate_limit_buckets
  set permits = v_available - v_granted, refilled_at = v_now
  where key = p_key;

  return jsonb_build_object('granted', v_granted, 'left', floor(v_available - v_granted));
end
$$;
