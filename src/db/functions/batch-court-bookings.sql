-- Batch court bookings. Upserts are judged and written in sets, cancellations one by one, with the functions for single
-- requests.
--
-- p_items: [{"action": "upsert" | "cancel", "externalCourtBookingId", "externalUpdatedAt", "auditEventId", and for an upsert
-- "newId", "courtId", "startDate", "endDate", "participants"}, …]. Indexes begin at 1.

-- Takes the locks of a batch in the order that all writers use: the keys, then the courts. This includes courts that bookings
-- leave.
create function functions.lock_for_batch(p_external_service_id uuid, p_items jsonb)
returns void
language plpgsql
volatile
as $$
begin
  perform pg_advisory_xact_lock(keys.key)
  from (
    select distinct functions.court_booking_key(p_external_service_id, item ->> 'externalCourtBookingId') as key
    from jsonb_array_elements(p_items) item
    order by 1
  ) keys;

  -- The planner does not know the number of items, so the query makes it use the index for each.
  perform from courts
  where id = any (array(
    select (item ->> 'courtId')::uuid from jsonb_array_elements(p_items) item
    union all
    select stored.court_id
    from jsonb_array_elements(p_items) item, lateral (
      select b.court_id from court_bookings b
      where b.external_service_id = p_external_service_id
        and b.external_court_booking_id = item ->> 'externalCourtBookingId'
      limit 1
    ) stored
  ))
  order by id
  for no key update;
end
$$;

-- Splits a batch into runs, so that no item conflicts with an earlier one in the same run. Returns the index of the first
-- item of each run. The items of a run can be judged independently and in any order. Items conflict if they have the same
-- booking, or if one wants a place that the booking of the other has or may get.
create function functions.runs_of_batch(p_external_service_id uuid, p_items jsonb)
returns int[]
language plpgsql
stable
as $$
declare
  v_touch record;
  v_starts int[] := array[1];
begin
  for v_touch in
    with item as materialized (
      select given.index, given.external_court_booking_id as id, given.court_id,
        functions.court_booking_time(given.start_date, given.end_date) as time
      from functions.upsert_items(p_items) given
    ), place as (
      select id, court_id, time from item where court_id is not null
      union all
      select item.id, stored.court_id, stored.time
      from item, lateral (
        select b.court_id, functions.court_booking_time(b.start_date, b.end_date) as time
        from court_bookings b
        where b.external_service_id = p_external_service_id and b.external_court_booking_id = item.id and b.active
        limit 1
      ) stored
    )
    select touches.index, max(touches.earlier) as earlier
    from (
      select item.index, earlier.index as earlier
      from item join item earlier on earlier.id = item.id and earlier.index < item.index
      union all
      select item.index, earlier.index
      from item
      join place on place.court_id = item.court_id and place.time && item.time
      join item earlier on earlier.id = place.id and earlier.index < item.index
    ) touches
    group by touches.index
    order by touches.index
  loop
    if v_touch.earlier >= v_starts[cardinality(v_starts)] then
      v_starts := v_starts || v_touch.index;
    end if;
  end loop;
  return v_starts;
end
$$;

-- Processes items that do not conflict. Returns the result of each item. The caller holds the locks of keys and courts.
create function functions.run_of_batch(
  p_external_service_id uuid,
  p_items jsonb,
  p_actor_type text,
  p_actor_id uuid,
  p_request_id text,
  p_shown_request_id text
) returns jsonb[]
language plpgsql
volatile
as $$
declare
  v_upserts jsonb;
  v_positions int[];
  v_judged record;
  v_written jsonb[];
  v_cancellation record;
  v_answers jsonb[] := array_fill(null::jsonb, array[jsonb_array_length(p_items)]);
begin
  select jsonb_agg(n.item order by n.position), array_agg(n.position order by n.position)
  into v_upserts, v_positions
  from jsonb_array_elements(p_items) with ordinality as n (item, position)
  where n.item ->> 'action' = 'upsert';

  if v_upserts is not null then
    select
      array_agg(case
        when judged.error is not null then judged.error
        when judged.outcome = 'replayed' then
          functions.replayed_upsert(judged.booking, judged.participants, judged.open_users)
        when judged.is_taken then (
          select overlap.error from functions.error_by_overlap(
            p_external_service_id, judged.court_id, judged.start_date, judged.end_date, (judged.booking).id
          ) overlap
        )
      end) as answers,
      array_agg(judged.booking) as bookings,
      array_agg(judged.is_stamped) as are_stamped,
      array_agg(judged.participants) as participants,
      array_agg(judged.open_users) as open_users
    into v_judged
    from (
      select j.*, taken.is_taken
      from functions.judge_upserts(p_external_service_id, v_upserts) j
      left join lateral (
        select true as is_taken
        from functions.court_bookings_overlapping(j.court_id, j.start_date, j.end_date) other
        where other.id is distinct from (j.booking).id
        limit 1
      ) taken on true
      order by j.index
    ) judged;
    v_written := functions.write_upserts(
      p_external_service_id, v_upserts, v_judged.answers, v_judged.bookings, v_judged.are_stamped,
      v_judged.participants, v_judged.open_users, p_actor_type, p_actor_id, p_request_id, p_shown_request_id
    );
    for n in 1..cardinality(v_positions) loop
      v_answers[v_positions[n]] := v_written[n];
    end loop;
  end if;

  for v_cancellation in
    select n.item, n.position
    from jsonb_array_elements(p_items) with ordinality as n (item, position)
    where n.item ->> 'action' = 'cancel'
  loop
    v_answers[v_cancellation.position] := functions.cancel_court_booking(
      p_external_service_id, v_cancellation.item ->> 'externalCourtBookingId',
      (v_cancellation.item ->> 'externalUpdatedAt')::timestamptz,
      p_actor_type, p_actor_id, p_request_id, p_shown_request_id, (v_cancellation.item ->> 'auditEventId')::uuid
    );
  end loop;
  return v_answers;
