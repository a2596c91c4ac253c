-- Upsert court booking (document, section 4.2): every check that needs the database, in the documented order, and the
-- write. The same query judges a single upsert and both kinds of batch. A batch is written as a set. This costs half as much
-- per upsert for many, and a third more for one.
--
-- Locks: first the keys of the bookings, in a fixed order, then the courts in id order. The keys also cover bookings that do
-- not exist yet. All writers use this order, so they cannot deadlock. The functions are VOLATILE and run in READ COMMITTED.
-- Each statement takes a new snapshot, so the statement after a lock sees what the lock waited for. In a single statement,
-- the snapshot would be older than the lock.

-- Judges the participants of a request and returns one row. repeated: indexes of those who were named before. not_open:
-- indexes of users that are not open to the service. open_users: owners of the e-mail addresses.
-- Not in the document: when two participants are the same person, and which users are open to the service.
create function functions.judge_participants(p_external_service_id uuid, p_participants jsonb)
returns table (repeated int[], not_open int[], open_users jsonb) language sql stable as $$
  select
    -- Erased participants are never duplicates.
    array_agg(counted.index order by counted.index) filter (where occurrence > 1 and num_nonnulls(user_id, email) = 1),
    array_agg(counted.index order by counted.index) filter (where user_id is not null and open_user_id is null),
    coalesce(jsonb_object_agg(email, open_user_id) filter (where email is not null and open_user_id is not null), '{}')
  from (
    select (named.position - 1)::int as index, named.user_id, named.email, u.id as open_user_id, row_number() over (
      partition by coalesce(u.id::text, named.user_id::text, named.email) order by named.position
    ) as occurrence
    from rows from (jsonb_to_recordset(p_participants) as ("userId" uuid, email text))
      with ordinality as named (user_id, email, position)
    left join lateral (
      select id from functions.users_open_to(p_external_service_id) where id = named.user_id
      union all
      select id from functions.users_open_to(p_external_service_id) where email = named.email
    ) u on true
  ) counted
$$;

-- True if two lists have the same participants, each as it was named, in any order.
-- Not in the document: erased participants do not count, so a partner may leave them out or send them as read.
create function functions.same_participants(p_stored jsonb, p_sent jsonb)
returns boolean language sql immutable parallel safe as $$
  select p_stored || jsonb '[{"erased": true}]' @> p_sent and p_sent || jsonb '[{"erased": true}]' @> p_stored
$$;

