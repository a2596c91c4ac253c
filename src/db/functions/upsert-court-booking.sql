-- Upsert court booking (document, section 4.2): every check that needs the database, in the documented order,
-- and the write, in one statement of the caller, so no lock is ever held across the network.
--
-- Locks: the key of the booking first (it also covers a booking that does not exist yet), then both courts in
-- id order. Whoever writes a booking takes them in this order; then no two writers can wait for each other.
-- VOLATILE in READ COMMITTED: each statement below takes a new snapshot, so what follows a lock sees what the
-- lock waited for. In one bare statement the snapshot would be older than the lock.
--
-- p_participants: [{"userId": uuid} | {"email": lower case}, …] in the order of the request.
-- Answers {"outcome": "created" | "updated" | "replayed", …the stored booking}, or {"refused": error type} and what stands
-- in the way: the version ("stored"), other bookings ("conflicts"), or which participants ("indexes").
create function functions.upsert_court_booking(
  p_new_id uuid,
  p_external_service_id uuid,
  p_external_court_booking_id text,
  p_court_id uuid,
  p_start_date timestamptz,
  p_end_date timestamptz,
  p_external_updated_at timestamptz,
  p_participants jsonb,
  p_actor_type text,
  p_actor_id uuid,
  p_request_id text,
  p_audit_event_id uuid
) returns jsonb
language plpgsql
volatile
set lock_timeout = '2s'
as $$
declare
  v_repeated int[];
  v_not_open int[];
  v_open_users jsonb := jsonb '{}';
  v_organization_id uuid;
  v_booking court_bookings;
  v_stamp timestamptz;
  v_before jsonb;
  v_after jsonb;
  v_participants jsonb := jsonb '[]';
  v_now timestamptz;
  v_created boolean;