end
$$;

-- Processes each item as if it were a single request, in the given order. Returns the result of each item.
create function functions.batch_court_bookings(
  p_external_service_id uuid,
  p_items jsonb,
  p_actor_type text,
  p_actor_id uuid,
  p_request_id text,
  p_shown_request_id text
) returns jsonb
language plpgsql
volatile
set lock_timeout = '2s'
as $$
declare
  v_starts int[];
  v_run jsonb;
  v_answers jsonb[];
begin
  perform functions.lock_for_batch(p_external_service_id, p_items);
  v_starts := functions.runs_of_batch(p_external_service_id, p_items);
  for n in 1..cardinality(v_starts) loop
    select jsonb_agg(given.item order by given.position) into v_run
    from jsonb_array_elements(p_items) with ordinality as given (item, position)
    where given.position >= v_starts[n] and (n = cardinality(v_starts) or given.position < v_starts[n + 1]);
    v_answers := v_answers || functions.run_of_batch(
      p_external_service_id, v_run, p_actor_type, p_actor_id, p_request_id, p_shown_request_id
    );
  end loop;
  return to_jsonb(v_answers);
end
$$;

-- The first ten conflicts by start date. Returns one row.
create function functions.first_conflicts(p_conflicts jsonb)
returns table (conflicts jsonb) language sql immutable as $$
  select jsonb_agg(first_ten.conflict)
  from (
    select conflict from jsonb_array_elements(p_conflicts) all_of_them (conflict)
    order by conflict ->> 'startDate' collate "C", conflict ->> 'externalCourtBookingId' collate "C" nulls first
    limit 10
  ) first_ten
$$;

-- Writes all items or none. Items are judged by the final state, so bookings may take each other's places. Each id occurs
-- only once in p_items.
--
-- Bookings that move are first cancelled and then written. PostgreSQL checks the constraint court_bookings_no_overlap after
-- each row, so a single statement could not write a swap.
--
-- p_only_judge: write nothing, because other items of the batch have errors.
--
-- Returns {"outcome": "written", "answers": [result of each item]}, or {"error": "batch_refused", "items": [{"index",
-- "error", …}, …]} with every item that has an error.
create function functions.batch_court_bookings_atomically(
  p_external_service_id uuid,
  p_items jsonb,
  p_only_judge boolean,
  p_actor_type text,
  p_actor_id uuid,
  p_request_id text,
  p_shown_request_id text
) returns jsonb
language plpgsql
volatile
set lock_timeout = '2s'
as $$
declare
  v_upserts jsonb;
  -- The position of each upsert in p_items.
  v_positions int[];
  v_judged record;
  v_written jsonb[];
  v_cancellation record;
  v_one record;
  -- The stored booking of each cancellation, by position.
  v_bookings court_bookings[];
  v_answers jsonb[] := array_fill(null::jsonb, array[jsonb_array_length(p_items)]);
  v_errors jsonb;
  -- Stored bookings that will be written. They do not count as conflicts.
  v_moving uuid[];
  v_overlapping jsonb;
