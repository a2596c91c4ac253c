-- The changes feed. Writers insert their changes into change_outbox, in the same transaction and under the lock of the
-- changed resource. Readers first assign sequence numbers to the visible rows. An order from before the commit (by time, id
-- or transaction) would place a late commit behind a reader's position.

-- Records a change in the outbox. Its audience is one external service, all services with access to an organization, or all
-- services that a user is open to. Access is evaluated when the change gets its sequence number. save_court_bookings
-- and save_users insert the changes of bookings and users themselves.
--
-- p_request_id: the request id in the response, if the only external service that sees the change sent the request.
-- p_caller_request_id: the same for a change that several services see. Only p_caller_id sees it.
create function functions.announce_change(
  p_type text,
  p_subject_id uuid,
  p_at timestamptz,
  p_actor_type text,
  p_request_id text,
  p_data jsonb,
  p_external_service_id uuid default null,
  p_organization_id uuid default null,
  p_user_id uuid default null,
  p_external_court_booking_id text default null,
  p_caller_id uuid default null,
  p_caller_request_id text default null
) returns void
language plpgsql
volatile
as $$
begin
  insert into change_outbox (
    external_service_id, organization_id, user_id, type, subject_id, external_court_booking_id, at, actor_type, request_id,
    data, caller_id, caller_request_id
  ) values (
    p_external_service_id, p_organization_id, p_user_id, p_type, p_subject_id, p_external_court_booking_id, p_at,
    p_actor_type, p_request_id, p_data, p_caller_id, p_caller_request_id
  );
end
$$;

-- The id of a change: a UUID of version 7 (RFC 9562, section 5.7) with the time of sequencing. The last 40 bits have the
-- sequence number, so the ids of an external service have the order of its sequence.
create function functions.change_id(p_millis bigint, p_external_service_id uuid, p_sequence bigint)
returns uuid language sql immutable parallel safe as $$
  select (
    lpad(to_hex(p_millis), 12, '0') || '7' || substr(p_external_service_id::text, 29, 3)
    || '8' || substr(p_external_service_id::text, 32, 5) || lpad(to_hex(p_sequence), 10, '0')
  )::uuid
$$;

-- The time of an id of version 7, in Unix milliseconds.
create function functions.millis_of(p_id uuid)
returns bigint language sql immutable parallel safe as $$
  select ('x' || left(replace(p_id::text, '-', ''), 12))::bit(48)::bigint
$$;

