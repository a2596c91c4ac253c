-- A webhook endpoint as its external service sees it, in lists and in the events of pausing and resuming. Fields without a
-- value are left out.
create function functions.webhook_endpoint_snapshot(p_endpoint webhook_endpoints)
returns jsonb language sql stable parallel safe as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'id', p_endpoint.id,
    'url', p_endpoint.url,
    'types', to_jsonb(p_endpoint.types),
    'status', case when p_endpoint.paused_because is null then 'ACTIVE' else 'PAUSED' end,
    'lastSuccessAt', functions.as_instant(p_endpoint.last_success_at),
    'lastFailureAt', functions.as_instant(p_endpoint.last_failure_at)
  ))
$$;
