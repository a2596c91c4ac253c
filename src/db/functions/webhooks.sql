-- The delivery of webhooks. number_changes creates the deliveries, and any process can lease them. The row of an endpoint
-- is the lock for all its deliveries. It is taken first and held briefly, never during a request.

-- The maximum number of concurrent requests to an endpoint, across all processes. It is one if the endpoint fails, or
-- receives missed changes in order.
create function functions.webhooks_at_once(p_endpoint webhook_endpoints)
returns int language sql immutable parallel safe as $$
  select case
    when p_endpoint.failures > 0 or p_endpoint.paused_because is not null or p_endpoint.catches_up_to is not null then 1
    else 4
  end
$$;

-- Whether a person paused an endpoint, so that nothing is sent until it is resumed. One that was paused because of failures
-- is tried once an hour.
create function functions.paused_by_person(p_endpoint webhook_endpoints)
returns boolean language sql immutable parallel safe as $$
  select coalesce(p_endpoint.paused_because in ('OPERATOR', 'PARTNER'), false)
$$;

-- The next time at which an endpoint needs attention, or null for never. A leased delivery is due again when its lease
-- ends, so a killed process needs no cleanup. Returns one row.
create function functions.webhooks_due_at(p_endpoint webhook_endpoints, p_now timestamptz)
returns table (due_at timestamptz) language sql stable as $$
  select case
    when functions.paused_by_person(p_endpoint) then null
    when u.under_way >= functions.webhooks_at_once(p_endpoint) then u.until
    when p_endpoint.paused_because is not null then p_endpoint.due_at
    when p_endpoint.catches_up_to is not null then greatest(p_endpoint.held_until, p_now)
    else (
      select greatest(p_endpoint.held_until, d.due_at)
      from webhook_deliveries d
      where d.endpoint_id = p_endpoint.id and d.due_at is not null
      order by d.due_at
      limit 1
    )
  end
  from (select count(*) as under_way, min(value::timestamptz) as until from jsonb_each_text(p_endpoint.under_way)) u
$$;

-- Polled while idle. unnumbered: the outbox has changes that may need deliveries. due: a delivery may be due.
create function functions.look_for_webhooks(p_now timestamptz)
returns jsonb
language plpgsql
stable
as $$
begin
  return jsonb_build_object(
    'unnumbered', exists (select from webhook_endpoints) and exists (select from change_outbox),
    'due', exists (select from webhook_endpoints where due_at <= p_now) or exists (select from webhook_wakes)
  );
end
$$;

-- Leases due deliveries for p_lease_millis: at most p_well for healthy endpoints and p_failing for failing ones. Endpoints
-- that have waited longest come first. Within an endpoint, deliveries have the order of their due times. Changes that were
-- missed during a pause are sent by age.
--
-- Returns the data to send for each. The secrets are sealed, in hexadecimal.
create function functions.claim_webhooks(p_now timestamptz, p_lease_millis int, p_well int, p_failing int)
returns jsonb
language plpgsql
volatile
as $$
declare
  v_until timestamptz := p_now + p_lease_millis * interval '1 millisecond';
  v_left int[] := array[p_well, p_failing];
  v_endpoint webhook_endpoints;
  v_kind int;
  v_room int;
  v_ids uuid[];
  v_claimed jsonb;
  v_answer jsonb := jsonb '[]';