-- Assigns sequence numbers to the first p_limit visible changes of the outbox, in the order in which they were written.
-- Determines which services see each change, and which endpoints receive it. The numbers of an external service have no
-- gaps.
--
-- Only one call runs at a time. A concurrent call returns null and must be repeated. A separate statement takes the lock,
-- so that the next one sees the changes that the last holder sequenced.
--
-- Returns the number of sequenced changes.
create function functions.number_changes(p_now timestamptz, p_limit int)
returns int
language plpgsql
volatile
as $$
declare
  v_millis bigint := floor(extract(epoch from p_now) * 1000);
  v_count int;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('courtbridge/changes', 0)) then
    return null;
  end if;

  with waiting as (
    -- A join would read the whole outbox each time, including deleted rows that are not vacuumed yet.
    delete from change_outbox o
    where o.id = any (array(select id from change_outbox order by id limit p_limit))
    returning o.*
  ), seen as (
    select w.id, w.external_service_id, w.type, w.subject_id, w.external_court_booking_id, w.at, w.actor_type, w.request_id,
      w.data
    from waiting w
    where w.external_service_id is not null
    union all
    select w.id, g.external_service_id, w.type, w.subject_id, null, w.at, w.actor_type, w.request_id, w.data
    from waiting w join organization_grants g on g.organization_id = w.organization_id
    union all
    -- Adds externalUserId, managed and email, as they are for each service (toChangeData in known-users.ts).
    select w.id, o.external_service_id, w.type, w.subject_id, null, w.at, w.actor_type,
      case when o.external_service_id = w.caller_id then w.caller_request_id else w.request_id end,
      w.data - 'links' - 'managedBy' - 'managedEmail' || jsonb_strip_nulls(jsonb_build_object(
        'email', case when w.data ->> 'managedBy' = o.external_service_id::text then w.data ->> 'managedEmail' end,
        'externalUserId', w.data -> 'links' -> o.external_service_id::text,
        'managed', w.data ->> 'managedBy' = o.external_service_id::text
      ))
    from waiting w, lateral (
      select managed_by_id as external_service_id from users where id = w.user_id
      union
      select external_service_id from user_grants where user_id = w.user_id
    ) o
  ), numbered as (
    select seen.*,
      greatest(v_millis, functions.millis_of(c.change_id)) as millis,
      coalesce(c.sequence, 0) + row_number() over (partition by external_service_id order by seen.id) as sequence
    from seen left join change_counters c using (external_service_id)
  ), written as (
    insert into changes (
      external_service_id, id, sequence, type, subject_id, external_court_booking_id, at, actor_type, request_id, data
    )
    select external_service_id, functions.change_id(millis, external_service_id, sequence), sequence, type, subject_id,
      external_court_booking_id, at, actor_type, request_id, data
    from numbered
  ), counted as (
    insert into change_counters (external_service_id, sequence, change_id)
    select external_service_id, max(sequence), functions.change_id(max(millis), external_service_id, max(sequence))
    from numbered
    group by external_service_id
    on conflict (external_service_id) do update set sequence = excluded.sequence, change_id = excluded.change_id
  ), to_send as (
    -- Paused endpoints receive the deliveries later.
    insert into webhook_deliveries (endpoint_id, id, due_at)
    select e.id, functions.change_id(n.millis, n.external_service_id, n.sequence), p_now
    from numbered n join webhook_endpoints e on e.external_service_id = n.external_service_id and n.type = any (e.types)
    returning endpoint_id
  ), woken as (
    -- An update of the endpoint could wait for its lock, and delay sequencing for everyone.
    insert into webhook_wakes (endpoint_id) select distinct endpoint_id from to_send
  )
  select count(*) into v_count from waiting;
  return v_count;
end
$$;

-- Returns a page of the changes of an external service after a position, as a `ChangePage` from one snapshot.
--
-- p_types: the types to return, or null for all. p_most: the maximum number of rows to scan, if p_types is given.
create function functions.own_changes(
  p_external_service_id uuid,
  p_after uuid,
  p_types text[],
  p_limit int,
  p_most int
) returns json
language plpgsql
volatile
as $$
declare
  v_read record;
begin
  with looked as materialized (
    select * from changes where external_service_id = p_external_service_id and id > p_after order by id
    limit case when p_types is null then p_limit else p_most end
  ),
  -- The scan stops when the page is full.
  shown as materialized (
    select * from looked where p_types is null or type = any (p_types) limit p_limit
  )
  select json_build_object(
    'changes', (
      select coalesce(json_agg(json_build_object(
        'sequence', sequence, 'id', id, 'type', type, 'at', functions.as_instant(at), 'actorType', actor_type,
        'requestId', request_id, 'externalServiceId', external_service_id,
        'externalCourtBookingId', external_court_booking_id, 'data', data
      ) order by id), '[]') from shown
    ),
    'first', (
      select sequence from changes where external_service_id = p_external_service_id and id > p_after order by id limit 1
    ),
    'last', (
      select json_build_object('id', id, 'sequence', sequence) from (
        select id, sequence from shown where (select count(*) from shown) = p_limit
        union all
        select id, sequence from looked where (select count(*) from shown) < p_limit
      ) seen order by id desc limit 1
    ),
    'newest', (
      select json_build_object('id', change_id, 'sequence', sequence) from change_counters
      where external_service_id = p_external_service_id
    )
  ) as page, exists (select from looked) as has_rows
  into v_read;

  -- A failover must not lose a change that a reader has seen, because another change would get its number.
  if v_read.has_rows then
    perform functions.wait_for_standbys();
  end if;
  return v_read.page;
end
$$;
