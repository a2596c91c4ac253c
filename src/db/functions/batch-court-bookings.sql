-- Batch court bookings: many upserts and cancellations, each judged and written by the functions of a single one.
--
-- p_items: [{"action": "upsert" | "cancel", "externalCourtBookingId", "externalUpdatedAt", "auditEventId", and of an upsert
-- "newId", "courtId", "startDate", "endDate", "participants"}, …].

-- Takes the locks of a batch, in the order of every writer: the keys, then the courts, those included that bookings leave.
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

  -- Each by its index: how many items there are is unknown when it is planned.
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

-- Each item as if it came alone, in the order given: [answer of the item, …].
create function functions.batch_court_bookings(
  p_external_service_id uuid,
  p_items jsonb,
  p_actor_type text,
  p_actor_id uuid,
  p_request_id text
) returns jsonb
language plpgsql
volatile
set lock_timeout = '2s'
as $$
declare
  v_item jsonb;
  v_answers jsonb[];
begin
  perform functions.lock_for_batch(p_external_service_id, p_items);
  for v_item in select value from jsonb_array_elements(p_items) loop
    v_answers := v_answers || case v_item ->> 'action'
      when 'upsert' then functions.upsert_court_booking(
        (v_item ->> 'newId')::uuid, p_external_service_id, v_item ->> 'externalCourtBookingId',
        (v_item ->> 'courtId')::uuid, (v_item ->> 'startDate')::timestamptz, (v_item ->> 'endDate')::timestamptz,
        (v_item ->> 'externalUpdatedAt')::timestamptz, v_item -> 'participants',
        p_actor_type, p_actor_id, p_request_id, (v_item ->> 'auditEventId')::uuid
      )
      else functions.cancel_court_booking(
        p_external_service_id, v_item ->> 'externalCourtBookingId', (v_item ->> 'externalUpdatedAt')::timestamptz,
        p_actor_type, p_actor_id, p_request_id, (v_item ->> 'auditEventId')::uuid
      )
    end;
  end loop;
  return to_jsonb(v_answers);
end
$$;

-- All or nothing, judged on the outcome of the whole: bookings may take each other's places. No id stands twice in p_items.
--
-- What moves is lifted off first, then put down: the constraint court_bookings_no_overlap is judged after each row, so a
-- swap could not be written in any one statement.
--
-- Answers {"outcome": "written", "answers": [answer of the item, …]}, or {"refused": "batch_refused", "items": [{"index",
-- "refused", …}, …]} with every item at fault; then nothing is written.
create function functions.batch_court_bookings_atomically(
  p_external_service_id uuid,
  p_items jsonb,
  p_actor_type text,
  p_actor_id uuid,
  p_request_id text
) returns jsonb
language plpgsql
volatile
set lock_timeout = '2s'
as $$
declare
  v_count int := jsonb_array_length(p_items);
  v_item jsonb;
  v_judged record;
  v_booking court_bookings;
  -- By item; of a cancellation some stay null.
  v_outcomes text[];
  v_bookings court_bookings[];
  v_stamped boolean[];
  v_stamped_at timestamptz[];
  v_participants jsonb[];
  v_open_users jsonb[];
  v_answers jsonb[];
  v_refusals jsonb := jsonb '[]';
  -- What is stored, and will be written: it stands in nobody's way.
  v_moving uuid[] := array[]::uuid[];
  v_overlapping jsonb;
  v_now timestamptz;