-- Judges an upsert up to the version rule. It does not check that the place is free. The caller holds the lock of the
-- booking's key. Returns one row. PostgreSQL inlines this function into the calling query, for one upsert or for many.
--
-- p_participants: [{"userId": uuid} | {"email": lower case} | {"erased": true}, …] in the order of the request.
-- error: {"error": error type} with the stored version ("stored") or the positions of participants ("indexes").
-- outcome: 'created' | 'updated' | 'replayed', if it is not rejected.
-- booking, participants: the stored ones. is_stamped: true if only a cancellation is stored. open_users: owners of the
-- e-mail addresses.
--
-- The planner does not know the number of upserts, so the lateral queries make it use each table's index per upsert.
create function functions.judge_upsert(
  p_external_service_id uuid,
  p_external_court_booking_id text,
  p_court_id uuid,
  p_start_date timestamptz,
  p_end_date timestamptz,
  p_external_updated_at timestamptz,
  p_participants jsonb
) returns table (
  error jsonb,
  outcome text,
  booking court_bookings,
  is_stamped boolean,
  participants jsonb,
  open_users jsonb
) language sql stable as $$
  select
    case
      when named.repeated is not null then
        jsonb_build_object('error', 'duplicate_entries_provided', 'indexes', named.repeated)
      when p_start_date >= p_end_date then jsonb_build_object('error', 'invalid_time_range')
      -- Not in the document: a deactivated court accepts no bookings.
      when court.is_granted is null then jsonb_build_object('error', 'court_not_found')
      when not court.is_granted then jsonb_build_object('error', 'organization_access_denied')
      when named.not_open is not null then
        jsonb_build_object('error', 'user_access_denied', 'indexes', named.not_open)
      -- Not in the document: the version rule. It compares with the stored booking, or with a cancellation that came
      -- before its booking.
      when stored.id is not null and functions.court_booking_cancelled_by(stored.booking) ? 'OPERATOR' then
        functions.error_by_version('version_conflict', stored.booking)
      when p_external_updated_at < stored.external_updated_at then
        functions.error_by_version('stale_write', stored.booking)
      when p_external_updated_at = stored.external_updated_at and not (
        stored.active
        and stored.court_id = p_court_id
        and stored.start_date = p_start_date
        and stored.end_date = p_end_date
        and functions.same_participants(people.participants, p_participants)
      ) then functions.error_by_version('version_conflict', stored.booking)
      when p_external_updated_at < stamp.external_updated_at then
        functions.error_by_tombstone('stale_write', stamp.external_updated_at)
      when p_external_updated_at = stamp.external_updated_at then
        functions.error_by_tombstone('version_conflict', stamp.external_updated_at)
    end,
    case
      when stored.id is null then 'created'
      when p_external_updated_at = stored.external_updated_at then 'replayed'
      else 'updated'
    end,
    stored.booking,
    stamp.external_updated_at is not null,
    people.participants,
    named.open_users
  from functions.judge_participants(p_external_service_id, p_participants) named
  left join lateral (
    select exists (
      select from organization_grants g
      where g.external_service_id = p_external_service_id and g.organization_id = c.organization_id
    ) as is_granted
    from courts c
    where c.id = p_court_id and c.active
    limit 1
  ) court on true
  left join lateral (
    select b as booking, b.id, b.court_id, b.start_date, b.end_date, b.external_updated_at, b.active
    from court_bookings b
    where b.external_service_id = p_external_service_id
      and b.external_court_booking_id = p_external_court_booking_id
    limit 1
  ) stored on true
  left join lateral (
    select s.external_updated_at
    from cancellation_stamps s
    where s.external_service_id = p_external_service_id
      and s.external_court_booking_id = p_external_court_booking_id
      and stored.id is null
    limit 1
  ) stamp on true
  cross join lateral functions.court_booking_participants(stored.id) people
$$;

-- The result of an upsert that is already stored.
create function functions.replayed_upsert(p_booking court_bookings, p_participants jsonb, p_open_users jsonb)
returns jsonb language sql stable parallel safe as $$
  select functions.court_booking_snapshot(p_booking, p_participants)
    || jsonb_build_object('outcome', 'replayed', 'openUsers', p_open_users)
$$;

-- The error of an upsert whose place is taken, with the conflicts. Returns one row.
create function functions.error_by_overlap(
  p_external_service_id uuid,
  p_court_id uuid,
  p_start_date timestamptz,
  p_end_date timestamptz,
  p_except_id uuid
) returns table (error jsonb) language sql stable as $$
  select jsonb_build_object('error', 'court_booking_overlap', 'conflicts', conflicts)
  from functions.court_booking_conflicts(
    p_external_service_id, p_court_id, p_start_date, p_end_date, array[p_except_id]
  )
$$;

-- Writes a judged upsert to a free place. The caller holds the locks of the key and the courts.
--
-- p_booking, p_is_stamped, p_stored_participants, p_open_users: from judge_upsert. p_booking is null if nothing is stored.
-- Returns {"outcome": "created" | "updated", …the stored booking}.
create function functions.write_upsert(
  p_new_id uuid,
  p_external_service_id uuid,
  p_external_court_booking_id text,
  p_court_id uuid,
  p_start_date timestamptz,
  p_end_date timestamptz,
  p_external_updated_at timestamptz,
  p_participants jsonb,
  p_booking court_bookings,
  p_is_stamped boolean,
  p_stored_participants jsonb,
  p_open_users jsonb,
  p_actor_type text,
  p_actor_id uuid,
  p_request_id text,
  p_shown_request_id text,
  p_audit_event_id uuid,
  p_action text
) returns jsonb
language plpgsql
volatile
as $$
declare
  v_created boolean := p_booking.id is null;
  v_booking court_bookings;
  v_before jsonb;
  v_after jsonb;
  v_now timestamptz := clock_timestamp();
