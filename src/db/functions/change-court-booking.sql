-- What operators do to a booking: 'cancel' (p_value: the reason), 'reinstate', 'reset_version' (p_value: T).
-- Takes the locks that every writer of a booking takes, in their order: key, booking, court.
-- Answers the error type of a refusal, or null.
create or replace function change_court_booking(
  p_id uuid,
  p_change text,
  p_value text,
  p_actor_type text,
  p_actor_id uuid,
  p_request_id text,
  p_audit_event_id uuid
) returns text
language plpgsql
volatile
set lock_timeout = '2s'
as $$
declare
  v_booking court_bookings;
  v_participants jsonb;
  v_before jsonb;
  v_now timestamptz;
begin
  -- The key never changes, so it may be read before it is locked.
  perform pg_advisory_xact_lock(court_booking_key(external_service_id, external_court_booking_id))
  from court_bookings where id = p_id;

  select * into v_booking from court_bookings where id = p_id for no key update;
  if not found then
    return 'court_booking_not_found';
  end if;
  v_participants := court_booking_participants_as_named(p_id);
  v_before := court_booking_snapshot(v_booking, v_participants);

  if (p_change = 'cancel' and not v_booking.active)
    or (p_change = 'reinstate' and v_booking.active)
    or (p_change = 'reset_version' and v_booking.external_updated_at = p_value::timestamptz)
  then
    return null;
  end if;

  if p_change = 'reinstate' then
    perform from courts where id = v_booking.court_id for no key update;
    if exists (
      select from court_bookings
      where court_id = v_booking.court_id
        and active
        and tstzrange(start_date, end_date, '[)') && tstzrange(v_booking.start_date, v_booking.end_date, '[)')
    ) then
      return 'court_booking_overlap';
    end if;
  end if;

  v_now := clock_timestamp();
  update court_bookings set
    cancelled_at = case p_change when 'cancel' then v_now when 'reinstate' then null else cancelled_at end,
    cancellation_reason = case p_change when 'cancel' then p_value when 'reinstate' then null else cancellation_reason end,
    external_updated_at = case p_change when 'reset_version' then p_value::timestamptz else external_updated_at end,
    updated_at = v_now
  where id = p_id
  returning * into v_booking;

  insert into audit_events (
    id, at, actor_type, actor_id, request_id, action, subject_type, subject_id, before, after
  ) values (
    p_audit_event_id, v_now, p_actor_type, p_actor_id, p_request_id,
    case p_change
      when 'cancel' then 'cancelCourtBooking'
      when 'reinstate' then 'reinstateCourtBooking'
      else 'resetCourtBookingVersion'
    end,
    'court_booking', p_id, v_before, court_booking_snapshot(v_booking, v_participants)
  );
  return null;
end
$$;