begin
  perform functions.lock_for_batch(p_external_service_id, p_items);

  for i in 1..v_count loop
    v_item := p_items -> i - 1;
    if v_item ->> 'action' = 'upsert' then
      select * into v_judged from functions.judge_upsert(
        p_external_service_id, v_item ->> 'externalCourtBookingId', (v_item ->> 'courtId')::uuid,
        (v_item ->> 'startDate')::timestamptz, (v_item ->> 'endDate')::timestamptz,
        (v_item ->> 'externalUpdatedAt')::timestamptz, v_item -> 'participants'
      );
      v_stamped[i] := v_judged.is_stamped;
      v_participants[i] := v_judged.participants;
      v_open_users[i] := v_judged.open_users;
    else
      select * into v_judged from functions.judge_cancellation(
        p_external_service_id, v_item ->> 'externalCourtBookingId', (v_item ->> 'externalUpdatedAt')::timestamptz
      );
      v_stamped_at[i] := v_judged.stamped_at;
    end if;
    v_outcomes[i] := v_judged.outcome;
    v_booking := v_judged.booking;
    v_bookings[i] := v_booking;
    if v_judged.refusal is not null then
      v_refusals := v_refusals || (v_judged.refusal || jsonb_build_object('index', i - 1));
    elsif v_judged.outcome <> 'replayed' then
      v_moving := v_moving || v_booking.id;
    end if;
  end loop;

  with placed as (
    select (n.position - 1)::int as index, (item ->> 'courtId')::uuid as court_id,
      (item ->> 'startDate')::timestamptz as start_date, (item ->> 'endDate')::timestamptz as end_date
    from jsonb_array_elements(p_items) with ordinality as n (item, position)
    where item ->> 'action' = 'upsert' and v_outcomes[n.position] <> 'replayed'
      and not exists (select from jsonb_array_elements(v_refusals) r where (r ->> 'index')::int = n.position - 1)
  )
  select coalesce(jsonb_agg(jsonb_build_object('index', index, 'refused', 'court_booking_overlap')), '[]')
  into v_overlapping
  from placed
  where exists (
    select from functions.court_bookings_overlapping(court_id, start_date, end_date) stored
    where stored.id <> all (array_remove(v_moving, null))
  ) or exists (
    select from placed other
    where other.index <> placed.index and other.court_id = placed.court_id
      and tstzrange(other.start_date, other.end_date, '[)') && tstzrange(placed.start_date, placed.end_date, '[)')
  );

  v_refusals := v_refusals || v_overlapping;
  if v_refusals <> '[]' then
    return jsonb_build_object('refused', 'batch_refused', 'items', v_refusals);
  end if;

  v_now := clock_timestamp();
  update court_bookings set cancelled_at = v_now where id = any (v_moving) and active;

  for i in 1..v_count loop
    v_item := p_items -> i - 1;
    v_booking := v_bookings[i];
    if v_item ->> 'action' = 'cancel' then
      v_answers[i] := functions.cancellation_answer(
        v_outcomes[i], (v_item ->> 'externalUpdatedAt')::timestamptz,
        case when v_outcomes[i] = 'cancelled' then functions.write_cancellation(
          p_external_service_id, v_item ->> 'externalCourtBookingId', (v_item ->> 'externalUpdatedAt')::timestamptz,
          v_booking, p_actor_type, p_actor_id, p_request_id, (v_item ->> 'auditEventId')::uuid
        ) else coalesce(v_stamped_at[i], v_booking.cancelled_at) end
      );
    elsif v_outcomes[i] = 'replayed' then
      v_answers[i] := functions.replayed_upsert(v_booking, v_participants[i], v_open_users[i]);
    else
      v_answers[i] := functions.write_upsert(
        (v_item ->> 'newId')::uuid, p_external_service_id, v_item ->> 'externalCourtBookingId',
        (v_item ->> 'courtId')::uuid, (v_item ->> 'startDate')::timestamptz, (v_item ->> 'endDate')::timestamptz,
        (v_item ->> 'externalUpdatedAt')::timestamptz, v_item -> 'participants',
        v_booking, v_stamped[i], v_participants[i], v_open_users[i],
        p_actor_type, p_actor_id, p_request_id, (v_item ->> 'auditEventId')::uuid
      );
    end if;
  end loop;
  return jsonb_build_object('outcome', 'written', 'answers', to_jsonb(v_answers));
end
$$;