begin
  if v_created then
    insert into court_bookings (
      id, external_service_id, external_court_booking_id, court_id,
      start_date, end_date, external_updated_at, stamp_ahead, created_at, updated_at
    ) values (
      p_new_id, p_external_service_id, p_external_court_booking_id, p_court_id,
      p_start_date, p_end_date, p_external_updated_at, functions.is_future_version(p_external_updated_at, v_now),
      v_now, v_now
    ) returning * into v_booking;
    -- The stored booking now has the version.
    if p_is_stamped then
      delete from cancellation_stamps
      where external_service_id = p_external_service_id and external_court_booking_id = p_external_court_booking_id;
    end if;
  else
    v_before := functions.court_booking_snapshot(p_booking, p_stored_participants);
    update court_bookings set
      court_id = p_court_id,
      start_date = p_start_date,
      end_date = p_end_date,
      external_updated_at = p_external_updated_at,
      stamp_ahead = functions.is_future_version(p_external_updated_at, v_now),
      cancelled_at = null,
      partner_cancelled_at = null,
      updated_at = v_now
    where id = p_booking.id
    returning * into v_booking;
  end if;

  if p_stored_participants <> p_participants then
    if not v_created then
      delete from court_booking_participants where court_booking_id = v_booking.id;
    end if;
    insert into court_booking_participants (court_booking_id, position, user_id, email)
    select v_booking.id, n.position - 1, n.user_id, n.email
    from rows from (jsonb_to_recordset(p_participants) as ("userId" uuid, email text))
      with ordinality as n (user_id, email, position);
  end if;

  v_after := functions.court_booking_snapshot(v_booking, p_participants);
  perform functions.record_audit_event(
    p_audit_event_id, v_now, p_actor_type, p_actor_id, p_request_id, p_action,
    'court_booking', v_booking.id, v_before, v_after
  );
  perform functions.announce_court_booking(
    case when v_created then 'court_booking.created' else 'court_booking.updated' end,
    v_booking, v_after, p_open_users, v_now, p_actor_type, p_shown_request_id
  );

  return v_after || jsonb_build_object(
    'outcome', case when v_created then 'created' else 'updated' end,
    'openUsers', p_open_users
  );
end
$$;

-- The upserts of a batch as rows. Indexes begin at 1.
create function functions.upsert_items(p_items jsonb)
returns table (
  index int,
  new_id uuid,
  audit_event_id uuid,
  external_court_booking_id text,
  court_id uuid,
  start_date timestamptz,
  end_date timestamptz,
  external_updated_at timestamptz,
  participants jsonb
) language sql stable as $$
  select
    item.position::int, item.new_id, item.audit_event_id, item.external_court_booking_id, item.court_id,
    item.start_date, item.end_date, item.external_updated_at, item.participants
  from rows from (jsonb_to_recordset(p_items) as (
    "newId" uuid, "auditEventId" uuid, "externalCourtBookingId" text, "courtId" uuid,
    "startDate" timestamptz, "endDate" timestamptz, "externalUpdatedAt" timestamptz, participants jsonb
  )) with ordinality as item (
    new_id, audit_event_id, external_court_booking_id, court_id,
    start_date, end_date, external_updated_at, participants, position
  )
$$;

-- Judges each upsert as if it were the only one.
create function functions.judge_upserts(p_external_service_id uuid, p_items jsonb)
returns table (
  index int,
  court_id uuid,
  start_date timestamptz,
  end_date timestamptz,
  error jsonb,
  outcome text,
  booking court_bookings,
  is_stamped boolean,
  participants jsonb,
  open_users jsonb
) language sql stable as $$
  select item.index, item.court_id, item.start_date, item.end_date, judged.*
  from functions.upsert_items(p_items) item
  cross join lateral functions.judge_upsert(
    p_external_service_id, item.external_court_booking_id, item.court_id, item.start_date, item.end_date,
    item.external_updated_at, item.participants
  ) judged