begin
  -- Wake-ups of deleted endpoints.
  delete from webhook_wakes w where not exists (select from webhook_endpoints e where e.id = w.endpoint_id);

  for v_endpoint in
    select e.*
    from webhook_endpoints e join (
      select id, row_number() over (partition by fails order by due_at nulls first, id) as place,
        case when fails then p_failing else p_well end as places
      from (
        select e.id, e.due_at, e.failures > 0 or e.paused_because is not null as fails
        from webhook_endpoints e
        where e.id in (
          select d.id from webhook_endpoints d where d.due_at <= p_now union select w.endpoint_id from webhook_wakes w
        )
      ) as looked_at
    ) as o on o.id = e.id and o.place <= o.places
    order by o.place
    for no key update of e skip locked
  loop
    v_kind := case when v_endpoint.failures > 0 or v_endpoint.paused_because is not null then 2 else 1 end;
    continue when v_left[v_kind] <= 0;
    -- Deleted under the lock and before the deliveries are read. A later delivery wakes the endpoint again.
    delete from webhook_wakes where endpoint_id = v_endpoint.id;
    v_endpoint.under_way := (
      select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each_text(v_endpoint.under_way)
      where value::timestamptz > p_now
    );
    v_room := least(
      functions.webhooks_at_once(v_endpoint) - (select count(*) from jsonb_object_keys(v_endpoint.under_way)),
      v_left[v_kind]
    );
    v_ids := '{}';

    if not (select active from external_services where id = v_endpoint.external_service_id) then
      -- Not in the document: nothing is sent for a deactivated service. It receives the deliveries when it is active again.
      v_endpoint.held_until := greatest(v_endpoint.held_until, p_now + interval '1 minute');
      v_endpoint.due_at := greatest(v_endpoint.due_at, v_endpoint.held_until);
    elsif v_room > 0 and not functions.paused_by_person(v_endpoint)
      and (v_endpoint.held_until is null or v_endpoint.held_until <= p_now) then
      if v_endpoint.paused_because is not null then
        if v_endpoint.due_at <= p_now then
          v_endpoint.due_at := p_now + interval '1 hour';
          v_ids := array(
            select id from webhook_deliveries where endpoint_id = v_endpoint.id and due_at is not null order by id limit 1
          );
        end if;
      elsif v_endpoint.catches_up_to is not null then
        v_ids := array(
          select id from webhook_deliveries
          where endpoint_id = v_endpoint.id and due_at is not null and id <= v_endpoint.catches_up_to
            and (v_endpoint.catches_up_from is null or id > v_endpoint.catches_up_from)
          order by id limit 1
        );
        if v_ids = '{}' then
          v_endpoint.catches_up_to := null;
          v_endpoint.catches_up_from := null;
        end if;
      else
        v_ids := array(
          select id from webhook_deliveries
          where endpoint_id = v_endpoint.id and due_at <= p_now
            -- Never twice at the same time.
            and (leased_until is null or leased_until <= p_now)
          order by due_at, id limit v_room
        );
      end if;
    end if;

    with claimed as (
      update webhook_deliveries set leased_until = v_until, due_at = v_until
      where endpoint_id = v_endpoint.id and id = any (v_ids)
      returning id, attempts
    )
    select coalesce(jsonb_agg(jsonb_build_object(
      'endpointId', v_endpoint.id,
      'fails', v_kind = 2,
      'lease', functions.as_instant(v_until),
      'attempts', d.attempts,
      'url', v_endpoint.url,
      'signature', v_endpoint.signature,
      'secrets', jsonb_build_array(encode(v_endpoint.secret, 'hex'))
        || case when v_endpoint.former_secret_until > p_now then to_jsonb(encode(v_endpoint.former_secret, 'hex')) else '[]' end,
      'change', jsonb_build_object(
        'sequence', c.sequence, 'id', c.id, 'type', c.type, 'at', functions.as_instant(c.at), 'actorType', c.actor_type,
        'requestId', c.request_id, 'externalServiceId', c.external_service_id,
        'externalCourtBookingId', c.external_court_booking_id, 'data', c.data
      )
    ) order by c.id), '[]') into v_claimed
    from claimed d join changes c on c.external_service_id = v_endpoint.external_service_id and c.id = d.id;

    v_answer := v_answer || v_claimed;
    v_left[v_kind] := v_left[v_kind] - cardinality(v_ids);
    v_endpoint.under_way := v_endpoint.under_way
      || (select coalesce(jsonb_object_agg(id, v_until), '{}') from unnest(v_ids) as id);
    update webhook_endpoints
    set under_way = v_endpoint.under_way, held_until = v_endpoint.held_until, catches_up_to = v_endpoint.catches_up_to,
      catches_up_from = v_endpoint.catches_up_from,
      due_at = (select next.due_at from functions.webhooks_due_at(v_endpoint, p_now) next)
    where id = v_endpoint.id;
  end loop;
  return v_answer;
end
$$;

-- Resumes an endpoint. It first receives the changes that it missed, one at a time and oldest first.
create function functions.resume_webhook_endpoint(p_endpoint_id uuid, p_now timestamptz)
returns void
language plpgsql
volatile
as $$
begin
  update webhook_endpoints e
  set paused_because = null, paused_at = null, failures = 0, failing_since = null, held_until = null, due_at = p_now,
    catches_up_from = null,
    catches_up_to = (select c.change_id from change_counters c where c.external_service_id = e.external_service_id),
    updated_at = p_now
  where e.id = p_endpoint_id;
end
$$;

-- Records the outcome of an attempt and releases the lease. p_outcome:
-- - delivered
-- - failed: repeated at p_due_at
-- - exhausted: like failed, but not repeated if the endpoint has accepted another delivery since the last attempt. Then the
--   fault is not with the endpoint.
-- - released: the attempt was not completed and does not count
--
-- An endpoint is paused if it fails for p_failing_days or responds with 410. The first success resumes it. Both events are
-- recorded with p_request_id.
--
-- Returns false and changes nothing if the lease was lost to another process.
create function functions.complete_webhook(
  p_endpoint_id uuid,
  p_id uuid,
  p_lease timestamptz,
  p_now timestamptz,
  p_request_id text,
  p_outcome text,
  p_failing_days int,
  p_due_at timestamptz default null,
  p_held_until timestamptz default null,
  p_status int default null,
  p_milliseconds double precision default null,
  p_error text default null,
  p_answer text default null
) returns boolean
language plpgsql
volatile
as $$
declare
  v_endpoint webhook_endpoints;
  v_delivery webhook_deliveries;
  v_announced text;