begin
  perform pg_advisory_xact_lock(functions.court_booking_key(p_external_service_id, p_external_court_booking_id));

  -- Not in the document: what makes two participants one person, and which users are open to the service.
  if p_participants <> '[]' then
    with named as (
      select (n.position - 1)::int as index, n.user_id, n.email, u.id as open_user_id
      from rows from (jsonb_to_recordset(p_participants) as ("userId" uuid, email text))
        with ordinality as n (user_id, email, position)
      left join lateral (
        select id from functions.users_open_to(p_external_service_id) where id = n.user_id
        union all
        select id from functions.users_open_to(p_external_service_id) where email = n.email
      ) u on true
    ), counted as (
      select *, row_number() over (
        partition by coalesce(open_user_id::text, user_id::text, email) order by index
      ) as occurrence
      from named
    )
    select
      array_agg(index order by index) filter (where occurrence > 1),
      array_agg(index order by index) filter (where user_id is not null and open_user_id is null),
      coalesce(jsonb_object_agg(email, open_user_id) filter (where email is not null and open_user_id is not null), '{}')
    into v_repeated, v_not_open, v_open_users
    from counted;
  end if;

  if v_repeated is not null then
    return jsonb_build_object('refused', 'duplicate_entries_provided', 'indexes', v_repeated);
  end if;

  if p_start_date >= p_end_date then
    return jsonb_build_object('refused', 'invalid_time_range');
  end if;

  -- Not in the document: what is placed on a court that was deactivated.
  select organization_id into v_organization_id from courts where id = p_court_id and active;
  if not found then
    return jsonb_build_object('refused', 'court_not_found');
  end if;

  if not exists (
    select from organization_grants
    where external_service_id = p_external_service_id and organization_id = v_organization_id
  ) then
    return jsonb_build_object('refused', 'organization_access_denied');
  end if;

  if v_not_open is not null then
    return jsonb_build_object('refused', 'user_access_denied', 'indexes', v_not_open);
  end if;

  -- Not in the document: the version rule. T is v_booking.external_updated_at, or what is remembered of a cancellation
  -- that has come before its booking.
  select * into v_booking from court_bookings
  where external_service_id = p_external_service_id
    and external_court_booking_id = p_external_court_booking_id;
  v_created := not found;

  if v_created then
    select external_updated_at into v_stamp from cancellation_stamps
    where external_service_id = p_external_service_id
      and external_court_booking_id = p_external_court_booking_id;

    if p_external_updated_at <= v_stamp then
      return jsonb_build_object(
        'refused', case when p_external_updated_at < v_stamp then 'stale_write' else 'version_conflict' end,
        'stored', jsonb_build_object(
          'externalUpdatedAt', functions.as_instant(v_stamp), 'status', 'CANCELLED', 'cancelledBy', jsonb '["PARTNER"]'
        )
      );
    end if;
  else
    v_participants := functions.court_booking_participants_as_named(v_booking.id);
    v_before := functions.court_booking_snapshot(v_booking, v_participants);

    if functions.court_booking_cancelled_by(v_booking) ? 'OPERATOR' then
      return jsonb_build_object('refused', 'version_conflict', 'stored', functions.court_booking_version(v_booking));
    end if;

    if p_external_updated_at < v_booking.external_updated_at then
      return jsonb_build_object('refused', 'stale_write', 'stored', functions.court_booking_version(v_booking));
    end if;

    if p_external_updated_at = v_booking.external_updated_at then
      if v_booking.active
        and v_booking.court_id = p_court_id
        and v_booking.start_date = p_start_date
        and v_booking.end_date = p_end_date
        -- As sets, a participant as it was named: no participant stands twice on either side.
        and v_participants @> p_participants and p_participants @> v_participants
      then
        return v_before || jsonb_build_object('outcome', 'replayed', 'openUsers', v_open_users);
      end if;
      return jsonb_build_object('refused', 'version_conflict', 'stored', functions.court_booking_version(v_booking));
    end if;
  end if;

  perform from courts where id in (p_court_id, v_booking.court_id) order by id for no key update;

  if exists (
    select from functions.court_bookings_overlapping(p_court_id, p_start_date, p_end_date)
    where id is distinct from v_booking.id
  ) then
    return jsonb_build_object(
      'refused', 'court_booking_overlap',
      'conflicts', functions.court_booking_conflicts(
        p_external_service_id, p_court_id, p_start_date, p_end_date, array[v_booking.id]
      )
    );
  end if;

  v_now := clock_timestamp();
  if v_created then
    insert into court_bookings (
      id, external_service_id, external_court_booking_id, court_id,
      start_date, end_date, external_updated_at, created_at, updated_at
    ) values (
      p_new_id, p_external_service_id, p_external_court_booking_id, p_court_id,
      p_start_date, p_end_date, p_external_updated_at, v_now, v_now
    ) returning * into v_booking;
    if v_stamp is not null then
      delete from cancellation_stamps
      where external_service_id = p_external_service_id
        and external_court_booking_id = p_external_court_booking_id;
    end if;
  else
    update court_bookings set
      court_id = p_court_id,
      start_date = p_start_date,
      end_date = p_end_date,
      external_updated_at = p_external_updated_at,
      cancelled_at = null,
      partner_cancelled_at = null,
      updated_at = v_now
    where id = v_booking.id
    returning * into v_booking;
  end if;

  if v_participants <> p_participants then
    delete from court_booking_participants where court_booking_id = v_booking.id;
    insert into court_booking_participants (court_booking_id, position, user_id, email)
    select v_booking.id, n.position - 1, n.user_id, n.email
    from rows from (jsonb_to_recordset(p_participants) as ("userId" uuid, email text))
      with ordinality as n (user_id, email, position);
  end if;

  v_after := functions.court_booking_snapshot(v_booking, p_participants);
  perform functions.record_audit_event(
    p_audit_event_id, v_now, p_actor_type, p_actor_id, p_request_id, 'upsertCourtBooking',
    'court_booking', v_booking.id, v_before, v_after
  );

  return v_after || jsonb_build_object(
    'outcome', case when v_created then 'created' else 'updated' end,
    'openUsers', v_open_users
  );
end
$$;