$$;

-- Writes judged upserts in one set, like `write_upsert` for one. Their places are free, and no two items conflict. The
-- caller holds the locks of keys and courts.
--
-- The arrays have an element for each item. p_answers has the result of each item that is not written, or null. The other
-- arrays have the results of `judge_upserts`. Returns p_answers with {"outcome": "created" | "updated", …the stored booking}
-- in place of each null.
create function functions.write_upserts(
  p_external_service_id uuid,
  p_items jsonb,
  p_answers jsonb[],
  p_bookings court_bookings[],
  p_are_stamped boolean[],
  p_participants jsonb[],
  p_open_users jsonb[],
  p_actor_type text,
  p_actor_id uuid,
  p_request_id text,
  p_shown_request_id text
) returns jsonb[]
language plpgsql
volatile
as $$
declare
  v_now timestamptz := clock_timestamp();
  v_answers jsonb[] := p_answers;
  v_written record;
begin
  if array_position(p_answers, null) is null then
    return p_answers;
  end if;

  with item as materialized (
    select given.*,
      coalesce((p_bookings[given.index]).id, given.new_id) as id,
      (p_bookings[given.index]).id is null as is_new,
      p_bookings[given.index] as stored,
      p_participants[given.index] as stored_participants
    from functions.upsert_items(p_items) given
    where p_answers[given.index] is null
  ), inserted as (
    insert into court_bookings as b (
      id, external_service_id, external_court_booking_id, court_id,
      start_date, end_date, external_updated_at, stamp_ahead, created_at, updated_at
    )
    select
      item.id, p_external_service_id, item.external_court_booking_id, item.court_id,
      item.start_date, item.end_date, item.external_updated_at,
      functions.is_future_version(item.external_updated_at, v_now), v_now, v_now
    from item
    where item.is_new
    returning b.id, b as booking
  ), updated as (
    update court_bookings b set
      court_id = item.court_id,
      start_date = item.start_date,
      end_date = item.end_date,
      external_updated_at = item.external_updated_at,
      stamp_ahead = functions.is_future_version(item.external_updated_at, v_now),
      cancelled_at = null,
      partner_cancelled_at = null,
      updated_at = v_now
    from item
    -- With an array, PostgreSQL uses the index for any estimated number of rows.
    where b.id = any (array(select i.id from item i where not i.is_new)) and b.id = item.id
    returning b.id, b as booking
  ), forgotten as (
    -- The stored booking now has the version.
    delete from cancellation_stamps
    where external_service_id = p_external_service_id and external_court_booking_id = any (array(
      select i.external_court_booking_id from item i where p_are_stamped[i.index]
    ))
  ), removed as (
    delete from court_booking_participants
    where court_booking_id = any (array(
      select i.id from item i where not i.is_new and i.stored_participants <> i.participants
    ))
    returning court_booking_id
  ), named as (
    insert into court_booking_participants (court_booking_id, position, user_id, email)
    select item.id, n.position - 1, n.user_id, n.email
    from item, rows from (jsonb_to_recordset(item.participants) as ("userId" uuid, email text))
      with ordinality as n (user_id, email, position)
    where item.stored_participants <> item.participants
      -- The count makes the insert wait until the former participants are deleted.
      and (select count(*) from removed) >= 0
  ), written as (
    select item.index, item.audit_event_id, item.id, item.is_new, item.external_court_booking_id,
      case when not item.is_new then functions.court_booking_snapshot(item.stored, item.stored_participants) end as before,
      functions.court_booking_snapshot(b.booking, item.participants) as after
    from item join (select * from inserted union all select * from updated) b on b.id = item.id
  )
  select
    array_agg(w.index) as indexes,
    array_agg(w.audit_event_id) as audit_event_ids,
    array_agg(w.id) as ids,
    array_agg(w.external_court_booking_id) as external_ids,
    array_agg(w.before) as befores,
    array_agg(w.after) as afters,
    array_agg(w.after || jsonb_build_object(
      'outcome', case when w.is_new then 'created' else 'updated' end,
      'openUsers', p_open_users[w.index]
    )) as answers
  into v_written
  from (select * from written order by index) w;

  perform functions.record_audit_events(
    v_written.audit_event_ids, v_now, p_actor_type, p_actor_id, p_request_id, 'upsertCourtBooking',
    'court_booking', v_written.ids, v_written.befores, v_written.afters
  );
  perform functions.announce_court_bookings(
    p_external_service_id, v_written.ids, v_written.external_ids, v_written.answers, v_now, p_actor_type,
    p_shown_request_id
  );

  for n in 1..cardinality(v_written.indexes) loop
    v_answers[v_written.indexes[n]] := v_written.answers[n];
  end loop;
  return v_answers;