begin
  perform functions.lock_for_batch(p_external_service_id, p_items);

  select jsonb_agg(n.item order by n.position), array_agg(n.position order by n.position)
  into v_upserts, v_positions
  from jsonb_array_elements(p_items) with ordinality as n (item, position)
  where n.item ->> 'action' = 'upsert';

  select
    array_agg(judged.error) as errors,
    array_agg(case when judged.outcome = 'replayed' then
      functions.replayed_upsert(judged.booking, judged.participants, judged.open_users)
    end) as answers,
    array_agg(judged.booking) as bookings,
    array_agg(judged.is_stamped) as are_stamped,
    array_agg(judged.participants) as participants,
    array_agg(judged.open_users) as open_users,
    array_agg((judged.booking).id) filter (where judged.outcome = 'updated' and judged.error is null) as moving,
    coalesce(
      jsonb_agg(judged.error || jsonb_build_object('index', v_positions[judged.index] - 1))
        filter (where judged.error is not null),
      '[]'
    ) as invalid_items
  into v_judged
  from (
    select * from functions.judge_upserts(p_external_service_id, v_upserts) order by index
  ) judged;
  v_errors := v_judged.invalid_items;
  v_moving := coalesce(v_judged.moving, array[]::uuid[]);

  for v_cancellation in
    select n.item ->> 'externalCourtBookingId' as id, (n.item ->> 'externalUpdatedAt')::timestamptz as external_updated_at,
      n.position
    from jsonb_array_elements(p_items) with ordinality as n (item, position)
    where n.item ->> 'action' = 'cancel'
  loop
    select * into v_one from functions.judge_cancellation(
      p_external_service_id, v_cancellation.id, v_cancellation.external_updated_at
    );
    if v_one.error is not null then
      v_errors := v_errors || (v_one.error || jsonb_build_object('index', v_cancellation.position - 1));
    elsif v_one.outcome = 'replayed' then
      perform functions.wait_for_standbys();
      v_answers[v_cancellation.position] := functions.cancellation_answer(
        'replayed', v_cancellation.external_updated_at, coalesce(v_one.stamped_at, (v_one.booking).cancelled_at)
      );
    else
      v_bookings[v_cancellation.position] := v_one.booking;
      v_moving := v_moving || (v_one.booking).id;
    end if;
  end loop;

  with placed as materialized (
    select given.index, given.court_id, given.start_date, given.end_date, given.external_court_booking_id,
      functions.court_booking_time(given.start_date, given.end_date) as time
    from functions.upsert_items(v_upserts) given
    where v_judged.answers[given.index] is null and v_judged.errors[given.index] is null
  )
  select coalesce(
    jsonb_agg(jsonb_build_object(
      'index', v_positions[placed.index] - 1,
      'error', 'court_booking_overlap',
      'conflicts', first_ten.conflicts
    )), '[]'
  )
  into v_overlapping
  from placed
  cross join lateral functions.court_booking_conflicts(
    p_external_service_id, placed.court_id, placed.start_date, placed.end_date, v_moving
  ) stored
  cross join lateral (
    select coalesce(jsonb_agg(jsonb_build_object(
      'startDate', functions.as_instant(other.start_date),
      'endDate', functions.as_instant(other.end_date),
      'externalCourtBookingId', other.external_court_booking_id
    )), '[]') as conflicts
    from placed other
    where other.index <> placed.index and other.court_id = placed.court_id and other.time && placed.time
  ) in_batch
  cross join lateral functions.first_conflicts(coalesce(stored.conflicts, '[]') || in_batch.conflicts) first_ten
  where exists (
    select from functions.court_bookings_overlapping(placed.court_id, placed.start_date, placed.end_date) stored
    where stored.id <> all (array_remove(v_moving, null))
  ) or exists (
    select from placed other
    where other.index <> placed.index and other.court_id = placed.court_id and other.time && placed.time
  );

  v_errors := v_errors || v_overlapping;
  if p_only_judge or v_errors <> '[]' then
    return jsonb_build_object('error', 'batch_refused', 'items', v_errors);
  end if;

  update court_bookings set cancelled_at = clock_timestamp() where id = any (v_moving) and active;

  if v_upserts is not null then
    v_written := functions.write_upserts(
      p_external_service_id, v_upserts, v_judged.answers, v_judged.bookings, v_judged.are_stamped,
      v_judged.participants, v_judged.open_users, p_actor_type, p_actor_id, p_request_id, p_shown_request_id
    );
    for n in 1..cardinality(v_positions) loop
      v_answers[v_positions[n]] := v_written[n];
    end loop;
  end if;

  for v_cancellation in
    select n.item ->> 'externalCourtBookingId' as id, (n.item ->> 'externalUpdatedAt')::timestamptz as external_updated_at,
      (n.item ->> 'auditEventId')::uuid as audit_event_id, n.position
    from jsonb_array_elements(p_items) with ordinality as n (item, position)
    where n.item ->> 'action' = 'cancel' and v_answers[n.position] is null
  loop
    v_answers[v_cancellation.position] := functions.cancellation_answer(
      'cancelled', v_cancellation.external_updated_at, functions.write_cancellation(
        p_external_service_id, v_cancellation.id, v_cancellation.external_updated_at,
        v_bookings[v_cancellation.position], p_actor_type, p_actor_id, p_request_id, p_shown_request_id,
        v_cancellation.audit_event_id
      )
    );
  end loop;
  return jsonb_build_object('outcome', 'written', 'answers', to_jsonb(v_answers));
end
$$;