begin
  -- If the server crashes now, the delivery is only sent once more. Leases are committed synchronously.
  perform set_config('synchronous_commit', 'off', true);
  select * into v_endpoint from webhook_endpoints where id = p_endpoint_id for no key update;
  select * into v_delivery from webhook_deliveries
  where endpoint_id = v_endpoint.id and id = p_id and leased_until = p_lease;
  if v_delivery.id is null then
    return false;
  end if;

  v_endpoint.under_way := v_endpoint.under_way - p_id::text;
  if p_outcome = 'released' then
    v_delivery.due_at := p_now;
  else
    v_delivery.due_at := case
      when p_outcome = 'failed' or p_outcome = 'exhausted'
        and not coalesce(v_endpoint.last_success_at > v_delivery.last_attempt_at, false) then p_due_at
    end;
    v_delivery.attempts := v_delivery.attempts + 1;
    v_delivery.last_attempt_at := p_now - p_milliseconds * interval '1 millisecond';
    v_delivery.last_status := p_status;
    v_delivery.last_milliseconds := p_milliseconds;
    v_delivery.last_error := p_error;
    -- An attempt from before the endpoint was resumed does not pass over what is older.
    if v_endpoint.catches_up_to is not null and not exists (
      select from webhook_deliveries where endpoint_id = p_endpoint_id and due_at is not null and id < p_id
        and id > coalesce(v_endpoint.catches_up_from, '00000000-0000-0000-0000-000000000000')
    ) then
      v_endpoint.catches_up_from := p_id;
    end if;
    if p_outcome = 'delivered' then
      v_delivery.delivered_at := p_now;
      v_endpoint.last_success_at := p_now;
      v_endpoint.failures := 0;
      v_endpoint.failing_since := null;
      v_endpoint.held_until := null;
      if v_endpoint.paused_because is not null and not functions.paused_by_person(v_endpoint) then
        v_announced := 'webhook_endpoint.resumed';
      end if;
    else
      v_endpoint.last_failure_at := p_now;
      v_endpoint.failures := v_endpoint.failures + 1;
      v_endpoint.failing_since := coalesce(v_endpoint.failing_since, p_now);
      -- Limits the attempts for a dead endpoint to one a second.
      v_endpoint.held_until := greatest(
        p_held_until, case when v_endpoint.failures >= 4 then p_now + interval '1 second' end
      );
      if v_endpoint.paused_because is null
        and (p_status = 410 or v_endpoint.failing_since <= p_now - p_failing_days * interval '1 day') then
        v_endpoint.paused_because := case when p_status = 410 then 'GONE' else 'FAILING' end;
        v_endpoint.paused_at := p_now;
        v_announced := 'webhook_endpoint.paused';
      end if;
      v_endpoint.due_at := greatest(p_held_until, p_now + interval '1 hour');
    end if;
  end if;

  update webhook_deliveries
  set leased_until = null, due_at = v_delivery.due_at, attempts = v_delivery.attempts, delivered_at = v_delivery.delivered_at,
    last_attempt_at = v_delivery.last_attempt_at, last_status = v_delivery.last_status,
    last_milliseconds = v_delivery.last_milliseconds, last_error = v_delivery.last_error,
    -- A person in the response may have been erased meanwhile.
    last_answer = case when not erased then case when p_outcome = 'released' then last_answer else p_answer end end,
    -- The attempt before, of which the columns still have the values: the newest 20 stay. A delivery that succeeds at once
    -- has none, so it costs nothing.
    former_attempts = case when p_outcome = 'released' or last_attempt_at is null then former_attempts
      else case when jsonb_array_length(former_attempts) >= 20 then former_attempts - 0 else coalesce(former_attempts, '[]') end
        || jsonb_build_object(
          'at', functions.as_instant(last_attempt_at), 'status', last_status, 'milliseconds', last_milliseconds,
          'error', last_error, 'answer', last_answer
        ) end
  where endpoint_id = p_endpoint_id and id = p_id;
  update webhook_endpoints
  set under_way = v_endpoint.under_way, failures = v_endpoint.failures, failing_since = v_endpoint.failing_since,
    held_until = v_endpoint.held_until, paused_because = v_endpoint.paused_because, paused_at = v_endpoint.paused_at,
    last_success_at = v_endpoint.last_success_at, last_failure_at = v_endpoint.last_failure_at,
    catches_up_from = v_endpoint.catches_up_from,
    due_at = (select next.due_at from functions.webhooks_due_at(v_endpoint, p_now) next)
  where id = p_endpoint_id;

  if v_announced is not null then
    if v_announced = 'webhook_endpoint.resumed' then
      perform functions.resume_webhook_endpoint(p_endpoint_id, p_now);
    end if;
    select * into v_endpoint from webhook_endpoints where id = p_endpoint_id;
    perform functions.announce_change(
      v_announced, p_endpoint_id, p_now, 'configuration', p_request_id, functions.webhook_endpoint_snapshot(v_endpoint),
      p_external_service_id => v_endpoint.external_service_id
    );
  end if;
  return true;
end
$$;