end
$$;

-- Returns {"outcome": "created" | "updated" | "replayed", …the stored booking}, or {"error": error type} with the details
-- of judge_upsert or the bookings at its place ("conflicts").
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
  p_shown_request_id text,
  p_audit_event_id uuid,
  p_action text
) returns jsonb
language plpgsql
volatile
set lock_timeout = '2s'
as $$
declare
  v_judged record;
  v_booking court_bookings;
  v_is_open boolean;
begin
  perform pg_advisory_xact_lock(functions.court_booking_key(p_external_service_id, p_external_court_booking_id));

  select * into v_judged from functions.judge_upsert(
    p_external_service_id, p_external_court_booking_id, p_court_id, p_start_date, p_end_date, p_external_updated_at,
    p_participants
  );
  if v_judged.error is not null then
    return v_judged.error;
  end if;
  v_booking := v_judged.booking;
  if v_judged.outcome = 'replayed' then
    perform functions.wait_for_standbys();
    return functions.replayed_upsert(v_booking, v_judged.participants, v_judged.open_users);
  end if;

  -- The court may have changed between the check and the lock.
  select bool_or(locked.active) filter (where locked.id = p_court_id) into v_is_open
  from (
    select id, active from courts where id in (p_court_id, v_booking.court_id) order by id for no key update
  ) locked;
  if not v_is_open then
    return jsonb_build_object('error', 'court_not_found');
  end if;

  if exists (
    select from functions.court_bookings_overlapping(p_court_id, p_start_date, p_end_date)
    where id is distinct from v_booking.id
  ) then
    return (
      select error
      from functions.error_by_overlap(p_external_service_id, p_court_id, p_start_date, p_end_date, v_booking.id)
    );
  end if;

  return functions.write_upsert(
    p_new_id, p_external_service_id, p_external_court_booking_id, p_court_id, p_start_date, p_end_date,
    p_external_updated_at, p_participants, v_booking, v_judged.is_stamped, v_judged.participants, v_judged.open_users,
    p_actor_type, p_actor_id, p_request_id, p_shown_request_id, p_audit_event_id, p_action
  );
end
$$;

-- Predicts the result of upsert_court_booking with the same checks, without locks or writes. Returns {"outcome"} or the
-- error, and "storedId", which is the booking with this external id or null.
create function functions.explain_upsert(
  p_external_service_id uuid,
  p_external_court_booking_id text,
  p_court_id uuid,
  p_start_date timestamptz,
  p_end_date timestamptz,
  p_external_updated_at timestamptz,
  p_participants jsonb
) returns jsonb
language plpgsql
stable
as $$
begin
  return (
    select jsonb_build_object('storedId', (judged.booking).id) || case
      when judged.error is not null then judged.error
      when judged.outcome <> 'replayed' and exists (
        select from functions.court_bookings_overlapping(p_court_id, p_start_date, p_end_date)
        where id is distinct from (judged.booking).id
      ) then (
        select error from functions.error_by_overlap(
          p_external_service_id, p_court_id, p_start_date, p_end_date, (judged.booking).id
        )
      )
      else jsonb_build_object('outcome', judged.outcome)
    end
    from functions.judge_upsert(
      p_external_service_id, p_external_court_booking_id, p_court_id, p_start_date, p_end_date, p_external_updated_at,
      p_participants
    ) judged
  );
end
$$;
